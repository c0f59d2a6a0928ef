import { readCorrection } from './followUps/corrections.ts'
import { type FollowUp, lastTurn, resultOf } from './followUps/lastTurn.ts'
import { correctedIn } from './followUps/openings.ts'
import { readNudge, readRepeat } from './followUps/repeats.ts'
import type { Node } from './nodes.ts'
import type { OpenPage } from './page.ts'
import { readMessage } from './readMessage.ts'
import { isQuestion } from './recognisers/questions.ts'
import { readWishes } from './roles/model.ts'
import { wordsOf } from './tokens.ts'
import { touchedBy } from './touched.ts'
import { ordinals } from './words/plain.ts'

/** The nodes that the last change was about, which "it" refers to. */
export function focusOf(page: OpenPage): Node[] {
  const last = page.context.conversation.findLast(
    ({ author, operations }) => author === 'agent' && (operations?.length ?? 0) > 0,
  )
  return touchedBy(last?.operations ?? [], page).slice(0, 6)
}

/** Reads answers to a question, corrections and repetitions. */
export async function readFollowUp(page: OpenPage): Promise<FollowUp | undefined> {
  const { conversation, message } = page.context
  const asked = conversation.findLast(({ author }) => author === 'user')?.text
  const answered = conversation.findLast(({ author }) => author === 'agent')
  if (!asked || !answered || message.length > 400) return undefined
  const didChange = (answered.operations?.length ?? 0) > 0
  if (!didChange || /\?(?:\s|$)/.test(answered.text)) {
    const answer = await readAnswer(message, asked, page)
    if (answer) return answer
  }
  if (!didChange) return undefined
  const turn = await lastTurn(page)
  const found =
    turn &&
    (readNudge(message, turn) ??
      (await readRepeat(message, turn, page)) ??
      (await readCorrection(message, turn, page)))
  // After a change, an opening "no" introduces a correction, not a removal.
  return found ?? (/^\W*no\s*[,.!;…–-]/i.test(message) ? withoutOpening(message) : undefined)
}

function withoutOpening(message: string): FollowUp | undefined {
  const said = correctedIn(message)
  return said ? { message: said } : undefined
}

/** Reads an answer: an option, an agreement, a name, or the requested content. */
async function readAnswer(message: string, asked: string, page: OpenPage): Promise<FollowUp | undefined> {
  const words = wordsOf(message)
  if (words.length === 0 || words.length > 60) return undefined
  const { suggestions, wantsContent, completes } = await readMessage(asked, page)
  const choice = pick(words, suggestions)
  if (choice !== undefined) return { message: choice }
  const isQuoted = /^["“'‘]/.test(message.trim())
  const isCorrected = /\bi mean(?:t)?\b/i.test(message)
  const isWish =
    isQuestion(message) ||
    (!isQuoted &&
      (readWishes(message, page)[0]?.wishes ?? []).some(({ act, parts }) => act && parts.length > 1))
  if (!wantsContent || isWish || isCorrected) return undefined
  const text = message.trim()
  const given = /^["“'‘«„]|\|/.test(text) ? text : `"${text.replaceAll('"', "'")}"`
  const begun = asked.trim().replace(/[.!?]$/, '')
  const ways = [': ', ' answer ', ' to ', ' '].map((joint) => begun + joint + given)
  for (const joined of completes ? [`${completes} ${given}`, ...ways] : ways) {
    if (await resultOf({ message: joined }, page)) return { message: joined }
  }
  return undefined
}

/** The option that an answer chooses: by its position, by agreement, or by words that no other option has. */
function pick(words: readonly string[], options: string[]): string | undefined {
  if (options.length === 0 || words.length > 10) return undefined
  if (
    words.some((word) => /^(?:yes|yep|yeah|yup|sure|ok|okay|exactly|correct|right|please)$/.test(word)) &&
    options.length === 1 &&
    words.length <= 4
  )
    return options[0]
  const place = words
    .map((word) => ordinals[word] ?? (/^[123]$/.test(word) ? Number(word) : undefined))
    .find((value) => value !== undefined)
  if (place !== undefined && words.length <= 5 && place !== 0)
    return options.at(place > 0 ? place - 1 : place)
  const common = new Set(['the', 'one', 'a', 'by', 'of', 'in', 'yes', 'i', 'mean', 'meant', 'from', 'that'])
  const counts = options.map(
    (option) => words.filter((word) => !common.has(word) && wordsOf(option).includes(word)).length,
  )
  const best = Math.max(...counts)
  const content = words.filter((word) => !common.has(word)).length
  return best > 0 && best >= content / 2 && counts.filter((count) => count === best).length === 1
    ? options[counts.indexOf(best)]
    : undefined
}
