import type { Shape } from '../api/schema.ts'

export type AuditEntry = Shape<'AuditEntry'>
export type AuditChain = Shape<'AuditChain'>

/** The past tense of the verb that an operation begins with. */
const verbs: Record<string, string> = {
  add: 'added',
  archive: 'archived',
  attach: 'attached',
  cancel: 'cancelled',
  change: 'changed',
  clear: 'cleared',
  close: 'closed',
  create: 'created',
  decide: 'decided',
  delete: 'deleted',
  detach: 'detached',
  duplicate: 'duplicated',
  erase: 'erased',
  import: 'imported',
  interrupt: 'interrupted',
  merge: 'merged',
  move: 'moved',
  publish: 'published',
  register: 'registered',
  remove: 'removed',
  renew: 'renewed',
  replace: 'replaced',
  resend: 'resent',
  reschedule: 'rescheduled',
  restore: 'restored',
  retry: 'retried',
  revoke: 'revoked',
  rotate: 'replaced',
  save: 'saved',
  send: 'sent',
  set: 'set',
  test: 'tested',
  trash: 'moved to the trash',
  undo: 'undid',
  update: 'updated',
  upload: 'uploaded',
  verify: 'verified',
  withdraw: 'withdrew',
}

/** Operations whose names don't make a readable phrase. */
const sentences: Record<string, string> = {
  'batch.finished': 'finished a batch',
  'email.changed': 'changed their e-mail address',
  'form.submitted': 'sent a form',
  'own_key.created': 'created a personal key',
  'own_key.revoked': 'revoked a personal key',
  'app.connected': 'let an app in',
  'passkey.added': 'added a passkey',
  'passkey.removed': 'removed a passkey',
  'password.changed': 'changed their password',
  'profile.changed': 'changed their profile',
  'recovery_codes.renewed': 'made new recovery codes',
  'release.cancelled': 'stopped a release',
  'release.finished': 'finished a release',
  'release.undone': 'undid a release',
  'run.failed': 'failed to change a version',
  'run.finished': 'answered a message',
  'schedule.failed': 'could not do what was scheduled',
  'schedule.finished': 'did what was scheduled',
  'second_factor.removed': 'turned their second factor off',
  'second_factor.set': 'turned a second factor on',
  'session.ended': 'signed out',
  'session.started': 'signed in',
  'provider.connected': 'connected their account with',
  'provider.disconnected': 'disconnected their account from',
  'sessions.ended': 'ended other sessions of theirs',
  'sign_in.refused': 'refused to sign in',
  'sign_in_link.created': 'created a sign-in link',
  'tenant.created': 'created the tenant',
  'tenant.exported': 'exported all data',
  'tenant.imported': 'imported the tenant',
  attachAudience: 'let an audience follow its page again',
  changePageDocument: 'changed the content of page',
  clearAssetFocalPoint: 'cleared the focal point of asset',
  closePageRevision: 'finished a version of page',
  createAccountActivity: 'added activity to an account',
  createAccountLog: 'added a note to an account',
  createPersonLog: 'added a note to a person',
  createPageTemplate: 'saved a template',
  decideConflicts: 'decided conflicts',
  deleteAccountLog: 'deleted a note of an account',
  deletePersonLog: 'deleted a note of a person',
  detachAudience: 'detached an audience from its page',
  forcePublishAudienceVersion: 'published without checks',
  handOverApiKey: 'handed over API key',
  interruptAudienceMessage: 'interrupted the agent',
  moveSchedule: 'moved a schedule',
  registerFile: 'created asset',
  replacePageDocument: 'replaced the content of page',
  resendWebhookDelivery: 'sent a webhook again',
  restoreAccountLog: 'restored a note of an account',
  restorePageRevision: 'restored an older version of page',
  restorePersonLog: 'restored a note of a person',
  retryBatchRow: 'retried a row of a batch',
  rotateRouteKey: 'replaced the address of audience',
  rotateWebhookSecret: 'replaced the secret of a webhook',
  sendAudienceMessage: 'sent a message to the agent',
  setAccountLogo: 'set the logo of an account',
  setAgentSettings: 'changed the agent settings',
  setAgentUsage: 'changed the token limit',
  setAssetFocalPoint: 'set the focal point of asset',
  setLinkSettings: 'changed the links of a page',
  testWebhookSubscription: 'tested a webhook',
  trashAsset: 'moved to the trash',
  undoRelease: 'began to undo a release',
  updateAccountFields: 'changed custom fields of an account',
  updateAccountLog: 'changed a note of an account',
  updateConsoleChannel: 'changed which notices the console shows',
  updatePageLinkGate: 'changed the protection of link',
  updatePersonFields: 'changed custom fields of a person',
  updatePersonLog: 'changed a note of a person',
  updateTenantSettings: 'changed the settings',
  publishAudienceVersion: 'published',
  uploadFile: 'uploaded a file',
}

/** The display names of object types. */
const nouns: Record<string, string> = {
  'account log': 'note',
  'api key': 'API key',
  'audience version': 'version',
  'notice channel': 'notice channel',
  'page link': 'link',
  'tenant domain': 'domain',
  'webhook subscription': 'webhook',
}

/** The action without the object's name: `updatePageLink` → “updated link”. Undefined if it can't be put into words. */
export function actionPhrase(action: string): string | undefined {
  const known = sentences[action]
  if (known !== undefined) return known
  const [verb = '', ...rest] = action.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
  const noun = rest.join(' ')
  return verbs[verb] && `${verbs[verb]} ${nouns[noun] ?? noun}`
}

export function isLoud({ action }: AuditEntry): boolean {
  return action === 'forcePublishAudienceVersion'
}

/** The actor: people and programs by name, others by kind. */
export function actorName({ actor, way }: AuditEntry): string {
  const { kind, name } = actor
  if (kind === 'agent') return name ? `Agent, for ${name}` : 'Agent'
  if (kind === 'visitor') return 'A visitor'
  if (kind === 'system') return way === 'cli' ? 'Command line' : 'System'
  if (kind === 'provider') return name ?? 'Identity provider'
  return name ?? (kind === 'user' ? 'Somebody who was erased' : 'A key that is gone')
}

const countries = new Intl.DisplayNames('en', { type: 'region' })

/** Where the request came from, in as few words as possible. */
export function originWords({ way, country, address }: AuditEntry): string {
  if (way === 'cli' || way === 'agent' || way === 'release' || way === 'schedule' || way === 'batch')
    return 'This server'
  if (way === 'site') return 'Site'
  return (country && countries.of(country)) || (address ?? '–')
}

export const wayNames: Record<AuditEntry['way'], string> = {
  console: 'Console',
  api: 'API',
  agent: 'Agent',
  release: 'Release',
  schedule: 'Schedule',
  batch: 'Batch',
  site: 'Site',
  cli: 'Command line',
  provider: 'Identity provider',
  mcp: 'Assistants, MCP',
}

/** The actions offered as filters; others can be chosen from a row. */
export const filteredActions = [
  'session.started',
  'publishAudienceVersion',
  'forcePublishAudienceVersion',
  'publishPage',
  'archivePage',
  'deletePage',
  'createRelease',
  'undoRelease',
  'erasePerson',
  'deleteAccount',
  'createApiKey',
  'revokeApiKey',
  'createWebhookSubscription',
  'updatePageLinkGate',
  'setAgentSettings',
  'updateTenantSettings',
]

export const objectNames = {
  page: 'Pages',
  audience: 'Audiences',
  version: 'Versions',
  account: 'Accounts',
  person: 'People',
  asset: 'Assets',
  brand: 'Brands',
  page_link: 'Links',
  release: 'Releases',
  schedule: 'Schedules',
  batch: 'Batches',
  webhook: 'Webhooks',
  key: 'Keys',
  tenant: 'Settings',
} as const

/** The console path of an object, if it has a screen. */
export function pathOf({ object }: AuditEntry): string | undefined {
  const roots: Record<string, string> = {
    page: '/pages',
    account: '/accounts',
    person: '/persons',
    webhook: '/webhooks',
    batch: '/batches',
  }
  const root = object ? roots[object.type] : undefined
  return root && `${root}/${object?.objectId}`
}

/** `pageContext` → “Page context”. */
export function fieldName(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
