import { rareWords, remarksOf } from '../../../builtin-agent/compose/notes.ts'
import type { AgentContext } from '../agent.ts'
import { noteKinds } from './facts.ts'
import { familiarText } from './familiar.ts'
import { saidBy } from './trust.ts'

/** A sentence of a note that was written for colleagues, and the words that give it away. */
export type InternalRemark = { text: string; reason: string; words: Set<string> }

const enough = 2
/** Given by the built-in agent to sentences that it can't use for their length alone. */
const tooLong = 'it is too long'

/**
 * Sentences of notes that are not for the audience: about money, a competitor or the sale, opinions, private life,
 * secrets, contact data, and instructions. Which they are is decided by the same rules as in the built-in agent. A message
 * that has one of the words of such a sentence asks for it and releases it.
 */
export function internalRemarks(context: AgentContext): InternalRemark[] {
  const names = new Set(rareWords([context.person?.name, context.account?.name].join(' ')))
  const said = new Set(rareWords(saidBy(context)).filter((word) => !names.has(word)))
  const remarks = remarksOf(context).filter(({ source }) => noteKinds.has(source.kind))
  const open = remarks.filter(({ reason }) => !reason).flatMap(({ text }) => rareWords(text))
  const familiar = new Set([...rareWords(familiarText(context)), ...open])
  return remarks.flatMap(({ text, reason }) => {
    const all = rareWords(text)
    if (!reason || reason === tooLong || all.some((word) => said.has(word))) return []
    const words = new Set(all.filter((word) => !familiar.has(word)))
    return words.size > 0 ? [{ text, reason, words }] : []
  })
}

/** The internal remark that a text repeats: it shares two of its words, or the only one there is. */
export function findRepeated(text: string, remarks: InternalRemark[]): InternalRemark | undefined {
  const said = new Set(rareWords(text))
  return remarks.find(({ words }) => {
    const shared = [...words].filter((word) => said.has(word)).length
    return shared >= Math.min(enough, words.size)
  })
}
