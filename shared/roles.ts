/** What keys may do; each scope includes the ones before it. */
export const scopes = ['read', 'write', 'publish', 'admin'] as const
export type Scope = (typeof scopes)[number]

type RoleWords = {
  scope: Scope
  label: string
  /** With its article: “an editor”. */
  noun: string
  can: string[]
  /** What stays with other roles. */
  cannot: string | null
}

/** The roles of people, from the narrowest to the widest: each is a scope of keys. */
export const roles = {
  viewer: {
    scope: 'read',
    label: 'Viewer',
    noun: 'a viewer',
    can: ['See pages, accounts, people, visits and figures', 'Create personal keys that read'],
    cannot: 'Editing stays with editors, publishers and admins',
  },
  editor: {
    scope: 'write',
    label: 'Editor',
    noun: 'an editor',
    can: ['Edit pages, accounts, people and assets', 'Ask the agent, make drafts and batches'],
    cannot: 'Publishing stays with publishers and admins',
  },
  publisher: {
    scope: 'publish',
    label: 'Publisher',
    noun: 'a publisher',
    can: ['Everything editors can', 'Publish, release, schedule and undo'],
    cannot: 'Team, keys and settings stay with admins',
  },
  admin: {
    scope: 'admin',
    label: 'Admin',
    noun: 'an admin',
    can: ['Everything publishers can', 'Manage the team, keys, webhooks, domains and settings'],
    cannot: null,
  },
} as const satisfies Record<string, RoleWords>

export type Role = keyof typeof roles
export const roleNames = Object.keys(roles) as [Role, ...Role[]]

/** What each role may do, for the table of roles. `from` is the narrowest role that may. */
export const abilities: { group: string; items: { text: string; from: Role }[] }[] = [
  {
    group: 'See',
    items: [
      { text: 'Pages, accounts, people, visits and figures', from: 'viewer' },
      { text: 'Personal keys, never above the role', from: 'viewer' },
    ],
  },
  {
    group: 'Edit',
    items: [
      { text: 'Pages, accounts, people, notes and assets', from: 'editor' },
      { text: 'Messages to the agent, drafts and batches', from: 'editor' },
      { text: 'Links and previews', from: 'editor' },
    ],
  },
  {
    group: 'Publish',
    items: [
      { text: 'Publish, release, schedule and undo', from: 'publisher' },
      { text: 'Change what visitors of a live page see', from: 'publisher' },
    ],
  },
  {
    group: 'Administer',
    items: [
      { text: 'Team, roles and invitations', from: 'admin' },
      { text: 'Keys of services', from: 'admin' },
      { text: 'Agent, custom fields, webhooks and domains', from: 'admin' },
      { text: 'Publish a version that fails its checks', from: 'admin' },
    ],
  },
]

export function includesRole(held: Role, needed: Role): boolean {
  return roleNames.indexOf(held) >= roleNames.indexOf(needed)
}
