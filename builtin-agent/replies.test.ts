import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Block, completeDocument, type Document } from '../document/index.ts'
import { plainText } from '../shared/plainText.ts'
import { builtinAgent } from './builtin.ts'
import { contextFor } from './examples/page.ts'

const block = (id: string, type: string, props: object) =>
  ({ id, type, props, sources: [] }) as unknown as Block

/** Every kind of markup that a text can have. */
const marked: Document = completeDocument({
  theme: {},
  blocks: [
    block('hero', 'hero', {
      headline: '*The cold* chain of **{{account.name|your team}}**',
      subheadline: 'Read [our **guide** to cold rooms](https://a.example) and \\*see\\*.',
      primaryAction: { label: 'Book', link: 'action:primary' },
    }),
    block('text-2', 'text', {
      heading: '*The cold rooms of {{account.name}} and what they need to stay that way*',
      body: 'It is {{prompt|How cold is it?}}.',
    }),
    block('text-3', 'text', { heading: 'The **warm** rooms', body: 'Plain.' }),
    block('features', 'features', {
      heading: 'What you get',
      items: [
        { title: '**One** calendar', body: 'For {{person.firstName|there}}.' },
        { title: '*Clear owners of everything that is kept below zero*', body: 'Really.' },
      ],
    }),
  ],
})

const messages = [
  'Change the headline to "Hello *you*"',
  'Make "cold" in the headline bold',
  'Remove the text about the cold rooms',
  'Remove the second text',
  'Move the warm rooms to the top',
  'Delete the features "One calendar"',
  'Rename the feature "Clear owners" to "Owners"',
  'Shorten the subheadline',
  'Replace cold with warm in the headline',
  'What does the headline say?',
  'What do the features say?',
  'Make the button lead to action:primary',
  'Link "calendar" in the first feature to https://a.example',
  'Change the text',
  'Florble *the* {{prompt|wibbet}}',
  'Greet them by name',
]

test('replies quote texts without markup, tokens, links to actions and ids', async () => {
  for (const message of messages) {
    const context = contextFor(message, { document: marked })
    for await (const output of builtinAgent.run(context, new AbortController().signal)) {
      const shown =
        output.type === 'text'
          ? [output.text]
          : output.type === 'suggestions'
            ? output.suggestions.map(plainText)
            : []
      for (const text of shown)
        assert.doesNotMatch(text, /\*(?=\S)(?!see|you)|\{\{|\}\}|action:|\]\(|\\|text-\d/, message)
    }
  }
})

test('a quoted text has no markup, and placeholders are replaced by their meaning', () => {
  const cases = {
    '*The cold': 'The cold',
    'a **b** [c *d*](/e)': 'a b c d',
    '5 * 3 \\*kept\\*': '5 * 3 *kept*',
    'For {{account.name|your team}} in {{account.fields.next_site}}': 'For your team in next site',
    '{{prompt|}} {{ prompt | What? }}': 'an open question What?',
    'plain [brackets] and {braces}': 'plain [brackets] and {braces}',
  }
  for (const [text, plain] of Object.entries(cases)) assert.equal(plainText(text), plain)
})
