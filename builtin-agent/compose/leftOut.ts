import type { AgentContext } from '../agent.ts'
import { listed, quoted } from '../label.ts'
import { type NoteStatement, noteStem, rareWords, remarksOf } from './notes.ts'

const mostShown = 3

/** One line on the notes that were not used and why, with messages that would use them. */
export function unusedNotes(
  context: AgentContext,
  used: NoteStatement[],
): { line: string | undefined; messages: string[] } {
  const taken = new Set(used.map(({ text }) => text))
  const left = remarksOf(context).filter(({ text, shows }) => shows && !taken.has(text))
  if (left.length === 0) return { line: undefined, messages: [] }
  const lines = left
    .slice(0, mostShown)
    .map(({ text, reason }) => `${quoted(text, 60)} (${reason ?? 'I can’t turn it into a sentence to them'})`)
  const more = left.length - lines.length
  return {
    line: `I left out ${listed(more > 0 ? [...lines, `${more} more`] : lines)}.`,
    messages: left.slice(0, mostShown).flatMap(({ text }) => {
      const word = wordLike(text, rareWords(text)[0] ?? '')
      return word ? [`Use the note about ${word} anyway`] : []
    }),
  }
}

/** The word of a text that has a stem. */
function wordLike(text: string, wanted: string): string | undefined {
  return text
    .match(/[\p{L}\p{N}]+/gu)
    ?.find((word) => wanted !== '' && noteStem(word.toLowerCase()) === wanted)
}
