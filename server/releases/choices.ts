export const releaseKinds = ['base', 'drafts'] as const
export const conflictPolicies = ['skip', 'keep', 'take', 'decided'] as const
export type ConflictPolicy = (typeof conflictPolicies)[number]
