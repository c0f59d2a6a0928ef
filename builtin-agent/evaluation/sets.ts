import { readFileSync } from 'node:fs'
import type { Fixtures } from './inProcess.ts'
import type { Row } from './judge.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** The pages that the rounds were written for. */
export const fixtures = JSON.parse(read('./fixtures.json')) as Fixtures

/** The rows of a file of instructions beside this one. */
export const rowsIn = (file: string): Row[] =>
  read(`./${file}`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

/** The round that a row belongs to. */
export const roundOf = ({ id }: Row) => Number(/^r(\d+)-/.exec(id)?.[1])

let rounds: Row[] | undefined
/** The instructions of some rounds, 1 to 119; without numbers those of all. */
export function rowsOfRounds(from = 1, to = Number.POSITIVE_INFINITY): Row[] {
  rounds ??= rowsIn('rounds.jsonl')
  return rounds.filter((row) => roundOf(row) >= from && roundOf(row) <= to)
}
