import { labelOf, listed } from '../../../builtin-agent/label.ts'
import type { Document } from '../../../document/index.ts'
import { asksAbout, mentions } from './asked.ts'
import { type FailedCall, notDone } from './failedCalls.ts'
import { claimedThings, claimsAll, impossibleClaims, withoutQuotations } from './honesty.ts'
import { fieldWords, type How, isNameOf, namesBlock, type TouchedPart, touchedParts } from './parts.ts'

export type Run = {
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
export function reportOf(run: Run): string {
  const { message, answer, before, after, failed, selectedId } = run
  const parts = touchedParts(before, after)
  const undone = notDone(failed, before, after, selectedId).filter(
    ({ isToldIn }) => isToldIn(withoutQuotations(answer)) || isToldIn(message),
  )
  return [
    leftOut(parts, answer, before),
    ...(parts.length > 0 ? undone.map(({ line }) => line) : []),
    ...(parts.length > 0 && undone.length === 0 ? [untouched(run)] : []),
    ...(asksAbout(message) ? [] : impossibleClaims(answer)),
  ]
    .filter((line) => line !== '')
    .join(' ')
}

/** Blocks that the answer names as changed although they are unchanged. */
function untouched({ answer, before, after }: Run): string {
  const things = claimedThings(answer)
  const same = before.blocks.filter(
    (block) =>
      things.some((thing) => isNameOf(thing, block)) &&
      JSON.stringify(after.blocks.find(({ id }) => id === block.id)) === JSON.stringify(block),
  )
  return same.length > 0 ? `Not changed: ${listed(same.map((block) => labelOf(block, before)))}.` : ''
}

function leftOut(parts: TouchedPart[], answer: string, before: Document): string {
  const told = new Set(toldParts(parts, answer))
  const left = parts.filter((part) => !told.has(part))
  const others = before.blocks.filter((block) => namesBlock(withoutQuotations(answer), block))
  const isVague = told.size === 0 && others.length === 0
  // A single change needs no second sentence, unless something was removed or the answer is about something else.
  if (parts.length === 1 && isVague && left[0]?.how !== 'removed') return ''
  return sentencesFor(left, told.size > 0)
}

function toldParts(parts: TouchedPart[], answer: string): TouchedPart[] {
  const words = withoutQuotations(answer)
  const told = parts.filter(
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
      if (found.length > 0) told.push(part)
    }
  const changed = parts.filter(({ how }) => how === 'changed')
  return changed.length >= several && claimsAll(words) ? [...told, ...changed] : told
}

/** Whether an answer repeats one of the texts, or two of their longer words. */
function quotes(answer: string, texts: string[]): boolean {
  const lower = answer.toLowerCase()
  if (texts.some((text) => text.length > 2 && lower.includes(text.toLowerCase()))) return true
  const words = new Set(texts.flatMap((text) => text.toLowerCase().match(/\p{L}{5,}/gu) ?? []))
  return [...words].filter((word) => lower.includes(word)).length >= 2
}

function sentencesFor(parts: TouchedPart[], isAlso: boolean): string {
  const hows: How[] = ['changed', 'added', 'moved', 'removed']
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
