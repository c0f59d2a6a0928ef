const frozen = new WeakSet<object>()

/** Freezes a part of a document and all that it holds. */
export function freeze<T extends object>(part: T): T {
  freezeAll(part)
  frozen.add(part)
  return part
}

function freezeAll(value: unknown) {
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) freezeAll(inner)
  Object.freeze(value)
}

/** Finds something out about a part once, where it was frozen: it can't change any more. */
export function onceFrozen<T extends object, Found>(find: (part: T) => Found): (part: T) => Found {
  const known = new WeakMap<T, Found>()
  return (part) => {
    if (!frozen.has(part)) return find(part)
    const found = known.get(part) ?? find(part)
    known.set(part, found)
    return found
  }
}
