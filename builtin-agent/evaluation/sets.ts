import { readFileSync } from 'node:fs'
import type { Fixtures } from './inProcess.ts'
import type { Row } from './judge.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** The pages that the rounds were written for. */
export const fixtures = JSON.parse(read('./fixtures.json')) as Fixtures

/** Pages that nothing was trained with. The agent may be mended with the first three, never with the last three. */
export const otherPages = JSON.parse(read('./otherPages.json')) as Fixtures
const heldOut = ['turbine', 'venue', 'museum']

/** The rows of a file of instructions beside this one. */
export const rowsIn = (file: string): Row[] =>
  read(`./${file}`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

/** The round that a row belongs to. */
export const roundOf = ({ id }: Row) => Number(/^r(\d+)-/.exec(id)?.[1])

/** Instructions for the other pages: those for mending, or those that are held out. */
export const rowsOfOtherPages = (isHeldOut: boolean): Row[] =>
  rowsIn('otherPages.jsonl').filter(({ setup }) => heldOut.includes(setup.fixture) === isHeldOut)

let rounds: Row[] | undefined
/** The instructions of some rounds, 1 to 119; without numbers those of all. */
export function rowsOfRounds(from = 1, to = Number.POSITIVE_INFINITY): Row[] {
  rounds ??= rowsIn('rounds.jsonl')
  return rounds.filter((row) => roundOf(row) >= from && roundOf(row) <= to)
}
