/** What speaks for or against an edit, by name. A sign that is missing had nothing to say. */
export type Signs = Record<string, number>

/** Of several changes the one for which a sign is largest, or smallest, counts. */
export const most = (signs: Signs, name: string, value: number) => {
  if (!Number.isNaN(value)) signs[name] = Math.max(signs[name] ?? value, value)
}
export const least = (signs: Signs, name: string, value: number) => {
  if (!Number.isNaN(value)) signs[name] = Math.min(signs[name] ?? value, value)
}
