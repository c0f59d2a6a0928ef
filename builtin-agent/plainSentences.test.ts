import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeDocument, type ExampleName, examples } from '../document/index.ts'
import { contextFor } from './examples/page.ts'
import { openPage } from './page.ts'
import { readMessage } from './readMessage.ts'
import { textsOf } from './texts.ts'

/** What a message does to an example of the gallery, or says about it. */
async function say(name: ExampleName, message: string) {
  const shown = examples.get(name)?.shown
  assert.ok(shown)
  const document = completeDocument(shown)
  const page = openPage(contextFor(message, { document }), document)
  const { draft, reply } = await readMessage(message, page)
  const [before, after] = [textsOf(document), textsOf(draft?.document ?? document)]
  return {
    removed: before.filter((text) => !after.includes(text)),
    added: after.filter((text) => !before.includes(text)),
    reply: reply.text(page),
  }
}

test('plain sentences change the objects that they name on pages outside the training data', async () => {
  for (const [name, message, removed, added] of [
    // The item that is named is meant, even if another one is more usual.
    ['example_payroll', 'change the price of One country to €12', ['€14'], ['€12']],
    ['example_payroll', 'change the price of the One country plan to €12', ['€14'], ['€12']],
    ['example_payroll', 'change the CTA to Start now', [], ['Start now']],
    ['example_payroll', 'change the CTA to Book a demo', [], ['Book a demo']],
    ['example_payroll', 'add Halm, Arlo and Senn to the logos', [], ['Halm', 'Arlo', 'Senn']],
    [
      'example_payroll',
      'add a pricing section with Basic €10 and Pro €20',
      [],
      ['Basic', '€10', 'Pro', '€20'],
    ],
    [
      'example_hotel',
      'replace Friday with Monday',
      [
        'Rooms for 84, two dinners, one boat. Change what you like, {{person.firstName|dear guest}}. We hold the dates until Friday.',
      ],
      [
        'Rooms for 84, two dinners, one boat. Change what you like, {{person.firstName|dear guest}}. We hold the dates until Monday.',
      ],
    ],
    [
      'example_solar',
      'Cut the text in the hero to 8 words',
      [
        'We build it, you lease it to us. No capital, no ladder, and power for your own hall at eleven cents.',
      ],
      ['We build it, you lease it to us.'],
    ],
    // "May" is also the name of a month.
    [
      'example_hotel',
      'change headline to Lisbon in May, button to Reserve and remove the note',
      ['Your three days in Lisbon, *already planned.*', 'Free until 28 November. No card needed.'],
      ['Lisbon in May', 'Reserve'],
    ],
    ['example_hotel', 'change who said the quote to Tim Reed', ['Femke Aalders'], ['Tim Reed']],
    ['example_hotel', 'set the subheadline to Three days, button to Go and note to Free', [], []],
    [
      'example_security',
      'remove every second step',
      [
        'Day 5',
        'Close',
        'Your people fix it, we sit beside them.',
        'Day 14',
        'Answer',
        'One file, eleven answers, signed.',
      ],
      [],
    ],
    [
      'example_security',
      'keep just the first question',
      [
        'What if you find something bad?',
        'You hear it the same day, by telephone, and nobody else does.',
        'What does it cost?',
        'A fixed price for the fourteen days. You see it before you answer this page.',
      ],
      [],
    ],
    [
      'example_security',
      'remove the first step and the text of the last step',
      ['Day 1', 'Read', 'We look at what you have.', 'One file, eleven answers, signed.'],
      [],
    ],
  ] as const) {
    // biome-ignore format: one message a line
    const made = await say(name, message)
    assert.deepEqual([made.removed, made.added], [removed, added], `${message}: ${made.reply}`)
  }
})

test('a message that is not understood or can’t be carried out gets a specific reply and changes nothing', async () => {
  for (const [message, expected] of [
    ['delete everything', /would leave nothing on the page/],
    ['this is great, thanks', /welcome/],
    ['asdf qwer', /did not understand “asdf qwer”/],
    ['fix the typos', /don’t check spelling/],
    ['make all headings shorter', /shorten one text at a time/],
    ['send it to Rita', /can’t send/],
    ['add a video', /can’t add videos/],
    ['add an image', /Which picture of your assets should it be\?/],
    ['never mind', /^All right, I change nothing/],
    ['add a question: Do you support Norway?', /needs its question and answer/],
    ['add a section about winter yield', /What should the new section say or show\?/],
    ['add a section about security', /What should the new section say or show\?/],
    ['add a new section', /What should the new section say\?/],
  ] as const) {
    const { removed, added, reply } = await say('example_security', message)
    assert.deepEqual([removed, added], [[], []], message)
    assert.match(reply, expected, message)
  }
})

test('the second button of a section can be named even if the section has only one so far', async () => {
  for (const message of [
    'make the second button of the hero say See figures and link it to #figures',
    'set the secondary button of the hero to See figures',
  ]) {
    const { removed, added, reply } = await say('example_solar', message)
    assert.deepEqual([removed, added], [[], ['See figures']], reply)
  }
})

test('several sections are named by their number or their place', async () => {
  for (const [message, expected] of [
    ['delete the last two sections', 'the FAQ and the call to action'],
    ['delete the sections below the quote', 'the FAQ and the call to action'],
    ['remove both the quote and the FAQ', 'the quote and the FAQ'],
    ['remove the last two steps', 'the step “Test run” and the step “You decide”'],
  ] as const) {
    const { reply } = await say('example_machine_building', message)
    assert.match(reply, new RegExp(`^I removed ${expected}\\.`), message)
  }
})

test('words are replaced by words with the same beginning, and emphasised without visible asterisks', async () => {
  const { added } = await say('example_machine_building', 'change line 5 to line 7')
  assert.ok(added.includes('What that is worth on line 7'))
  const { added: marked } = await say('example_machine_building', 'make "Now four" bold')
  assert.deepEqual(marked, ['Nine minutes per change-over. **Now four**.'])
})

test('a button gets a link, although a text contains the word', async () => {
  const { reply } = await say('example_payroll', 'link the button to https://kettle.example/demo')
  assert.match(reply, /made the button lead to https:\/\/kettle\.example\/demo/)
})
