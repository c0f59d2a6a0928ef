import { ask } from '../blocks/ask.ts'
import type { Document } from '../schema.ts'
import { block, customers, heard, outcome, proof } from './blocks.ts'

/** A page for people who decide together: the case, the result, the proof, the plan, the price, the answers. */
export const salesDeck: Document = {
  theme: {},
  blocks: [
    block('hero', 'hero', {
      eyebrow: 'Prepared for {{account.name|your team}}',
      headline: '{{account.name|You}} and {{brand.name}}: *the case on one page.*',
      subheadline: ask('What do they gain, by when, and what does it take?'),
      primaryAction: { label: 'Talk it through', link: 'action:primary' },
      note: 'Made to be forwarded.',
    }),
    heard('Where {{account.name|you}} stand today', [
      'The problem, as they put it',
      'Whom it costs time, and how much',
      'What it costs in money',
      'Why now?',
    ]),
    outcome('What changes', [
      'The result after a quarter',
      'The result after a year',
      'What it is worth in a year',
    ]),
    block('difference', 'comparison', {
      heading: 'Next to the alternatives',
      columns: [{ title: 'As it is' }, { title: 'In-house' }, { title: '{{brand.name}}', highlighted: true }],
      rows: [
        { label: 'First result', cells: [ask('As it is'), ask('In-house'), ask('With you')] },
        { label: 'Effort on your side', cells: [ask('As it is'), ask('In-house'), ask('With you')] },
        { label: 'Cost in the first year', cells: [ask('As it is'), ask('In-house'), ask('With you')] },
      ],
    }),
    proof(),
    customers(),
    block('plan', 'steps', {
      heading: 'The plan',
      items: [
        { when: ask('Date or week'), title: ask('Start: with which team?'), body: ask('What is set up?') },
        { when: ask('Date or week'), title: ask('First result'), body: ask('What do they see?') },
        { when: ask('Date or week'), title: ask('Decision'), body: ask('By which figures?') },
        { when: ask('Date or week'), title: ask('Roll-out'), body: ask('Who is next?') },
      ],
    }),
    block('price', 'pricing', {
      heading: 'What it costs',
      plans: [
        {
          name: ask('The plan you recommend'),
          price: ask('Price'),
          period: ask('per month, per site, once'),
          includes: [ask('What is in it?'), ask('What else?'), ask('What is free?')],
          highlighted: true,
        },
        { name: ask('A smaller start'), price: ask('Price'), description: ask('Who is it for?') },
        { name: ask('A larger plan'), price: ask('Price'), description: ask('Who is it for?') },
      ],
      note: ask('Terms, in a line'),
    }),
    block('questions', 'faq', {
      heading: 'What your colleagues will ask',
      items: [
        { question: 'Security: where is our data, and who sees it?', answer: ask('Your answer') },
        { question: 'Finance: what is the risk?', answer: ask('Your answer') },
        { question: 'IT: what do we have to run?', answer: ask('Your answer') },
      ],
    }),
    block('invitation', 'cta', {
      headline: 'Who else should see this?',
      body: 'Bring them to the next call. You choose the date and the questions.',
      primaryAction: { label: 'Talk it through', link: 'action:primary' },
      person: { name: ask('Who will they talk to?'), role: ask('What does this person do?') },
    }),
  ],
}
