/** The shape of ids, as a pattern for schemas. */
export function idPattern(prefix: string): string {
  return `^${prefix}_[a-z0-9]{26}$`
}

/** The same id every time, so that the generated documents do not change from run to run. */
export function exampleId(prefix: string): string {
  return `${prefix}_01kb5w3x8ef0arv2m9n4t6q7zc`
}
