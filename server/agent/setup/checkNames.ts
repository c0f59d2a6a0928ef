/** The checks of a model, in this order. Separate from the checks, so that the schemas need not load the SDK. */
export const checkNames = ['answers', 'tools', 'text', 'plan', 'orders', 'length'] as const
export type CheckName = (typeof checkNames)[number]
