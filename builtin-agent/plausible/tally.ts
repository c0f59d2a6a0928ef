/** Features of an edit by name. A feature that does not apply is missing. */
export type Signs = Record<string, number>

/** If several changes have a feature, the largest or smallest value counts. */
export const most = (signs: Signs, name: string, value: number) => {
  if (!Number.isNaN(value)) signs[name] = Math.max(signs[name] ?? value, value)
}
export const least = (signs: Signs, name: string, value: number) => {
  if (!Number.isNaN(value)) signs[name] = Math.min(signs[name] ?? value, value)
}
