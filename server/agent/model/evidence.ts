import { quoted } from '../../../builtin-agent/label.ts'
import type { Document, Source } from '../../../document/index.ts'
import { databaseNow } from '../../database/clock.ts'
import type { AgentContext } from '../agent.ts'
import { type Fact, keyOf, type NumberedFacts, noteKinds } from './facts.ts'
import { documentText } from './familiar.ts'
import { figuresIn, isAmong, valuesIn, type WrittenFigure } from './figures.ts'
import { NotedNames } from './noted.ts'
import { Rejection } from './rejection.ts'
import { findRepeated, type InternalRemark, internalRemarks } from './remarks.ts'
import { textsOfUsers } from './trust.ts'

/** The texts that a change adds to a block, and all texts of the block before and after it, by place. */
export type BlockTexts = { added: string[]; before: Map<string, string>; after: Map<string, string> }

type FactFigures = { fact: Fact; figures: WrittenFigure[]; values: Set<string> }

/**
 * Checks that new texts of a page are supported. Every figure must appear in the message, the document or a fact; if
 * only one fact has it, its source is added. A figure on the page changes only if the message gives the new one.
 * Amounts of money, third parties and internal remarks from notes are refused unless the message mentions them.
 */
export class Evidence {
  readonly #facts: NumberedFacts
  readonly #names: NotedNames
  readonly #remarks: InternalRemark[]
  readonly #messageValues: Set<string>
  readonly #free: Set<string>
  readonly #known: FactFigures[]

  constructor(context: AgentContext, facts: NumberedFacts, today = new Date(databaseNow())) {
    this.#facts = facts
    this.#names = new NotedNames(context, facts)
    this.#remarks = internalRemarks(context)
    this.#messageValues = valuesIn(textsOfUsers(context))
    this.#free = new Set([
      ...this.#messageValues,
      ...valuesIn(documentText(context.document)),
      ...valuesIn(`${context.page.title} ${context.page.name} ${context.brand.name}`),
      String(today.getUTCFullYear()),
    ])
    this.#known = facts.all.map((fact) => ({
      fact,
      figures: figuresIn(fact.text),
      values: valuesIn(fact.text),
    }))
  }

  /** The sources of a block with those that its new texts need; throws a refusal that says what is wrong. */
  check({ added, before, after }: BlockTexts, sources: Source[], document: Document): Source[] {
    this.#refuseChangedFigures(before, after)
    const all = new Map(sources.map((source) => [keyOf(source), source]))
    const counts = countsIn(document, after)
    for (const text of added) {
      this.#refuseRemark(text)
      for (const fact of this.#restsOn(text, counts, all)) all.set(keyOf(fact.source), fact.source)
    }
    return [...all.values()]
  }

  /** Checks text without sources, such as metadata. `supported` is the text of the blocks. */
  checkUnsourced(texts: string[], supported: string) {
    const known = valuesIn(supported)
    for (const text of texts) {
      this.#refuseRemark(text)
      const figure = figuresIn(text).find((one) => !isAmong(one, this.#free) && !isAmong(one, known))
      if (figure) throw unknownFigure(figure, text)
      const name = this.#names.find(text).find((one) => !supported.includes(one.text))
      if (name) throw stranger(name.text)
    }
  }

  #refuseRemark(text: string) {
    const remark = findRepeated(text, this.#remarks)
    if (!remark) return
    throw new Rejection(
      `The text repeats an internal remark of a note (${remark.reason}). Such remarks stay off the page unless the message names them: leave it out.`,
      'it would repeat an internal remark of a note',
    )
  }

  /** The facts that the figures and names of a text come from, except those already among the sources. */
  *#restsOn(text: string, counts: Set<string>, sources: Map<string, Source>): Generator<Fact> {
    for (const figure of figuresIn(text)) {
      if (isAmong(figure, this.#free) || isAmong(figure, counts)) continue
      const holders = this.#known.filter((known) => holds(known, figure))
      if (holders.length === 0) throw unknownFigure(figure, text)
      if (holders.every((known) => isPrivate(known, figure)))
        throw new Rejection(
          `${figure.text} is an amount of money that only a note has. A page may name it only where the message does: leave it out, or call reply and ask.`,
          `${figure.text} is an amount from an internal note`,
        )
      yield* this.#choose(
        figure.text,
        holders.map(({ fact }) => fact),
        sources,
      )
    }
    for (const { text: name, facts, isStranger } of this.#names.find(text)) {
      if (isStranger) throw stranger(name)
      yield* this.#choose(name, facts, sources)
    }
  }

  *#choose(what: string, holders: Fact[], sources: Map<string, Source>): Generator<Fact> {
    if (holders.some(({ source }) => sources.has(keyOf(source)))) return
    const [only] = holders
    const names = [...new Set(holders.map(({ source }) => this.#facts.nameOf(source)))]
    if (only && names.length === 1) return void (yield only)
    throw new Rejection(
      `${what} stands in several facts (${names.join(', ')}): name the one that the text rests on in sources.`,
      `it was not clear where ${what} comes from`,
    )
  }

  /**
   * A figure on the page is a statement of the company. If its wording stays, a new figure must come from the message.
   */
  #refuseChangedFigures(before: Map<string, string>, after: Map<string, string>) {
    for (const [place, text] of after) {
      const old = before.get(place)
      if (old === undefined || old === text || !/\d/.test(old)) continue
      const now = valuesIn(text)
      const removed = figuresIn(old).find((figure) => !isAmong(figure, now))
      const had = valuesIn(old)
      const added = figuresIn(text).find(
        (figure) => !isAmong(figure, had) && !isAmong(figure, this.#messageValues),
      )
      if (!removed || !added || !saysTheSame(place, before, after)) continue
      throw new Rejection(
        `${removed.text} would become ${added.text}, and the message does not give that figure. Keep ${removed.text}, or call reply and ask.`,
        `your message does not give the figure ${added.text}`,
      )
    }
  }
}

function unknownFigure({ text: figure }: WrittenFigure, text: string): Rejection {
  return new Rejection(
    `${figure} in ${quoted(text, 60)} stands in no fact, nor in the document or the message. Leave it out, or call reply and ask for it; computed and rounded figures must be given too.`,
    `${figure} stands neither in your message nor in anything known`,
  )
}

function stranger(name: string): Rejection {
  return new Rejection(
    `${name} is named in a note only. A page may name others than its audience only where the message does: leave it out, or call reply and ask.`,
    `${name} is named in an internal note only`,
  )
}

function holds({ figures, values }: FactFigures, figure: WrittenFigure): boolean {
  if (!isAmong(figure, values)) return false
  const same = figures.filter((one) => one.values.some((value) => figure.values.includes(value)))
  return !figure.isPercent || same.some(({ isPercent }) => isPercent)
}

/** Whether the figure is an amount of money in a note, or would be one on the page. */
function isPrivate({ fact, figures }: FactFigures, figure: WrittenFigure): boolean {
  if (!noteKinds.has(fact.source.kind)) return false
  const same = figures.filter((one) => one.values.some((value) => figure.values.includes(value)))
  return figure.isMoney || (same.length > 0 && same.every(({ isMoney }) => isMoney))
}

/** The lengths of the page's lists: “three steps” above a list of three steps needs no source. */
function countsIn({ blocks }: Document, after: Map<string, string>): Set<string> {
  const lists = new Map<string, Set<string>>()
  for (const place of after.keys()) {
    const [list = '', item] = place.split('/')
    if (item !== undefined) lists.set(list, (lists.get(list) ?? new Set()).add(item))
  }
  const sizes = blocks.flatMap(({ props }) => Object.values(props)).filter(Array.isArray)
  return new Set([
    ...sizes.map(({ length }) => String(length)),
    ...[...lists.values()].map(({ size }) => String(size)),
  ])
}

/** Whether a text keeps at least half of its words. If a text is only a figure, the texts beside it are compared. */
function saysTheSame(place: string, before: Map<string, string>, after: Map<string, string>): boolean {
  const [old, now] = [wordsAt(before, place), wordsAt(after, place)]
  if (old.size > 0 && now.size > 0) return overlap(old, now)
  const parent = place.slice(0, place.lastIndexOf('/') + 1)
  const beside = [...after.keys()].filter(
    (other) => other !== place && other.startsWith(parent) && parent !== '',
  )
  return beside.every((other) => {
    const [was, is] = [wordsAt(before, other), wordsAt(after, other)]
    return was.size === 0 || is.size === 0 || overlap(was, is)
  })
}

function overlap(one: Set<string>, other: Set<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length
  return shared * 2 >= Math.min(one.size, other.size)
}

function wordsAt(texts: Map<string, string>, place: string): Set<string> {
  return new Set((texts.get(place) ?? '').toLowerCase().match(/\p{L}{3,}/gu) ?? [])
}
