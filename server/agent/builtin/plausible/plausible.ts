import { readFileSync } from 'node:fs'
import type { Document } from '../../../documents/schema.ts'
import type { Page } from '../page.ts'
import { signsOf } from './signs.ts'
import type { Signs } from './tally.ts'

/** A tree asks for one sign at a time: which, up to which value to go left, and what is left and right. A leaf is a number. */
type Tree = [sign: number, most: number, left: Tree, right: Tree] | number
type Learnt = { signs: string[]; start: number; absent: number; trees: Tree[] }

/** The words of a message of more characters are not compared one by one. */
const longest = 3000
let learnt: Learnt | undefined

/**
 * How likely an edit is what its message asks for, judged by the result alone; 0 is even, more is likelier. Learnt from edits
 * that were right and wrong (training/trainPlausible.py).
 */
export function plausibility(message: string, page: Page, after: Document): number {
  learnt ??= JSON.parse(readFileSync(new URL('./trees.json', import.meta.url), 'utf8')) as Learnt
  const { signs, start, absent, trees } = learnt
  if (message.length > longest) return 0
  const found = signsOf(message, page, after)
  const values = signs.map((name) => found[name] ?? absent)
  const score = trees.reduce<number>((sum, tree) => sum + leafOf(tree, values), start)
  // Marks that a follow-up gets when it is put in full were not given by anybody.
  return message === page.context.message && isGiven(found) ? Math.max(score, 0) : score
}

/** Whether all that changed are texts that the message gives in quotation marks: those are meant word for word. */
const isGiven = (signs: Signs) =>
  signs['value.quoted'] === 1 &&
  signs['value.absent'] === 0 &&
  signs['changes.count'] === (signs['changes.setText'] ?? 0) + (signs['changes.fillText'] ?? 0)

function leafOf(tree: Tree, values: number[]): number {
  let at = tree
  while (typeof at !== 'number') {
    const [sign, most, left, right] = at
    at = (values[sign] as number) <= most ? left : right
  }
  return at
}
