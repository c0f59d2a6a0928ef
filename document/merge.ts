import { canonicalJson } from '../shared/canonicalJson.ts'
import { type Item, listsOf } from './ids.ts'
import { movedIds } from './order.ts'
import { type Block, type Document, mostBlocks, mostSources, type Source } from './schema.ts'
import { blockErrors, sizeError } from './validate.ts'

/**
 * A three-way merge. `was` is the page's document that the audience's document was made from, `base` the current one,
 * both filled in with the audience's facts, and `audience` the audience's document. A change of one side is taken.
 * Different changes of both sides to the same part are a conflict: the audience's side is kept unless `decide` returns
 * otherwise, or the block is locked in the base.
 * The same rules apply at every level: theme and metadata by property, blocks by id, their props by name, items of
 * lists by id, objects inside by property.
 */
export function mergeDocuments(sides: Sides<Document>, decide: Decide = () => 'keep'): Merge {
  const merge = new Merging(decide)
  const blocks = merge.sequence(
    mapSides(sides, (side) => side.blocks),
    {},
    (block) => merge.block(block),
  )
  const metadata = merge.fields(
    mapSides(sides, (side) => side.metadata ?? {}),
    { part: 'metadata' },
  )
  const theme = merge.fields(
    mapSides(sides, (side) => side.theme),
    { part: 'theme' },
  )
  const document: Document = { theme, blocks, ...(Object.keys(metadata).length > 0 ? { metadata } : {}) }
  if (blocks.length <= mostBlocks && !sizeError(document)) return { document, conflicts: merge.conflicts }
  return { document: sides.audience, conflicts: [conflictOf({ part: 'size' }, 'changed', {}, 'audience')] }
}

/** A value before the changes, and on each side. */
export type Sides<T> = { was: T; base: T; audience: T }

function mapSides<T, U>({ was, base, audience }: Sides<T>, read: (side: T) => U): Sides<U> {
  return { was: read(was), base: read(base), audience: read(audience) }
}

export type Merge = { document: Document; conflicts: MergeConflict[] }

/** Where in a document a change was made. */
export type MergePlace = {
  /** Set for changes outside of blocks; `size`: both changes together exceed the limits of a document. */
  part?: 'theme' | 'metadata' | 'size'
  blockId?: string
  list?: string
  itemId?: string
  /** Path within the block, item or part, such as `headline` or `primaryAction/label`. */
  field?: string
}

export type MergeConflict = {
  /** Derived from place and kind, so it is the same in every merge of the page. */
  conflictId: string
  kind: 'changed' | 'removedInBase' | 'removedByAudience' | 'moved'
  place: MergePlace
  /** The value before the changes and on each side; undefined where it was removed. */
  was?: unknown
  base?: unknown
  audience?: unknown
  result: 'audience' | 'base' | 'text'
}

export type Decision = 'keep' | 'take' | { text: string }
export type Decide = (conflict: MergeConflict) => Decision

type Values = Partial<Sides<unknown>>
type ObjectFields = Record<string, unknown>
type Keyed = { id: string }

function conflictOf(
  place: MergePlace,
  kind: MergeConflict['kind'],
  values: Values,
  result: MergeConflict['result'],
): MergeConflict {
  const { part, blockId, list, itemId, field } = place
  const path = [part, blockId, list, itemId, field].filter((step) => step !== undefined).join('/')
  return { conflictId: `${kind}:${path}`, kind, place, ...values, result }
}

function same(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b)
}

/** Some objects are only merged as a whole: an image and its description belong together. */
function isMergeable(value: unknown): value is ObjectFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('assetId' in value)
}

class Merging {
  conflicts: MergeConflict[] = []
  private isLocked = false
  private readonly decide: Decide

  constructor(decide: Decide) {
    this.decide = decide
  }

  /** Records a conflict and returns its decision: the side to take, or a text. */
  private settle(place: MergePlace, kind: MergeConflict['kind'], values: Values): Decision {
    const conflict = conflictOf(place, kind, values, 'audience')
    const decision = this.isLocked ? 'take' : this.decide(conflict)
    const result = decision === 'take' ? 'base' : decision === 'keep' ? 'audience' : 'text'
    this.conflicts.push({ ...conflict, result })
    return decision
  }

  fields<T extends object>(sides: Sides<T>, place: MergePlace, skipped: string[] = []): T {
    const { was, base, audience } = mapSides(sides, (side) => side as ObjectFields)
    // The audience's field order comes first, so that a merge without changes returns the same JSON.
    const names = new Set([...Object.keys(audience), ...Object.keys(base)])
    const merged: ObjectFields = {}
    for (const name of names) {
      if (skipped.includes(name)) continue
      const field = place.field === undefined ? name : `${place.field}/${name}`
      const values = { was: was[name], base: base[name], audience: audience[name] }
      const value = this.value(values, { ...place, field })
      if (value !== undefined) merged[name] = value
    }
    return merged as T
  }

  private value(values: Sides<unknown>, place: MergePlace): unknown {
    const { was, base, audience } = values
    if (same(base, was)) return audience
    if (same(audience, was) || same(audience, base)) return base
    if (isMergeable(was) && isMergeable(base) && isMergeable(audience))
      return this.fields({ was, base, audience }, place)
    const decision = this.settle(place, 'changed', values)
    if (typeof decision === 'object') return decision.text
    return decision === 'take' ? base : audience
  }

  block(sides: Sides<Block>): Block {
    const { base, audience } = sides
    const before = this.conflicts.length
    return this.whileLocked(base.locked, () => {
      const merged = this.mergeBlock(sides)
      if (blockErrors(merged).length === 0) return merged
      // Both changes together are invalid: the block becomes one conflict.
      this.conflicts.length = before
      return this.settle({ blockId: base.id }, 'changed', sides) === 'take' ? base : audience
    })
  }

  private whileLocked<T>(isLocked: boolean | undefined, run: () => T): T {
    const before = this.isLocked
    this.isLocked = before || isLocked === true
    try {
      return run()
    } finally {
      this.isLocked = before
    }
  }

  private mergeBlock(sides: Sides<Block>): Block {
    const { was, base, audience } = sides
    const { id, type } = audience
    const at = { blockId: id }
    if (was.type !== base.type || was.type !== type) return this.value(sides, at) as Block
    const lists = listsOf(type)
    const allProps = mapSides(sides, ({ props }) => props as ObjectFields)
    const props: ObjectFields = this.fields(allProps, at, lists)
    for (const list of lists) {
      const items = this.list(
        mapSides(allProps, (side) => side[list] as Item[] | undefined),
        { ...at, list },
      )
      if (items !== undefined) props[list] = items
    }
    const hidden = this.value(
      mapSides(sides, (side) => side.hidden),
      { ...at, field: 'hidden' },
    )
    return {
      id,
      type,
      props: inOrderOf(allProps.audience, props),
      sources: mergeSources(mapSides(sides, ({ sources }) => sources)),
      ...(hidden === undefined ? {} : { hidden }),
      ...(base.locked === undefined ? {} : { locked: base.locked }),
    } as Block
  }

  private list(sides: Sides<Item[] | undefined>, place: MergePlace): Item[] | undefined {
    const { was, base, audience } = sides
    if (same(base, was)) return audience
    if (same(audience, was)) return base
    // If one side has no list, it is merged as a whole.
    if (!was || !base || !audience) return this.value(sides, place) as Item[] | undefined
    return this.sequence({ was, base, audience }, place, (item) =>
      this.fields(item, { ...place, itemId: item.audience.id }),
    )
  }

  /** Merges an ordered list of blocks or items by id: presence, content, order. */
  sequence<T extends Keyed>(sides: Sides<T[]>, place: MergePlace, mergeOne: (one: Sides<T>) => T): T[] {
    const at = (id: string): MergePlace =>
      place.list === undefined ? { blockId: id } : { ...place, itemId: id }
    const byId = mapSides(sides, (side) => new Map(side.map((one) => [one.id, one])))
    const merged = new Map<string, T>()
    for (const { id } of [...sides.audience, ...sides.base]) {
      if (merged.has(id)) continue
      const one = this.one(
        mapSides(byId, (side) => side.get(id)),
        at(id),
        mergeOne,
      )
      if (one !== undefined) merged.set(id, one)
    }
    const order = this.order(
      mapSides(sides, (side) => side.map(({ id }) => id)),
      (id) => merged.has(id),
      at,
    )
    return order.flatMap((id) => merged.get(id) ?? [])
  }

  private one<T extends Keyed>(
    sides: Sides<T | undefined>,
    place: MergePlace,
    mergeOne: (one: Sides<T>) => T,
  ): T | undefined {
    const { was, base, audience } = sides
    // New on one side, or on both under the same id.
    if (!was) return base && audience ? (this.value(sides, place) as T) : (base ?? audience)
    if (base && audience) return mergeOne({ was, base, audience })
    const left = base ?? audience
    if (!left || same(left, was)) return undefined
    const kind = base ? 'removedByAudience' : 'removedInBase'
    return this.whileLocked((base as { locked?: boolean } | undefined)?.locked, () =>
      this.settle(place, kind, sides) === 'take' ? base : audience,
    )
  }

  /**
   * The audience's order, with everything that the base added or moved after its nearest predecessor in the base that
   * is present.
   */
  private order(
    sides: Sides<string[]>,
    isThere: (id: string) => boolean,
    at: (id: string) => MergePlace,
  ): string[] {
    const { was, base, audience } = mapSides(sides, (side) => new Set(side))
    const common = mapSides(sides, (side) =>
      side.filter((id) => was.has(id) && base.has(id) && audience.has(id)),
    )
    const moves = findMoves(common)
    const placed = new Set(sides.base.filter((id) => isThere(id) && !audience.has(id)))
    for (const id of common.base.filter((one) => moves.base.has(one))) {
      const before = mapSides(common, (ids) => ids[ids.indexOf(id) - 1] ?? null)
      if (before.base === before.audience) {
        // The audience has it after the same predecessor, so it moves with that one.
        if (before.base && placed.has(before.base)) placed.add(id)
      } else if (!moves.audience.has(id) || this.settle(at(id), 'moved', before) === 'take') placed.add(id)
    }
    const order = sides.audience.filter((id) => isThere(id) && !placed.has(id))
    let previous = -1
    for (const id of sides.base) {
      if (placed.has(id)) order.splice(previous + 1, 0, id)
      const found = order.indexOf(id)
      if (found !== -1) previous = found
    }
    return order
  }
}

/**
 * The ids that each side moved: those outside the longest subsequence that kept its order. A swap can be interpreted as
 * a move of either neighbour; the interpretation in which both sides moved different ones is chosen.
 */
function findMoves({ was, base, audience }: Sides<string[]>) {
  const audienceFirst = movedIds(was, audience)
  const baseFirst = movedIds(was, base)
  const readings = [
    { base: movedIds(was, base, audienceFirst), audience: audienceFirst },
    { base: baseFirst, audience: movedIds(was, audience, baseFirst) },
  ] as const
  const [one, other] = readings.map((moves) => [...moves.base].filter((id) => moves.audience.has(id)).length)
  return readings[Number(other) < Number(one) ? 1 : 0]
}

/** Sources are a set: additions and removals of both sides apply. */
function mergeSources(sides: Sides<Source[]>): Source[] {
  const { was, base, audience } = mapSides(sides, (side) => new Set(side.map(canonicalJson)))
  const isNew = (key: string) => !was.has(key)
  const kept = sides.audience.filter((one) => base.has(canonicalJson(one)) || isNew(canonicalJson(one)))
  const added = sides.base.filter((one) => isNew(canonicalJson(one)) && !audience.has(canonicalJson(one)))
  return [...kept, ...added].slice(0, mostSources)
}

/** Sorts fields like those of the audience, so that unchanged blocks have the same JSON. */
function inOrderOf(model: ObjectFields, fields: ObjectFields): ObjectFields {
  const names = [...Object.keys(model), ...Object.keys(fields)]
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]),
  )
}
