/** Who can act. A provider is a directory or an identity provider that manages users. */
export const actorKinds = ['user', 'key', 'agent', 'visitor', 'system', 'provider'] as const
export type ActorKind = (typeof actorKinds)[number]

/** How an action reached the service. */
export const ways = [
  'console',
  'api',
  'agent',
  'release',
  'schedule',
  'batch',
  'site',
  'cli',
  'provider',
  'mcp',
] as const
export type AccessPath = (typeof ways)[number]

/** Events that are not operations of the API. */
export const namedEvents = [
  'session.started',
  'session.ended',
  'profile.changed',
  'password.changed',
  'email.changed',
  'passkey.added',
  'passkey.removed',
  'second_factor.set',
  'second_factor.removed',
  'recovery_codes.renewed',
  'sessions.ended',
  'provider.connected',
  'provider.disconnected',
  'sign_in.refused',
  'own_key.created',
  'own_key.revoked',
  'app.connected',
  'run.finished',
  'run.failed',
  'release.finished',
  'release.cancelled',
  'release.undone',
  'batch.finished',
  'schedule.finished',
  'schedule.failed',
  'form.submitted',
  'sign_in_link.created',
  'tenant.created',
  'tenant.exported',
  'tenant.imported',
] as const
export type NamedEvent = (typeof namedEvents)[number]

/** Operations that aren't reads by their HTTP method, but change nothing that other users see. */
export const unrecorded: Record<string, string> = {
  renderDocument: 'returns HTML',
  readSite: 'reads a site',
  checkCsvFile: 'reads a file',
  askForPageChanges: 'suggests changes',
  testAgent: 'asks a model',
  listProviderModels: 'asks a provider',
  testNoticeChannel: 'sends a test message',
  testIdentityProvider: 'asks a provider',
  markNoticesRead: 'moves a reading position',
}
