import type { Block, Document } from '../../../document/index.ts'

/** Something to ask for, and what is wrong with the page that came of it; undefined when nothing is. */
export type Instruction = {
  message: string
  fault(document: Document, reply: string): string | undefined
}

const headline = 'Ready in two weeks'

/** A small page with the parts that people change most. */
export const scratchDocument: Document = {
  theme: {},
  blocks: [
    {
      id: 'hero',
      type: 'hero',
      props: { headline: 'Software for busy teams', subheadline: 'Plan, track and report in one place.' },
      sources: [],
    },
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

export const instructions: Instruction[] = [
  {
    message: `Change the headline to "${headline}"`,
    fault: (document) =>
      propsOf(document, 'hero').headline === headline
        ? unlessChanged(document, 'hero')
        : 'The headline is not what was asked for.',
  },
  {
    message: 'Raise the price of the Team plan to $59',
    fault: (document) => {
      const prices = itemsOf(document, 'pricing', 'plans').map(({ name, price }) => `${name} ${price}`)
      return prices.join() === 'Starter $19,Team $59,Company $199'
        ? unlessChanged(document, 'pricing')
        : `The plans are now ${prices.join(', ') || 'gone'}.`
    },
  },
  {
    message: 'Add a question to the FAQ: "Is there a trial?" with the answer "Yes, 14 days."',
    fault: (document) => {
      const questions = itemsOf(document, 'faq', 'items').map(({ question }) => question)
      return questions.length === 3 && questions.includes('Is there a trial?')
        ? unlessChanged(document, 'faq')
        : `The questions are now ${questions.join(', ') || 'gone'}.`
    },
  },
  {
    message: 'Move the FAQ above the pricing and remove the Starter plan',
    fault: (document) => {
      const order = document.blocks.map(({ id }) => id).join()
      const plans = itemsOf(document, 'pricing', 'plans').map(({ name }) => name)
      if (order !== 'hero,faq,pricing') return `The order is now ${order}.`
      return plans.join() === 'Team,Company'
        ? unlessChanged(document, 'pricing')
        : `The plans are now ${plans.join(', ') || 'gone'}.`
    },
  },
  {
    message: 'Should we show prices on a page like this? Just tell me what you think.',
    fault: (document, reply) =>
      reply.trim() === '' ? 'It did not answer the question.' : unlessChanged(document, undefined),
  },
]

function propsOf({ blocks }: Document, blockId: string): Record<string, unknown> {
  return (blocks.find(({ id }) => id === blockId)?.props ?? {}) as Record<string, unknown>
}

function itemsOf(document: Document, blockId: string, list: string): Record<string, unknown>[] {
  return (propsOf(document, blockId)[list] ?? []) as Record<string, unknown>[]
}

/** Names the blocks that changed although nobody asked. */
function unlessChanged(document: Document, blockId: string | undefined): string | undefined {
  const changed = scratchDocument.blocks.filter(
    (block) =>
      block.id !== blockId &&
      JSON.stringify(propsOf(document, block.id)) !== JSON.stringify(block.props as object),
  )
  return changed.length === 0
    ? undefined
    : `It also changed ${changed.map(({ id }) => id).join(' and ')}, which nobody asked for.`
}
