import { labelOf, listed } from '../../../builtin-agent/label.ts'
import type { Document } from '../../../document/index.ts'
import { asksAbout, mentions } from './asked.ts'
import { type FailedCall, missingChanges } from './failedCalls.ts'
import { claimedThings, claimsAll, impossibleClaims, withoutQuotations } from './honesty.ts'
import { type ChangedPart, type ChangeKind, changedParts, fieldWords, isNameOf, namesBlock } from './parts.ts'

export type ReportedRun = {
  message: string
  answer: string
  before: Document
  after: Document
  failed: FailedCall[]
  selectedId: string | undefined
}

const mostNamed = 6
/** From this many blocks on, “the page” or “everything” in an answer covers their changes. */
const several = 3

/**
 * What an answer leaves out or gets wrong, in sentences derived from the documents before and after the run and from
 * the refused calls. Empty if the answer is complete.
 */
export function reportOf(run: ReportedRun): string {
  const { message, answer, before, after, failed, selectedId } = run
  const parts = changedParts(before, after)
  const undone = missingChanges(failed, before, after, selectedId).filter(
    ({ isMentionedIn }) => isMentionedIn(withoutQuotations(answer)) || isMentionedIn(message),
  )
  return [
    unmentionedChanges(parts, answer, before),
    ...(parts.length > 0 ? undone.map(({ line }) => line) : []),
    ...(parts.length > 0 && undone.length === 0 ? [falselyClaimed(run)] : []),
    ...(asksAbout(message) ? [] : impossibleClaims(answer)),
  ]
    .filter((line) => line !== '')
    .join(' ')
}

/** Blocks that the answer names as changed although they are unchanged. */
function falselyClaimed({ answer, before, after }: ReportedRun): string {
  const things = claimedThings(answer)
  const same = before.blocks.filter(
    (block) =>
      things.some((thing) => isNameOf(thing, block)) &&
      JSON.stringify(after.blocks.find(({ id }) => id === block.id)) === JSON.stringify(block),
  )
  return same.length > 0 ? `Not changed: ${listed(same.map((block) => labelOf(block, before)))}.` : ''
}

function unmentionedChanges(parts: ChangedPart[], answer: string, before: Document): string {
  const mentioned = new Set(mentionedParts(parts, answer))
  const left = parts.filter((part) => !mentioned.has(part))
  const others = before.blocks.filter((block) => namesBlock(withoutQuotations(answer), block))
  const isVague = mentioned.size === 0 && others.length === 0
  // A single change needs no second sentence, unless something was removed or the answer is about something else.
  if (parts.length === 1 && isVague && left[0]?.how !== 'removed') return ''
  return sentencesFor(left, mentioned.size > 0)
}

function mentionedParts(parts: ChangedPart[], answer: string): ChangedPart[] {
  const words = withoutQuotations(answer)
  const mentioned = parts.filter(
    ({ names, texts }) =>
      mentions(words, names) || mentions(answer, names.slice(-1)) || quotes(answer, texts),
  )
  const used = new Set<string>()
  // “The headline” means one block, not every block with a headline; blocks whose field has it as its first name come
  // first.
  for (const most of [1, Number.POSITIVE_INFINITY])
    for (const part of parts) {
      const phrases = part.fields.flatMap((field) => fieldWords(field).slice(0, most))
      const found = phrases.filter((phrase) => !used.has(phrase) && mentions(words, [phrase]))
      for (const phrase of found) used.add(phrase)
      if (found.length > 0) mentioned.push(part)
    }
  const changed = parts.filter(({ how }) => how === 'changed')
  return changed.length >= several && claimsAll(words) ? [...mentioned, ...changed] : mentioned
}

/** Whether an answer repeats one of the texts, or two of their longer words. */
function quotes(answer: string, texts: string[]): boolean {
  const lower = answer.toLowerCase()
  if (texts.some((text) => text.length > 2 && lower.includes(text.toLowerCase()))) return true
  const words = new Set(texts.flatMap((text) => text.toLowerCase().match(/\p{L}{5,}/gu) ?? []))
  return [...words].filter((word) => lower.includes(word)).length >= 2
}

function sentencesFor(parts: ChangedPart[], isAlso: boolean): string {
  const hows: ChangeKind[] = ['changed', 'added', 'moved', 'removed']
  const lists = hows.flatMap((how) => {
    const labels = [...new Set(parts.filter((part) => part.how === how).map(({ label }) => label))]
    return labels.length > 0 ? [`${how}: ${shortList(labels)}`] : []
  })
  const text = lists.join('; ')
  return text === '' ? '' : isAlso ? `Also ${text}.` : `${text[0]?.toUpperCase()}${text.slice(1)}.`
}

function shortList(labels: string[]): string {
  const rest = labels.length - mostNamed
  return listed(rest > 1 ? [...labels.slice(0, mostNamed), `${rest} more`] : labels)
}
