// Paths that the service itself handles on hosts of sites. Pages can't use them; see `isReserved`.

type ReservedPath = {
  /** The prefix; the whole path if it doesn't end with a slash or a hyphen. */
  at: string
  /**
   * What handles it: a handler for any method, one for reads only, or `load`, which caches the response like a page.
   */
  by: 'handler' | 'reader' | 'load'
}

/** All reserved paths; a test finds missing ones. */
export const sitePaths = {
  /** Reports of the visit script. */
  report: { at: '/_t', by: 'handler' },
  /** Submissions of forms. */
  form: { at: '/_f/', by: 'handler' },
  /** Answers to the gate of a link: passwords, codes, addresses. */
  gate: { at: '/_g/', by: 'handler' },
  /** Marks a browser as used by the team, whose visits are not counted. */
  ownBrowser: { at: '/_own/', by: 'reader' },
  visitScript: { at: '/_s/visit-', by: 'reader' },
  file: { at: '/_s/f/', by: 'reader' },
  font: { at: '/_s/t/', by: 'reader' },
  socialImage: { at: '/_s/og/', by: 'reader' },
  /** Drafts and templates, by signed URL. */
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
