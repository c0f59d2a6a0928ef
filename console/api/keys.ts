import type { QueryKey } from '@tanstack/react-query'

const ids = (given: string[] | undefined) => (given ? [given] : [])

/**
 * The keys of all cached queries. Invalidating a key also invalidates longer ones that begin with it, so `all` covers
 * the whole noun.
 */
export const keys = {
  accounts: {
    all: ['accounts'],
    list: (filters: object) => ['accounts', filters],
    one: (accountId: string) => ['accounts', accountId],
    logo: (accountId: string) => ['accounts', accountId, 'logo'],
  },
  activity: { all: ['activity'], list: (owner: object) => ['activity', owner] },
  agent: {
    all: ['agent'],
    working: ['agent', 'working'],
    settings: ['agent', 'settings'],
    usage: ['agent', 'usage'],
  },
  analytics: {
    releases: (pageId: string) => ['release markers', pageId],
    pages: (pageIds?: string[]) => ['analytics', 'pages', ...ids(pageIds)],
    engagement: (some?: string[]) => ['analytics', 'engagement', ...ids(some)],
    audiences: (pageId: string, some?: string[]) => ['analytics', pageId, 'audiences', ...ids(some)],
    summary: (pageId: string, dates: object) => ['analytics', pageId, 'summary', dates],
    breakdown: (pageId: string, query: object) => ['analytics', pageId, 'breakdown', query],
    goals: (pageId: string) => ['goals', pageId],
    series: (pageId: string, dates: object, step: string) => ['analytics', pageId, 'series', dates, step],
    compared: (pageId: string, dates: object) => ['analytics', pageId, 'compared', dates],
  },
  apiKeys: { all: ['keys'] },
  apps: {
    all: ['apps'],
    connections: ['apps', 'connections'],
    mcp: ['apps', 'mcp'],
    request: (uid: string) => ['apps', 'request', uid],
  },
  assets: {
    all: ['assets'],
    list: (filters: object) => ['assets', filters],
    one: (assetId: string) => ['assets', assetId],
    focalPoint: (assetId: string) => ['focal point', assetId],
  },
  audiences: {
    all: ['audiences'],
    one: (audienceId: string) => ['audience', audienceId],
    list: (filters: object) => ['audiences', filters],
    ofPage: (pageId: string) => ['audiences', pageId],
    listOfPage: (pageId: string, filters: object) => ['audiences', pageId, filters],
    named: (audienceIds?: string[]) => ['audiences', 'named', ...ids(audienceIds)],
  },
  authors: (ids: string[]) => ['authors', ids],
  audit: {
    all: ['audit'],
    list: (filters: object) => ['audit', filters],
    one: (eventId: string) => ['audit', eventId],
    chain: (isVerified: boolean) => ['audit chain', isVerified],
  },
  batches: {
    all: ['batches'],
    list: (filters: object) => ['batches', filters],
    check: (file: string, columns: object) => ['csv check', file, columns],
    one: (batchId: string) => ['batches', batchId],
    rows: (batchId: string) => ['batch rows', batchId],
    rowList: (batchId: string, filters: object) => ['batch rows', batchId, filters],
  },
  blockTypes: ['block types'],
  brands: ['brands'],
  dictionary: ['dictionary'],
  spelling: (words: string[]) => ['spelling', words],
  content: (pageId: string) => ['content', pageId],
  deliveries: {
    list: (subscriptionId: string) => ['deliveries', subscriptionId],
    last: (subscriptionId: string) => ['deliveries', subscriptionId, 'last'],
  },
  domains: { all: ['domains'], verified: (isAdmin: boolean) => ['domains', 'verified', isAdmin] },
  draftToEdit: (audienceId: string) => ['draft to edit', audienceId],
  examples: ['page examples'],
  fields: {
    definitions: ['custom fields'],
    allValues: ['field values'],
    values: (owner: string, id: string) => ['field values', owner, id],
  },
  home: (since?: string) => (since === undefined ? ['home'] : ['home', since]),
  links: {
    all: ['links'],
    list: (filters: object) => ['links', filters],
    share: (audienceId: string) => ['links', 'share', audienceId],
    gate: (pageLinkId: string) => ['links', pageLinkId, 'gate'],
    one: (pageLinkId: string) => ['links', pageLinkId, 'one'],
    at: (path: string, domain: string) => ['links', 'at', domain, path],
    qrCode: (url: string) => ['qr', url],
  },
  localServers: ['local-servers'],
  notices: {
    all: ['notices'],
    unread: ['unread notices'],
    channels: ['notice channels'],
    consoleChannel: ['console channel'],
  },
  ownVisits: ['own visits'],
  pages: {
    all: ['pages'],
    list: (filters: object) => ['pages', filters],
    everyOne: ['page'],
    one: (pageId: string) => ['page', pageId],
    document: (pageId: string) => ['page document', pageId],
    check: (pageId: string) => ['page document', pageId, 'check'],
    templates: ['page templates'],
    templatePreview: (chosen: object) => ['template preview', chosen],
  },
  palette: (finder: string, text: string) => ['palette', finder, text],
  persons: {
    all: ['persons'],
    list: (filters: object) => ['persons', filters],
    one: (personId: string) => ['persons', personId],
  },
  team: {
    all: ['team'],
    members: ['team', 'members'],
    invitations: ['team', 'invitations'],
    providers: ['team', 'providers'],
    scim: ['team', 'scim'],
    settings: ['team', 'settings'],
  },
  you: {
    all: ['you'],
    profile: ['you', 'profile'],
    sessions: ['you', 'sessions'],
    keys: ['you', 'keys'],
    totp: ['you', 'totp'],
    providers: ['you', 'providers'],
  },
  views: (list: string) => ['views', list],

  rollouts: {
    all: ['rollouts'],
    list: (filters: object) => ['rollouts', filters],
  },
  releases: {
    undo: (releaseId: string) => ['release undo', releaseId],
    one: (releaseId: string) => ['release', releaseId],
    allRows: ['release rows'],
    rows: (releaseId: string, filters: object) => ['release rows', releaseId, filters],
    diff: (releaseId: string, audienceId: string) => ['release diff', releaseId, audienceId],
    baseCounts: (pageId: string) => ['base counts', pageId],
    changedBlocks: (pageId: string) => ['changed blocks', pageId],
    conflicts: (pageId: string) => ['conflicts', pageId],
  },
  revisions: {
    all: ['revisions'],
    list: (pageId: string) => ['revisions', pageId],
    newest: (pageId: string) => ['newest revision', pageId],
    one: (pageId: string, revision: number, hash: string) => ['revision', pageId, revision, hash],
    diff: (pageId: string, revision: number, hash: string, against: number) => [
      'revision diff',
      pageId,
      revision,
      hash,
      against,
    ],
  },
  session: ['session'],
  signIn: {
    ways: ['sign-in ways'],
    link: (token: string) => ['sign-in link', token],
    invitation: (token: string) => ['invitation', token],
  },
  stage: ['stage'],
  standings: {
    all: ['standings'],
    pages: (pageIds: string[]) => ['standings', 'pages', pageIds],
    audiences: (audienceIds: string[]) => ['standings', 'audiences', audienceIds],
    links: (pageLinkIds: string[]) => ['standings', 'links', pageLinkIds],
  },
  studio: {
    all: (audienceId: string) => ['studio', audienceId],
    audience: (audienceId: string) => ['studio', audienceId, 'audience'],
    versions: (audienceId: string) => ['studio', audienceId, 'versions'],
    messages: (audienceId: string) => ['studio', audienceId, 'messages'],
    version: (audienceId: string, versionId: string) => ['studio', audienceId, 'version', versionId],
    preview: (audienceId: string, versionId: string) => ['studio', audienceId, 'preview', versionId],
    check: (audienceId: string, versionId: string) => ['studio', audienceId, 'check', versionId],
    document: (versionId: string) => ['document', versionId],
    diff: (versionId: string, against: string) => ['diff', versionId, against],
  },
  submissions: (pageId: string) => ['submissions', pageId],
  visits: (filters: object) => ['visits', filters],
  webhooks: { all: ['webhooks'], one: (subscriptionId: string) => ['webhooks', subscriptionId] },
} as const

/** The key of a paged list: that of its noun and filters, marked as a list. */
export function listKey(key: QueryKey): QueryKey {
  return [...key, 'list']
}

export function isList({ queryKey }: { queryKey: QueryKey }): boolean {
  return queryKey.at(-1) === 'list'
}
