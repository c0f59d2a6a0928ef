/** The pattern of ids for schemas. */
export function idPattern(prefix: string): string {
  return `^${prefix}_[a-z0-9]{26}$`
}

/** A fixed id, so that generated documents don't change with each run. */
export function exampleId(prefix: string): string {
  return `${prefix}_01kb5w3x8ef0arv2m9n4t6q7zc`
}
