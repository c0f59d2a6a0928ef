import type { Shape } from '../api/schema.ts'
import type { Scope } from '../api/session.ts'

export type ApiKey = Shape<'ApiKey'>

/** What a key may do; each includes the ones before it. */
export const scopeWords: Record<Scope, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'Sees everything but keys and domains, and changes nothing.' },
  write: {
    label: 'Write',
    hint: 'Also makes and changes pages, audiences, accounts, people, assets and links.',
  },
  publish: { label: 'Publish', hint: 'Also makes pages and versions public, and takes them down.' },
  admin: { label: 'Administer', hint: 'Also manages keys, webhooks, domains and settings.' },
}
export const scopes = Object.keys(scopeWords) as Scope[]

/** The widest of them, which says it all. */
export function widestOf(held: readonly Scope[]): Scope {
  return scopes.findLast((scope) => held.includes(scope)) ?? 'read'
}
