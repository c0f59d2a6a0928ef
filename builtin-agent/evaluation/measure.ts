import { builtinAgent } from '../builtin.ts'
import { type Fixtures, type Result, runRow } from './inProcess.ts'
import type { Row, Verdict } from './judge.ts'

/** What the built-in agent made of a set of instructions. */
export type Figures = {
  rows: number
  /** Rows in which an edit was due, and how many of these were carried out exactly. */
  due: number
  right: number
  /** Due edits for which it asked or said what it can't do instead. */
  asked: number
  /** Edits, and how many of these were not exactly what was asked for: another object or value, more, less, or none due. */
  edits: number
  wrong: number
  /** Edits of a part of what was asked, with a reply that names the rest; counted in `wrong` too. */
  named: number
  /** Edits where none was due; counted in `wrong` too. */
  acted: number
  /** Rows whose verdict is good, those in which nothing was due among them. */
  good: number
}

const wrongVerdicts: Verdict[] = ['wrong object', 'wrong edit', 'partial', 'unnecessary', 'acted']

export const isDue = ({ expected }: Row) => !expected.none && !expected.orNone
export const isWrong = ({ verdict }: Pick<Result, 'verdict'>) => wrongVerdicts.includes(verdict)

export function figuresOf(results: Result[]): Figures {
  const due = results.filter(({ row }) => isDue(row))
  const edits = results.filter(({ changed }) => changed.length > 0)
  return {
    rows: results.length,
    due: due.length,
    right: due.filter(({ verdict }) => verdict === 'good').length,
    asked: due.filter(({ changed }) => changed.length === 0).length,
    edits: edits.length,
    wrong: results.filter(isWrong).length,
    named: results.filter(({ verdict, reply }) => verdict === 'partial' && reply.includes('Not done: “'))
      .length,
    acted: results.filter(({ verdict }) => verdict === 'acted').length,
    good: results.filter(({ verdict }) => verdict === 'good').length,
  }
}

/** Runs rows in order; each gets a page of its own, so that they don't depend on each other. */
export async function runRows(rows: Row[], fixtures: Fixtures): Promise<Result[]> {
  const results: Result[] = []
  for (const row of rows) results.push(await runRow(builtinAgent, row, fixtures))
  return results
}

const percent = (part: number, whole: number) => `${whole ? Math.round((100 * part) / whole) : 0} %`

/** A line for people, such as in the README. */
export function lineOf(
  name: string,
  { due, right, asked, edits, wrong, named, acted, rows }: Figures,
): string {
  return `${name}: ${right} of ${due} due edits right (${percent(right, due)}), asked ${asked}, ${wrong} of ${edits} edits wrong (${percent(wrong, edits)}), ${named} of these in part and said so, acted ${acted} of ${rows - due}`
}
