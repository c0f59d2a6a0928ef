import { readFileSync } from 'node:fs'
import type { Fixtures } from './inProcess.ts'
import type { Row } from './judge.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

function readPages(file: string): Fixtures {
  return JSON.parse(read(file)) as Fixtures
}

/** The pages that the rounds were written for. */
export const fixtures = readPages('./fixtures.json')

/** Pages to mend the agent with: six that were written beside the code, and twelve by others. */
export const otherPages = readPages('./otherPages.json')
export const practicePages = readPages('./practicePages.json')
/** Held-out pages: not used for training or mending, and their failing rows are not read. */
export const unseenPages = readPages('./unseenPages.json')
export const allPages = [fixtures, otherPages, practicePages, unseenPages]

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
