import { readFileSync } from 'node:fs'
import type { Document } from '../../document/index.ts'
import type { Page } from '../page.ts'
import { Forest, type Tree } from './forest.ts'
import { signsOf } from './signs.ts'
import type { Signs } from './tally.ts'

type Learnt = { signs: string[]; start: number; absent: number; trees: Tree[] }

/** The words of a message of more characters are not compared one by one. */
const longest = 3000
type Loaded = Omit<Learnt, 'trees'> & { forest: Forest }
let learnt: Loaded | undefined
function load(): Loaded {
  const text = readFileSync(new URL('./trees.json', import.meta.url), 'utf8')
  const { trees, ...rest } = JSON.parse(text) as Learnt
  return { ...rest, forest: new Forest(trees) }
}

/**
 * How likely an edit is what its message asks for, judged by the result alone; 0 is even, more is likelier. Learnt from edits
 * that were right and wrong (training/trainPlausible.py).
 */
export function plausibility(message: string, page: Page, after: Document): number {
  learnt ??= load()
  const { signs, start, absent, forest } = learnt
  if (message.length > longest) return 0
  const found = signsOf(message, page, after)
  const values = signs.map((name) => found[name] ?? absent)
  const score = start + forest.sum(values)
  // Marks that a follow-up gets when it is put in full were not given by anybody.
  return message === page.context.message && isGiven(found) ? Math.max(score, 0) : score
}

/** Whether all that changed are texts that the message gives in quotation marks: those are meant word for word. */
const isGiven = (signs: Signs) =>
  signs['value.quoted'] === 1 &&
  signs['value.absent'] === 0 &&
  signs['changes.count'] === (signs['changes.setText'] ?? 0) + (signs['changes.fillText'] ?? 0)
