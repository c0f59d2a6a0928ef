import { canonicalJson } from '../shared/canonicalJson.ts'
import { type InputError, Problem } from '../shared/problem.ts'
import type { Block, Document } from './schema.ts'

/**
 * The violations of locks in a new document of an audience. Locked blocks can't be changed, removed or reordered, and
 * audiences can't lock or unlock blocks. Other blocks may move around them.
 */
export function lockErrors(before: Document, after: Document): InputError[] {
  const locked = before.blocks.filter((block) => block.locked)
  const places = new Map(after.blocks.map(({ id }, place) => [id, place]))
  const errors: InputError[] = []
  let previous = -1
  for (const block of locked) {
    const place = places.get(block.id)
    if (place === undefined) {
      errors.push({ path: '/blocks', message: `lacks the locked block ${block.id}` })
      continue
    }
    const path = `/blocks/${place}`
    if (canonicalJson(after.blocks[place]) !== canonicalJson(block))
      errors.push({ path, message: `changes the locked block ${block.id}` })
    else if (place < previous) errors.push({ path, message: `moves the locked block ${block.id}` })
    previous = Math.max(previous, place)
  }
  const wasLocked = new Set(locked.map(({ id }) => id))
  for (const [place, { id, locked: isLocked }] of after.blocks.entries())
    if (isLocked && !wasLocked.has(id))
      errors.push({ path: `/blocks/${place}/locked`, message: 'can be set in the document of the page only' })
  return errors
}

/** Throws if a document of an audience violates locks. */
export function refuseLocked(before: Document, after: Document, at = ''): void {
  const errors = lockErrors(before, after)
  const [first] = errors
  if (!first) return
  throw new Problem('block_locked', `The document ${first.message}.`, {
    errors: errors.map(({ path, message }) => ({ path: at + path, message })),
  })
}

/** The locked block that a change would affect, if any. */
export function findLocked({ blocks }: Document, change: object): Block | undefined {
  const id = 'blockId' in change ? change.blockId : undefined
  return blocks.find((block) => block.locked && block.id === id)
}
