import { type Node, withAncestors } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import type { Referents } from '../references/rank.ts'
import { wordsOf } from '../tokens.ts'
import { assigned, trimmed, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

const titles =
  /\b(?:director|chief|officer|ceo|coo|cfo|cto|cmo|head|manager|owner|founder|president|[aes]?vp|lead|partner|chair|chairman|chairwoman|secretary|principal|dean|supervisor|coordinator|engineer|consultant)\b/i

/** Whether a value is a job title, with or without a company. */
export const isJob = (text: string) => titles.test(text.split(',')[0] ?? '') && wordsOf(text).length <= 8

/** Ways to set the author of a letter or a quote. */
export function* signatures(values: Part[], pointed: Referents[], page: OpenPage): Generator<Way> {
  const [name = '', ...role] = values.flatMap(({ text }) => trimmed(text).split(/,\s+/))
  if (isJob(name) || wordsOf(name).length > 6) return
  for (const { nodes, likelihood } of pointed) {
    const [node] = nodes as [Node]
    const block = withAncestors(node).at(-1) as Node
    const signature = block.children.find(({ prop }) => prop === 'signature')
    const person = signature ?? block
    const [named, does] = ['name', 'role'].map((prop) => person.children.find((child) => child.prop === prop))
    if (!named) continue
    const given = { name, ...(role.length > 0 ? { role: role.join(', ') } : {}) }
    if (!does || !given.role) yield assigned([{ node: named, value: name, cost: 0 }], likelihood, page)
    else
      yield assigned(
        [
          { node: named, value: name, cost: 0 },
          { node: does, value: given.role, cost: 0 },
        ],
        likelihood,
        page,
      )
  }
}
