import type { Source } from '../../document/index.ts'
import type { AgentContext } from '../agent.ts'
import { noteStem, rareWords, remarksOf, sourcesOf } from './notes.ts'

/** Words for the same concern, so that a note matches items that use a synonym. */
const concerns = [
  'security secure sso login audit compliance gdpr soc iso encryption privacy data protection access permission trust safe',
  'speed fast slow time hour day week quick wait delay deadline latency performance',
  'integration integrate connect tool api crm salesforce hubspot slack stack existing system migrate migration import',
  'team people staff onboarding training adoption hire user colleague department rollout',
  'cost price budget save saving spend roi money cheaper',
  'report figure chart dashboard analytics metric measure insight number visibility status overview',
  'global region emea apac europe country language international office site expansion',
  'support help service answer contact response reliability uptime sla',
].map((line) => new Set(line.split(' ').map(noteStem)))

/** Sorts items by the audience's concerns, and returns the notes used. The sort is stable. */
export function orderByInterest<T extends object>(
  items: T[],
  context: AgentContext,
): { order: T[]; sources: Source[] } {
  const remarks = remarksOf(context)
    .filter(({ reason }) => reason === undefined)
    .map(({ text, source }) => ({ words: widened(rareWords(text)), source }))
  const scored = items.map((item) => {
    const words = new Set(rareWords(JSON.stringify(item)))
    const speaking = remarks.filter((remark) => [...remark.words].some((word) => words.has(word)))
    return {
      item,
      score: speaking.length,
      sources: speaking.filter(({ source }) => source.kind !== 'page_context'),
    }
  })
  const order = scored.toSorted((a, b) => b.score - a.score)
  return { order: order.map(({ item }) => item), sources: sourcesOf(order[0]?.sources ?? []) }
}

function widened(words: string[]): Set<string> {
  const own = new Set(words)
  for (const concern of concerns)
    if (words.some((word) => concern.has(word))) for (const word of concern) own.add(word)
  return own
}
