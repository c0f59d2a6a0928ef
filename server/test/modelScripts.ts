import type { Turn } from './modelServer.ts'

const reply = (text: string) => ({ name: 'reply', input: { text } })

export function change(name: string, input: object): Turn {
  return { calls: [{ name, input }, reply('As asked.')] }
}

/** The turns of a capable model in the six checks. */
export const goodTurns = {
  answers: { text: ['ready'] },
  tools: change('moveBlock', { blockId: 'faq', afterId: 'hero' }),
  text: change('updateBlock', { blockId: 'hero', props: { headline: 'Ready in two weeks' } }),
  plan: change('updateItem', { blockId: 'pricing', list: 'plans', itemId: 'team', props: { name: 'Crew' } }),
  orders: change('updateItem', {
    blockId: 'pricing',
    list: 'plans',
    itemId: 'team',
    props: { price: '$59' },
  }),
  length: {
    calls: [
      { name: 'updateBlock', input: { blockId: 'hero', props: { headline: 'Welcome' } } },
      { name: 'updateBlock', input: { blockId: 'part30', props: { heading: 'Get in touch' } } },
      reply('As asked.'),
    ],
  },
} satisfies Record<string, Turn>

export const allGood: Turn[] = Object.values(goodTurns)
