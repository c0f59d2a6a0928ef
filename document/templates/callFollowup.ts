import { ask } from '../blocks/ask.ts'
import type { Document } from '../schema.ts'
import { block, heard, outcome } from './blocks.ts'

/** The page after a call: what was said, the conclusions, the next steps. */
export const callFollowup: Document = {
  theme: {},
  blocks: [
    block('hero', 'hero', {
      eyebrow: 'For {{person.name|everyone on the call}}',
      headline: 'Thank you for your time, {{person.firstName|everyone}}. *Here is where we stand.*',
      subheadline: ask('The one thing they want solved, in their words'),
      primaryAction: { label: 'Confirm the next step', link: 'action:primary' },
      note: ask('What is the next step, and when?'),
    }),
    heard('What we heard', [
      'The goal they named',
      'What stands in the way',
      'The number they mentioned',
      'The date that matters',
    ]),
    block('correction', 'text', {
      body: 'Did we get something wrong? Tell us, and we will correct this page.',
    }),
    outcome('What you would see', ['The first result', 'What it changes in a quarter', 'What it is worth']),
    block('plan', 'steps', {
      heading: 'Who does what, by when',
      items: [
        { when: ask('Date'), title: ask('The first step'), body: ask('Who does it?') },
        { when: ask('Date'), title: ask('The second step'), body: ask('Who does it?') },
        { when: ask('Date'), title: ask('The decision'), body: ask('Who decides?') },
      ],
    }),
    block('questions', 'faq', {
      heading: 'You asked',
      items: [
        { question: ask('A question they asked'), answer: ask('Your answer') },
        { question: ask('Another one'), answer: ask('Your answer') },
        { question: ask('One you could not answer on the call'), answer: ask('Your answer') },
      ],
    }),
    block('invitation', 'cta', {
      headline: 'Shall we go on?',
      body: 'Share this page with anyone who missed the call. Everything is here.',
      primaryAction: { label: 'Confirm the next step', link: 'action:primary' },
      person: { name: ask('Who is their contact?'), role: ask('What does this person do?') },
    }),
  ],
}
