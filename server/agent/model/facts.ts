import { Refusal } from '../../../builtin-agent/refusal.ts'
import type { CustomValues, Source } from '../../../document/index.ts'
import { toMilliseconds } from '../../time.ts'
import type { AgentContext } from '../agent.ts'

export const noteKinds: ReadonlySet<string> = new Set(['account_log', 'person_log', 'activity'])

/** Something known, with the source that a statement based on it must name. */
export type Fact = { source: Source; text: string; at?: string }

/** All facts that statements may be based on, the most reliable first. */
export function factsOf({ page, audience, person, account, notes }: AgentContext): Fact[] {
  const facts: Fact[] = []
  const add = (source: Source, text: string | null | undefined, at?: string) => {
    if (text) facts.push({ source, text, ...(at ? { at } : {}) })
  }
  if (person) {
    add({ kind: 'person_field', id: person.personId, field: 'name' }, person.name)
    add({ kind: 'person_field', id: person.personId, field: 'email' }, person.email)
    add({ kind: 'person_field', id: person.personId, field: 'jobTitle' }, person.jobTitle)
    add({ kind: 'person_field', id: person.personId }, presentValues(person.fields))
  }
  if (account) {
    add({ kind: 'account_field', id: account.accountId, field: 'name' }, account.name)
    add({ kind: 'account_field', id: account.accountId, field: 'domain' }, account.domain)
    add({ kind: 'account_field', id: account.accountId }, presentValues(account.fields))
  }
  add({ kind: 'supplementary_context', id: audience.audienceId }, audience.supplementaryContext)
  add({ kind: 'page_context', id: page.pageId }, page.pageContext)
  for (const { kind, id, text, createdAt } of notes) add({ kind, id }, text, createdAt)
  return facts
}

/** All custom fields as one fact, because they have one source. */
function presentValues(fields: CustomValues = {}): string {
  return Object.entries(fields)
    .map(([key, value]) => `${key.replaceAll('_', ' ')}: ${value}`)
    .join('; ')
}

/**
 * Numbers the facts of a run (`f1`, `f2`, …) and the sources of blocks that are no longer facts (`s1`, …). A model
 * copies two characters more reliably than an id of forty, and they take fewer tokens.
 */
export class NumberedFacts {
  readonly all: Fact[]
  readonly #names = new Map<string, string>()
  readonly #sources = new Map<string, Source>()

  constructor(context: AgentContext) {
    this.all = factsOf(context)
    for (const [index, { source }] of this.all.entries()) this.#add(`f${index + 1}`, source)
    const old = context.document.blocks.flatMap(({ sources }) => sources)
    for (const source of old)
      if (!this.#names.has(keyOf(source))) this.#add(`s${this.#names.size + 1}`, source)
  }

  /** Facts written by people outside the company, or recorded from visitors. */
  get notes(): Fact[] {
    return this.all.filter(({ source }) => noteKinds.has(source.kind))
  }

  nameOf(source: Source): string {
    return this.#names.get(keyOf(source)) ?? ''
  }

  /** Whether a source belongs to a fact that the model was shown. */
  has(source: Source): boolean {
    return this.nameOf(source).startsWith('f')
  }

  /** The source that a model names, by its number or as stored. */
  find(given: unknown): Source {
    const named = typeof given === 'string' ? this.#sources.get(given) : undefined
    if (named) return named
    const { source = given } = (given ?? {}) as { source?: unknown }
    if (typeof source === 'string') {
      const inside = this.#sources.get(source)
      if (inside) return inside
    }
    if (typeof source === 'object' && source !== null && this.#names.has(keyOf(source as Source)))
      return source as Source
    const last = this.all.length
    throw new Refusal(
      `There is no fact ${JSON.stringify(given)?.slice(0, 100).toWellFormed()}. ${last > 0 ? `The facts are f1 to f${last}.` : 'There are no facts, so sources must be empty.'} Leave out a statement that rests on none of them.`,
    )
  }

  #add(name: string, source: Source) {
    if (this.#names.has(keyOf(source))) return
    this.#names.set(keyOf(source), name)
    this.#sources.set(name, source)
  }
}

export function keyOf({ kind, id, field }: Source): string {
  return `${kind}/${id}/${field ?? ''}`
}

/** The date of a timestamp, in prose. */
export function dayOf(timestamp: string): string {
  return new Date(toMilliseconds(timestamp)).toISOString().slice(0, 10)
}
