import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Document } from '../../../document/index.ts'
import { richDocument } from '../../test/modelPage.ts'
import { reportOf } from './report.ts'

const before = richDocument as Document

type Edits = { [blockId: string]: object | null }

/** The page with other props in some blocks; null takes a block off it. */
function edited(edits: Edits, more: Partial<Document> = {}): Document {
  const blocks = before.blocks.flatMap((block) => {
    const edit = edits[block.id]
    if (edit === null) return []
    return [edit ? { ...block, props: { ...block.props, ...edit } } : block]
  })
  return { ...before, ...more, blocks: blocks as Document['blocks'] }
}

function report(
  answer: string,
  edits: Edits = {},
  more: Partial<Parameters<typeof reportOf>[0]> = {},
): string {
  const after = edited(edits)
  return reportOf({ message: 'Do it', answer, before, after, failed: [], selectedId: undefined, ...more })
}

const [, , , pricing] = before.blocks
const { plans } = (pricing as Document['blocks'][0]).props as { plans: { id: string }[] }
const headline = { hero: { headline: 'No paper' } }

test('a changed block that the answer does not mention is added to the answer', () => {
  assert.equal(
    report('The headline is “No paper” now.', { ...headline, faq: null }),
    'Also removed: the FAQ block.',
  )
  assert.equal(
    report('The headline is shorter.', { ...headline, pricing: { heading: 'Plans' }, quote: null }),
    'Also changed: the pricing block; removed: the quote block.',
  )
  assert.equal(report('Done.', { faq: null }), 'Removed: the FAQ block.')
  assert.equal(
    report('Done.', { ...headline, faq: null }),
    'Changed: the hero block; removed: the FAQ block.',
  )
  assert.equal(
    report('The FAQ is friendlier.', { pricing: { heading: 'Plans' } }),
    'Changed: the pricing block.',
  )
})

test('an answer that mentions all its changes is not extended', () => {
  assert.equal(report('The headline is “No paper” now.', headline), '')
  assert.equal(report('Shorter.', headline), '')
  assert.equal(report('The headline is shorter and the questions are gone.', { ...headline, faq: null }), '')
  assert.equal(
    report('Die Überschrift lautet jetzt „No paper“, das FAQ ist weg.', { ...headline, faq: null }),
    '',
  )
  assert.equal(report('Ich habe sie gekürzt.', headline), '')
  assert.equal(report('「No paper」に変更しました。', headline), '')
  const all = {
    hero: { headline: 'Kein Papier' },
    pricing: { heading: 'Preise' },
    faq: { heading: 'Fragen' },
  }
  assert.equal(report('The whole page is in German now.', all), '')
  assert.equal(report('There are three plans.'), '')
})

test('a removed item is reported by its title', () => {
  const [starter, team] = plans
  const edits = { pricing: { plans: [starter, team] } }
  assert.equal(report('The pricing is clearer.', edits), 'Removed: “Fleet” in the pricing block.')
  assert.equal(report('Fleet is gone.', edits), '')
})

test('a new order, the look and metadata are reported as changes, too', () => {
  const [first, second, ...rest] = before.blocks
  const moved = { ...before, blocks: [second, first, ...rest] as Document['blocks'] }
  assert.match(report('The pricing is on top.', {}, { after: moved }), /^Moved: the (?:hero|logos) block\.$/)
  const after = edited(headline, { theme: { radius: 2 }, metadata: { title: 'X' } })
  assert.equal(
    report('The headline is “No paper”.', {}, { after }),
    'Also changed: the look of the page and the texts for search and sharing.',
  )
})

test('an answer that mentions a refused change is corrected, with the reason if there is one for users', () => {
  const call = {
    name: 'updateItem',
    input: { blockId: 'pricing', list: 'plans', itemId: 'team', props: { price: '$1' } },
    reason: 'your message does not give the figure $1',
  }
  const failed = [call]
  assert.equal(
    report('I changed the headline and the Team price.', headline, { failed }),
    '“Team” in the pricing block was not changed: your message does not give the figure $1.',
  )
  assert.equal(report('The headline is shorter.', headline, { failed }), '')
  assert.match(
    report('The headline is shorter.', headline, { failed, message: 'Shorter, and Team is $1' }),
    /“Team”/,
  )
  const mended = {
    ...headline,
    pricing: { plans: plans.map((plan) => (plan.id === 'team' ? { ...plan, price: '$1' } : plan)) },
  }
  assert.equal(report('I changed the headline and the Team price.', mended, { failed }), '')
})

test('an unchanged block that the answer lists as changed is corrected', () => {
  assert.equal(report('I changed the headline and the pricing.', headline), 'Not changed: the pricing block.')
  const others = [
    'I moved the headline between the logos and the pricing.',
    'I changed the headline. The pricing and the FAQ are as they were.',
    'I have not changed the headline and the pricing.',
    'I shortened the headline, as in the pricing.',
    'Ich habe die Überschrift geändert und das Pricing gelassen.',
  ]
  for (const answer of others) assert.doesNotMatch(report(answer, headline), /Not changed/, answer)
})

test('a locked block and a block outside the selection are reported as reasons', () => {
  const locked = { ...before, blocks: before.blocks.map((block) => ({ ...block, locked: true })) } as Document
  const failed = [
    { name: 'updateBlock', input: { blockId: 'pricing', props: { heading: 'x' } }, reason: undefined },
  ]
  const after = { ...locked, theme: { radius: 1 } }
  assert.match(
    report('Rounder, and new prices.', {}, { before: locked, after, failed }),
    /The pricing block was not changed: the page has locked it\./,
  )
  assert.match(
    report('The headline and the pricing are new.', headline, { failed, selectedId: 'hero' }),
    /The pricing block was not changed: another block is selected\./,
  )
})

test('an answer that claims to have published or sent something is corrected', () => {
  const published = 'Nothing was published: publishing is up to you.'
  for (const answer of [
    'I published the page.',
    'I’ve shortened the headline. The page has been published.',
    'The page is now live.',
    'Ich habe die Seite veröffentlicht.',
    'J’ai publié la page.',
  ])
    assert.ok(report(answer, headline).endsWith(published), answer)
  assert.match(report('I sent the mail.'), /^Nothing was sent/)
  for (const answer of [
    'I can’t publish pages.',
    'Once it is published, visitors see it.',
    'You can publish it now.',
    'The quote says “I published the page”.',
    'Shall it be published?',
    'The thank-you text shows when the form is sent.',
    'It would be sent to nobody.',
  ])
    assert.equal(report(answer), '', answer)
  assert.equal(report('Version 3 was published on Monday.', {}, { message: 'When was it published?' }), '')
})
