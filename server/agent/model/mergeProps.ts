import { Refusal } from '../../../builtin-agent/refusal.ts'
import type { Item } from '../../../document/index.ts'
import { type Fields, nameItem, nameOf } from './input.ts'

/**
 * Merges the fields of a call into the existing ones: objects by field, items of lists by id. null removes a field.
 * List entries are only removed if the call says so (`dropItems`), because models often send a single entry when they
 * mean to change only that one.
 */
export function mergeProps(old: Fields, given: Fields, dropItems: boolean): Fields {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, mergeValue(old[name], value, { name, dropItems })]),
  )
}

type PropPlace = { name: string; dropItems: boolean }

function mergeValue(old: unknown, given: unknown, place: PropPlace): unknown {
  if (Array.isArray(old) && Array.isArray(given))
    return old.every(isObject) ? mergeItems(old as Item[], given, place) : keepEntries(old, given, place)
  return isObject(old) && isObject(given) ? mergeFields(old, given, place.dropItems) : given
}

function mergeFields(old: Fields, given: Fields, dropItems: boolean): Fields {
  const merged = { ...old, ...mergeProps(old, given, dropItems) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

function mergeItems(old: Item[], given: unknown[], { name, dropItems }: PropPlace): unknown[] {
  const found = given.map((item, index) => findOld(old, given, item, index))
  const merged = given.map((item, index) => {
    const before = found[index]
    return before && isObject(item)
      ? { ...mergeFields(before, item, dropItems), ...(before.id ? { id: before.id } : {}) }
      : item
  })
  const left = old.filter((item) => !found.includes(item))
  if (dropItems || left.length === 0) return merged
  if (found.every((item) => item === undefined))
    throw new Refusal(
      `${name}: none of these ${given.length} items is one of ${old.map(nameItem).join(', ')}. Name their ids, use addItem, or set dropItems to replace the whole list.`,
    )
  const added = merged.filter((_, index) => found[index] === undefined)
  const changed = new Map(found.map((item, index) => [item, merged[index]]))
  return [...old.map((item) => changed.get(item) ?? item), ...added]
}

/** The existing item for an entry: by its id, by its name, or by its position in a list of the same length. */
function findOld(old: Item[], given: unknown[], entry: unknown, index: number): Item | undefined {
  if (!isObject(entry)) return undefined
  if (typeof entry.id === 'string') return old.find(({ id }) => id === entry.id)
  if (given.length === old.length) return old[index]
  const name = nameOf(entry)?.trim().toLowerCase()
  const same = old.filter((item) => name !== undefined && nameOf(item)?.trim().toLowerCase() === name)
  return same.length === 1 ? same[0] : undefined
}

function keepEntries(old: unknown[], given: unknown[], { name, dropItems }: PropPlace): unknown[] {
  if (dropItems || given.length >= old.length) return given
  const gone = old
    .filter((entry) => !given.includes(entry))
    .map((entry) => `“${String(entry).slice(0, 40).toWellFormed()}”`)
  throw new Refusal(
    `${name}: ${old.length} → ${given.length} would take away ${gone.join(', ')}. Send the whole list, or set dropItems to drop entries.`,
  )
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
