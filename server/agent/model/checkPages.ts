import type { Block, Document } from '../../../document/index.ts'

const hero = {
  id: 'hero',
  type: 'hero',
  props: { headline: 'Software for busy teams', subheadline: 'Plan, track and report in one place.' },
  sources: [],
}

/** A small page with the blocks that are edited most. */
export const scratchPage: Document = {
  theme: {},
  blocks: [
    hero,
    {
      id: 'pricing',
      type: 'pricing',
      props: {
        heading: 'Pricing',
        plans: [
          { id: 'starter', name: 'Starter', price: '$19', period: 'per month' },
          { id: 'team', name: 'Team', price: '$49', period: 'per month' },
          { id: 'company', name: 'Company', price: '$199', period: 'per month' },
        ],
      },
      sources: [],
    },
    {
      id: 'faq',
      type: 'faq',
      props: {
        heading: 'Questions',
        items: [
          { id: 'contract', question: 'Is there a contract?', answer: 'No, you can leave any month.' },
          { id: 'import', question: 'Can we import our data?', answer: 'Yes, from spreadsheets.' },
        ],
      },
      sources: [],
    },
  ] as Block[],
}

const topics = [
  ['planning', 'Plans are made in one place and everybody sees the same dates'],
  ['reporting', 'Reports are ready on Monday morning without anyone collecting figures'],
  ['hand-overs', 'The next shift reads what happened and goes on from there'],
  ['approvals', 'Requests reach the right person and are decided within a day'],
  ['budgets', 'Costs are compared with the plan while there is still time to act'],
] as const

/** About 25,000 characters, which is longer than nearly all pages; about 11,000 tokens with the rest of the prompt. */
export const longPage: Document = {
  theme: {},
  blocks: [hero, ...Array.from({ length: 30 }, (_, number) => section(number + 1))] as Block[],
}

function section(number: number) {
  const items = topics.slice(0, 4).map(([topic, benefit], place) => ({
    id: `q${place + 1}`,
    question: `How does section ${number} help with ${topic}?`,
    answer: `${benefit}. Teams of ${number * 5} people set this up in an afternoon.`,
  }))
  return { id: `part${number}`, type: 'faq', props: { heading: `Part ${number}`, items }, sources: [] }
}
