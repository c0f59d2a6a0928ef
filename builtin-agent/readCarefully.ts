import { check } from './check.ts'
import type { Conclusion } from './conclude.ts'
import { nameOf, namesOf } from './describe.ts'
import { findUnsaid, type Unsaid } from './destruction.ts'
import { quoted } from './label.ts'
import type { Node } from './nodes.ts'
import type { OpenPage } from './page.ts'
import { readMessage } from './readMessage.ts'
import { AgentReply, wouldHave } from './reply.ts'
import type { Wish } from './roles/wishes.ts'
import { correct } from './spelling.ts'
import { tokenise } from './tokens.ts'

/** A message as sent, its meaning in the context of earlier messages, and its wishes if they are already known. */
type Messages = { given: string; meant: string; wishes?: Wish[] | undefined }

/**
 * Reads a message, and asks before a destructive change that the message does not state explicitly: removing a section or
 * item, replacing a text by a part of itself, or changing three or more things at once.
 */
export async function readCarefully(
  messages: Messages,
  page: OpenPage,
  opened: OpenPage,
): Promise<Conclusion> {
  const read = await readMessage(messages.meant, page, messages.wishes)
  const unsaid = unsaidBy(read, messages, opened)
  if (!unsaid) return read
  const block = blockNode(unsaid.blockIds[0], opened)
  if (unsaid.kind === 'part' && unsaid.quoted !== undefined && block) {
    const meant = `replace “${unsaid.quoted}” with “${unsaid.value}” in ${nameOf(block, opened)}`
    const again = await readMessage(meant, page)
    if (again.draft && !unsaidBy(again, { given: meant, meant }, opened)) return again
  }
  const reply = new AgentReply()
  reply.answers.push(...read.reply.answers)
  reply.reasons.push(questionFor(unsaid, read.reply.done))
  return { draft: undefined, reply, suggestions: block ? sayingsFor(unsaid, opened) : [] }
}

function unsaidBy({ draft }: Conclusion, { given, meant }: Messages, opened: OpenPage): Unsaid | undefined {
  const checked = draft && check(opened, draft)
  if (!checked || !('operations' in checked)) return undefined
  const said = given === meant ? given : `${given}\n${meant}`
  const find = (message: string) => findUnsaid(message, opened.document, checked.document)
  return find(said) && find(`${said}\n${withoutSlips(meant, opened)}`)
}

/** The words of a message with typing errors corrected. */
function withoutSlips(message: string, page: OpenPage): string {
  return correct(tokenise(message), page)
    .map(({ norm }) => norm)
    .join(' ')
}

function questionFor(unsaid: Unsaid, done: string[]): string {
  const would = `I changed nothing yet. I ${wouldHave(done)}, but you did not say that`
  if (unsaid.kind === 'removal') return `${would} anything should go. Is that what you mean?`
  if (unsaid.kind === 'many') return `${would} several things should change. Name them, or say “all of them”.`
  return `${would} the rest of the text should go. Say which words should change, for example: replace ${quoted(unsaid.quoted ?? unsaid.value, 60)} with “…”.`
}

function sayingsFor({ kind, blockIds }: Unsaid, page: OpenPage): string[] {
  const blocks = blockIds.flatMap((id) => blockNode(id, page) ?? [])
  return kind === 'removal' ? [`Remove ${namesOf(blocks, page)}`] : []
}

function blockNode(id: string | undefined, page: OpenPage): Node | undefined {
  return page.nodes.find(({ kind, block }) => kind === 'block' && block?.id === id)
}
