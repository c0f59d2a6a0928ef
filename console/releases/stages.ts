/** What the list of releases can be narrowed to, as in the address. */
export const stages = ['underWay', 'scheduled', 'needsAttention', 'finished'] as const
export type Stage = (typeof stages)[number]
