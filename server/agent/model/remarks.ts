import { rareWords, remarksOf } from '../../../builtin-agent/compose/notes.ts'
import type { AgentContext } from '../agent.ts'
import { noteKinds } from './facts.ts'
import { familiarText } from './familiar.ts'
import { textsOfUsers } from './trust.ts'

/** A sentence of a note written for colleagues, and the words that identify it. */
export type InternalRemark = { text: string; reason: string; words: Set<string> }

const enough = 2
/** The reason that the built-in agent gives for sentences that are only too long. */
const tooLong = 'it is too long'

/**
 * Sentences of notes that are not meant for the audience: about money, competitors or the sale, opinions, private
 * life, secrets, contact data, and instructions. The rules of the built-in agent decide which ones. If the message
 * contains one of a sentence's words, it asks for that sentence, so it is allowed.
 */
export function internalRemarks(context: AgentContext): InternalRemark[] {
  const names = new Set(rareWords([context.person?.name, context.account?.name].join(' ')))
  const said = new Set(rareWords(textsOfUsers(context)).filter((word) => !names.has(word)))
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

/** The internal remark that a text repeats: they share two words, or the only one it has. */
export function findRepeated(text: string, remarks: InternalRemark[]): InternalRemark | undefined {
  const said = new Set(rareWords(text))
  return remarks.find(({ words }) => {
    const shared = [...words].filter((word) => said.has(word)).length
    return shared >= Math.min(enough, words.size)
  })
}
