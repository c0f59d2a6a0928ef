/** Keeps only the named fields of a result, such as `items.name`; lists are passed through. */
export function selectFields(value: unknown, paths: readonly string[] | undefined): unknown {
  return paths && paths.length > 0
    ? keep(
        value,
        paths.map((path) => path.split('.')),
      )
    : value
}

function keep(value: unknown, paths: string[][]): unknown {
  if (Array.isArray(value)) return value.map((each) => keep(each, paths))
  if (typeof value !== 'object' || value === null || paths.some((path) => path.length === 0)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const below = paths.filter(([first]) => first === key).map(([, ...rest]) => rest)
      return below.length > 0 ? [[key, keep(each, below)]] : []
    }),
  )
}

/** Replaces millisecond timestamps of the API by readable dates. */
export function withReadableTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReadableTimes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key.endsWith('At') && typeof each === 'string' && /^\+\d{2,15}$/.test(each)
        ? new Date(Number(each)).toISOString()
        : withReadableTimes(each),
    ]),
  )
}
