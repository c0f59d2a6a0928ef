import type { Shape } from '../api/schema.ts'
import type { Scope } from '../api/session.ts'

export type ApiKey = Shape<'ApiKey'>
export type KeyInput = { name: string; scopes: Scope[]; expiresAt?: string; pageIds?: string[] }

/** The scopes; each includes those before it. */
export const scopeWords: Record<Scope, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'View everything except keys and domains.' },
  write: {
    label: 'Write',
    hint: 'Read, and create and edit pages, audiences, accounts, people, assets and links.',
  },
  publish: { label: 'Publish', hint: 'Write, and publish and unpublish pages and versions.' },
  admin: { label: 'Administer', hint: 'Publish, and manage keys, webhooks, domains and settings.' },
}
export const scopes = Object.keys(scopeWords) as Scope[]

/** The widest scope, which implies all others. */
export function widestOf(held: readonly Scope[]): Scope {
  return scopes.findLast((scope) => held.includes(scope)) ?? 'read'
}

export const groupWords = {
  service: 'Services: stay when people leave',
  personal: 'People: act as their owner, stop with them',
} as const

export function pageCount({ pageIds }: ApiKey): string {
  if (!pageIds) return 'All'
  return pageIds.length === 1 ? '1 page' : `${pageIds.length} pages`
}
