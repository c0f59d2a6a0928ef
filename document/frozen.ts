const frozen = new WeakSet<object>()

export function deepFreeze<T extends object>(value: T): T {
  freezeAll(value)
  frozen.add(value)
  return value
}

function freezeAll(value: unknown) {
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) freezeAll(inner)
  Object.freeze(value)
}

/** Caches the results of a function for values frozen by `deepFreeze`, which can't change. */
export function memoizeFrozen<T extends object, Result>(compute: (value: T) => Result): (value: T) => Result {
  const results = new WeakMap<T, Result>()
  return (value) => {
    if (!frozen.has(value)) return compute(value)
    const result = results.get(value) ?? compute(value)
    results.set(value, result)
    return result
  }
}
