import { ask } from '../blocks/ask.ts'
import type { Document } from '../schema.ts'
import { block, customers, heard, outcome, proof } from './blocks.ts'

/** A page for people who contacted the company: what matters to them, what changes, proof, and a way to talk. */
export const inbound: Document = {
  theme: {},
  blocks: [
    block('hero', 'hero', {
      eyebrow: 'For {{account.name|you}}',
      headline: '{{account.name|Your team}}, *meet {{brand.name}}.*',
      subheadline: ask('In one sentence: what can they do next quarter that they cannot do today?'),
      primaryAction: { label: 'Pick a time', link: 'action:primary' },
      note: ask('How long does it take, and who will be there?'),
    }),
    heard('What you came for', [
      'Which problem brought them to you?',
      'What have they tried?',
      'What does it cost them today?',
      'By when does it have to work?',
    ]),
    outcome('What changes for {{account.name|you}}', [
      'What gets faster, and by how much?',
      'What do they stop losing?',
      'What is it worth in a year?',
    ]),
    proof(),
    customers(),
    block('path', 'steps', {
      heading: 'From here to a decision',
      items: [
        { when: ask('Date or week'), title: ask('What happens first?'), body: ask('Who does what?') },
        {
          when: ask('Date or week'),
          title: ask('What do they see next?'),
          body: ask('What do they need to bring?'),
        },
        {
          when: ask('Date or week'),
          title: ask('When can they decide?'),
          body: ask('What will they know by then?'),
        },
      ],
    }),
    block('questions', 'faq', {
      heading: 'Good questions to ask us',
      items: [
        { question: 'How much of our time does it take?', answer: ask('Hours, people, weeks') },
        {
          question: 'What happens to our data?',
          answer: ask('Where is it, who sees it, when is it deleted?'),
        },
        { question: 'What if it is not for us?', answer: ask('How do they stop, and what do they keep?') },
      ],
    }),
    block('invitation', 'cta', {
      headline: 'Bring one question.',
      body: 'Pick a time that suits you, and start with the one thing you want solved.',
      primaryAction: { label: 'Pick a time', link: 'action:primary' },
      person: { name: ask('Who will they talk to?'), role: ask('What does this person do?') },
      next: ['You pick a time.', 'You ask what you want to know.', 'You decide what happens next.'],
    }),
  ],
}
