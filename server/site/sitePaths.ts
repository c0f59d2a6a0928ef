// Paths that the service itself answers on the hosts of sites. Pages can't have them; see `isReserved`.

type ReservedPath = {
  /** How it begins; the whole path if it doesn't end with a slash or a hyphen. */
  at: string
  /** What answers it: a handler that takes any method, one for reading, or `load`, which caches it like a page. */
  by: 'handler' | 'reader' | 'load'
}

/** All of them. A test finds others. */
export const sitePaths = {
  /** Reports of the visit script. */
  report: { at: '/_t', by: 'handler' },
  /** Submissions of forms. */
  form: { at: '/_f/', by: 'handler' },
  /** Answers to the gate of a link: passwords, codes, addresses. */
  gate: { at: '/_g/', by: 'handler' },
  /** Marks a browser as one of the team, whose visits are not counted. */
  ownBrowser: { at: '/_own/', by: 'reader' },
  visitScript: { at: '/_s/visit-', by: 'reader' },
  file: { at: '/_s/f/', by: 'reader' },
  font: { at: '/_s/t/', by: 'reader' },
  socialImage: { at: '/_s/og/', by: 'reader' },
  /** Drafts and templates, by a signed address. */
  preview: { at: '/_p/', by: 'load' },
  /** The page inside the editor, and its script. */
  stage: { at: '/_stage/', by: 'load' },
} as const satisfies Record<string, ReservedPath>

export type SitePath = keyof typeof sitePaths
export type HandledPath = {
  [Name in SitePath]: (typeof sitePaths)[Name]['by'] extends 'load' ? never : Name
}[SitePath]

const all = Object.entries(sitePaths) as [SitePath, ReservedPath][]

export function sitePathOf(path: string): SitePath | undefined {
  if (!path.startsWith('/_')) return undefined
  return all.find(([, { at }]) => (/[/-]$/.test(at) ? path.startsWith(at) : path === at))?.[0]
}

/** Whether a request of this method goes to the handler of the path, not to pages. */
export function isHandled(name: SitePath | undefined, method: string | undefined): name is HandledPath {
  if (name === undefined) return false
  const { by }: ReservedPath = sitePaths[name]
  return by === 'handler' || (by === 'reader' && (method === 'GET' || method === 'HEAD'))
}
