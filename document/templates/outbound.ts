import { ask } from '../blocks/ask.ts'
import type { Document } from '../schema.ts'
import { block, heard, outcome, proof } from './blocks.ts'

/** A page for people who did not ask for it: why they are addressed, one result, one proof, one action. */
export const outbound: Document = {
  theme: {},
  blocks: [
    block('hero', 'hero', {
      eyebrow: 'For {{person.name|your team}}',
      headline: '{{person.firstName|Hello}}, one idea for *{{account.name|your team}}.*',
      subheadline: ask('What do you know about them that makes this worth two minutes?'),
      primaryAction: { label: 'Pick 20 minutes', link: 'action:primary' },
      note: 'Not for you? Please forward it to the right person.',
    }),
    heard('Why {{account.name|you}}', [
      'What did they announce, publish or say?',
      'What follows from it for their team?',
      'What will be hard about it?',
    ]),
    outcome('What could be different', [
      'The first result, and when',
      'What it saves or adds',
      'What they no longer have to do',
    ]),
    proof(),
    block('difference', 'comparison', {
      heading: 'Today, and then',
      columns: [{ title: 'Today' }, { title: 'With {{brand.name}}', highlighted: true }],
      rows: [
        {
          label: ask('By what would they compare?'),
          cells: [ask('How it is today'), ask('How it would be')],
        },
        { label: ask('By what else?'), cells: [ask('How it is today'), ask('How it would be')] },
        { label: ask('And what about the effort?'), cells: [ask('How it is today'), ask('How it would be')] },
      ],
    }),
    block('invitation', 'cta', {
      headline: 'Twenty minutes, one question.',
      body: 'Is this worth a second look at {{account.name|your company}}? You will know by the end of the call.',
      primaryAction: { label: 'Pick 20 minutes', link: 'action:primary' },
      person: { name: ask('Who will they talk to?'), role: ask('What does this person do?') },
      next: ['You pick a time.', 'We talk about one thing.', 'You say yes, no or later.'],
    }),
  ],
}
