import { readFileSync } from 'node:fs'
import type { Document } from '../../document/index.ts'
import type { OpenPage } from '../page.ts'
import { Forest, type Tree } from './forest.ts'
import { signsOf } from './signs.ts'
import type { Signs } from './tally.ts'

type Learnt = { signs: string[]; start: number; absent: number; trees: Tree[] }

/** In longer messages, words are not compared one by one. */
const longest = 3000
type Loaded = Omit<Learnt, 'trees'> & { forest: Forest }
let learnt: Loaded | undefined
function load(): Loaded {
  const text = readFileSync(new URL('./trees.json', import.meta.url), 'utf8')
  const { trees, ...rest } = JSON.parse(text) as Learnt
  return { ...rest, forest: new Forest(trees) }
}

/** The log-odds of an edit being right for a message, judged by the result alone (training/trainPlausible.py). */
export function plausibility(message: string, page: OpenPage, after: Document): number {
  learnt ??= load()
  const { signs, start, absent, forest } = learnt
  if (message.length > longest) return 0
  const found = signsOf(message, page, after)
  const values = signs.map((name) => found[name] ?? absent)
  const score = start + forest.sum(values)
  // Only quotation marks of the original message count, not those from completing a follow-up.
  return message === page.context.message && isGiven(found) ? Math.max(score, 0) : score
}

/** Whether the message quotes every changed text, so that each is meant verbatim. */
const isGiven = (signs: Signs) =>
  signs['value.quoted'] === 1 &&
  signs['value.absent'] === 0 &&
  signs['changes.count'] === (signs['changes.setText'] ?? 0) + (signs['changes.fillText'] ?? 0)
