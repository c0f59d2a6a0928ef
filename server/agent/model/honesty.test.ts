import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorMs } from '../../test/processor.ts'
import { claimsChange, withoutPreamble } from './honesty.ts'

test('sentences that only announce a change are dropped, statements are kept', () => {
  const table: [string, string][] = [
    ['I will change the headline.', ''],
    ['I’ll update the pricing for you.', ''],
    ['Sure! Let me look for a picture.', ''],
    ['Okay.', ''],
    ['I will change the headline. The headline is “A” now.', 'The headline is “A” now.'],
    ['The headline is “A” now.', 'The headline is “A” now.'],
    ['Will that be all?', 'Will that be all?'],
    ['Let me know which plan you mean.', 'Let me know which plan you mean.'],
    ['First the headline:', ''],
    ['Here is what I know: nothing.', 'Here is what I know: nothing.'],
    ['Three: Starter, Team and Fleet.', 'Three: Starter, Team and Fleet.'],
    [
      'Ich werde die Überschrift ändern. Die Überschrift lautet jetzt „A“.',
      'Die Überschrift lautet jetzt „A“.',
    ],
    ['', ''],
  ]
  for (const [text, kept] of table) assert.equal(withoutPreamble(text), kept)
})

test('a claim of a change is distinguished from an answer, a question and a refusal', () => {
  const claims = [
    'I’ve changed the headline.',
    'I have just updated the pricing.',
    'Done.',
    'Done! The page opens with EMEA.',
    'The headline now reads “No limits”.',
    'The pricing section has been removed.',
    'The quote was removed.',
    'Updated the headline to “A”.',
    'Ich habe die Überschrift geändert.',
    'J’ai modifié le titre.',
  ]
  const others = [
    'Three: Starter, Team and Fleet.',
    'Nothing was changed.',
    'I have not changed anything.',
    'I can’t publish pages, so nothing was changed.',
    'Should the headline be changed?',
    'If I removed the pricing, visitors would have to ask.',
    'The page has three plans.',
    'There is no version 77. There are versions 1 to 4.',
    'The note says “we updated the contract”.',
    'I changed the headline in version 3.',
    'Wenn ich die Preise entferne, fehlen sie.',
  ]
  for (const text of claims) assert.ok(claimsChange(text), text)
  for (const text of others) assert.ok(!claimsChange(text), text)
})

test('an answer of any length is judged quickly', () => {
  for (const piece of ['he has ', 'I have ', 'was ', 'Sure! ', '“', 'is now '])
    assert.ok(
      processorMs(() => claimsChange(withoutPreamble(piece.repeat(100_000 / piece.length)))) < 200,
      piece,
    )
})
