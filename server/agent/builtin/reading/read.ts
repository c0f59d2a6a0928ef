import type { Document } from '../../../documents/schema.ts'
import type { Node } from '../nodes.ts'
import type { Page } from '../page.ts'
import { resolve } from '../targets.ts'
import { isMark, isWord, type Token } from '../tokens.ts'
import { fillerLength, verbAt } from '../verbs.ts'
import { determiners } from '../words/plain.ts'
import { readAdd } from './add.ts'
import { readAppend } from './append.ts'
import { unexplained } from './coverage.ts'
import { readMove } from './move.ts'
import { attempt, type Phrase, type Reading } from './reading.ts'
import { readReplace } from './replace.ts'
import { readSet } from './set.ts'

const readers = [readSet, readReplace, readMove, readAdd, readAppend]
const prepositions = new Set('in on under for at within inside from below above over of with'.split(' '))

/** All ways to understand some words as one wish, the most probable first. */
export function readPhrase(tokens: Token[], source: string, page: Page, continues: boolean): Reading[] {
  const readings: Reading[] = []
  const few = tokens.length > 90
  for (const { phrase, cost } of phrasesOf(tokens, source, page, continues, few))
    for (const read of few ? [readSet, readAdd] : readers)
      for (const reading of attempt(() => read(phrase)))
        readings.push({ ...reading, cost: reading.cost + cost })
  for (const reading of readings)
    if (reading.outcome.kind === 'done')
      reading.cost += 1.2 * unexplained(tokens, page, reading.outcome.draft.document).length
  return readings
    .filter(({ outcome }) => outcome.kind !== 'done' || !isSame(page.document, outcome.draft.document))
    .sort((a, b) => a.cost - b.cost)
}

const isSame = (one: Document, other: Document) => JSON.stringify(one) === JSON.stringify(other)

/** The wish itself, and the wish after a place or topic that it opens with: "In the FAQ, …", "Hero: …". */
function phrasesOf(
  tokens: Token[],
  source: string,
  page: Page,
  continues: boolean,
  few: boolean,
): { phrase: Phrase; cost: number }[] {
  const phrases: { phrase: Phrase; cost: number }[] = []
  const make = (words: Token[], scope: Node | undefined, cost: number) => {
    const from = fillerLength(words, 0)
    const rest = words.slice(from >= words.length ? 0 : from)
    const verb = verbAt(rest, 0)
    phrases.push({
      phrase: { tokens: rest, source, page, verb, body: rest.slice(verb?.length ?? 0), scope, continues },
      cost,
    })
    if (verb && !isWord(rest[0], 'add', 'remove', 'change', 'move'))
      phrases.push({
        phrase: { tokens: rest, source, page, verb: undefined, body: rest, scope, continues },
        cost: cost + 0.7,
      })
  }
  make(tokens, undefined, 0)
  const opens = prepositions.has(tokens[0]?.norm ?? '')
  for (let at = 1; at < Math.min(tokens.length - 1, 14); at++) {
    const isEdge = isMark(tokens[at], ',', ':', '–')
    if (!isEdge && !opens) continue
    if (tokens[at]?.kind === 'quote') continue
    const next = isEdge ? at + 1 : at
    if (
      !isEdge &&
      (next < 2 ||
        prepositions.has(tokens[next - 1]?.norm ?? '') ||
        determiners.has(tokens[next - 1]?.norm ?? ''))
    )
      continue
    let topic = tokens.slice(0, at)
    const verb = verbAt(topic, 0)
    if (
      verb &&
      isMark(tokens[at], ':') &&
      /^(?:reorder|order|rearrange|sort|update|change|edit|fix|adjust)$/.test(verb.phrase)
    )
      topic = topic.slice(verb.length)
    else if (opens) topic = topic.slice(1)
    else if (!isMark(tokens[at], ':', '–')) continue
    if (topic.length === 0 || topic.length > 9) continue
    const found = resolve(topic, page)
    if (found.kind !== 'found' || found.nodes.length !== 1) continue
    make(tokens.slice(next), found.nodes[0], isEdge ? 0.1 : 0.5)
  }
  return phrases.slice(0, few ? 1 : 8)
}
