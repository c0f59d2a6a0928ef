import { join, raw, Sql } from 'sql-template-tag'
import type { StatementResult } from './batch.ts'
import type { Connection, Outgoing } from './connection.ts'
import { type Fragment, nextPlace } from './sql.ts'

/** An insert whose rows are read by other inserts. */
export type WrittenRows = {
  insert: Fragment
  /** The columns that are read. */
  returning: Fragment
  /** The `from` clause of a statement that reads the rows from their table. */
  again: Fragment
}
/** Builds an insert that reads the rows of a `from` clause. */
export type DependentInsert = (from: Fragment) => Fragment

type WaitingStatement = {
  /** The position of the statement in the program's order. */
  place: number
  part: Outgoing | Insert
} & PromiseWithResolvers<StatementResult>
type Insert = { insert: Fragment; following: DependentInsert[] } | { last: Fragment }

/** Limits the number of distinct statement texts that long transactions produce. */
const mostJoined = 16

/**
 * The unsent statements of a transaction. Those of one event loop turn are sent as one batch, in the order in which
 * the program made them, whichever of them is awaited first.
 */
export class Outbox {
  readonly #connection: Connection
  readonly #joins: boolean
  #waiting: WaitingStatement[] = []

  /** On Citus inserts are not joined: it would send their results to all workers, one of which may be down. */
  constructor(connection: Connection, { isDistributed }: { isDistributed: boolean }) {
    this.#connection = connection
    this.#joins = !isDistributed
  }

  add(statement: Outgoing, place = nextPlace()): Promise<StatementResult> {
    return this.#add(place, statement)
  }

  /** Consecutive inserts are joined into one statement and share its result. */
  append(insert: Fragment, following: DependentInsert[]): Promise<StatementResult> {
    return this.#add(nextPlace(), { insert, following })
  }

  /** A select that is sent in one statement with the inserts before it. */
  appendLast(last: Fragment): Promise<StatementResult> {
    return this.#add(nextPlace(), { last })
  }

  send() {
    const waiting = this.#waiting.sort((a, b) => a.place - b.place)
    this.#waiting = []
    const groups = this.#group(waiting)
    const answers = this.#connection.send(groups.map(toStatement))
    for (const [nth, group] of groups.entries())
      for (const { resolve } of group) resolve(answers[nth] as Promise<StatementResult>)
  }

  #add(place: number, part: WaitingStatement['part']): Promise<StatementResult> {
    const waiting = { place, part, ...Promise.withResolvers<StatementResult>() }
    if (this.#waiting.push(waiting) === 1) setImmediate(() => this.send())
    return waiting.promise
  }

  /** Groups waiting statements into those sent as one. */
  #group(waiting: WaitingStatement[]): WaitingStatement[][] {
    const groups: WaitingStatement[][] = []
    for (const one of waiting) {
      const group = groups.at(-1)
      const isJoined =
        this.#joins &&
        group !== undefined &&
        group.length < mostJoined &&
        ![one, ...group].some(({ part }) => 'text' in part)
      if (isJoined) group.push(one)
      else groups.push([one])
    }
    return groups
  }
}

function toStatement(group: WaitingStatement[]): Outgoing {
  const [{ part }] = group as [WaitingStatement]
  if ('text' in part) return part
  if (group.length === 1 && 'insert' in part && part.following.length === 0) return part.insert
  return joinInserts(group.map(({ part }) => part as Insert))
}

function joinInserts(inserts: Insert[]): Sql {
  const parts: Fragment[] = []
  const add = (insert: Fragment): Fragment => {
    const name = raw(`appended_${parts.length}`)
    parts.push(new Sql(['', ' as (', ')'], [name, insert]))
    return name
  }
  let last = raw('select')
  for (const one of inserts) {
    if ('last' in one) {
      last = one.last
      continue
    }
    const returned = add(one.insert)
    const from = new Sql(['from ', ' as d'], [returned])
    for (const next of one.following) add(next(from))
  }
  return parts.length === 0 ? last : new Sql(['with ', ' ', ''], [join(parts, ', '), last])
}
