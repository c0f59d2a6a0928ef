import type { DescribedOperation, OpenApiDocument } from '../../shared/openApi.ts'
import type { ClientOperation } from './openApi.ts'

/** The noun of each tag of the API, and the words in its operations' ids that repeat the noun. */
const nounsOfTags: Record<string, { noun: string; words?: string[] }> = {
  Accounts: { noun: 'accounts', words: ['Account'] },
  Activity: { noun: 'activity', words: ['Activity'] },
  'Account logs': { noun: 'accountLogs', words: ['AccountLog'] },
  Persons: { noun: 'persons', words: ['Person'] },
  'Person logs': { noun: 'personLogs', words: ['PersonLog'] },
  'Custom fields': { noun: 'customFields', words: ['CustomField'] },
  Files: { noun: 'files', words: ['File'] },
  Assets: { noun: 'assets', words: ['Asset'] },
  Brands: { noun: 'brands', words: ['Brand'] },
  Pages: { noun: 'pages', words: ['Page'] },
  Documents: { noun: 'documents', words: ['Document'] },
  Audiences: { noun: 'audiences', words: ['Audience'] },
  Versions: { noun: 'versions', words: ['AudienceVersion'] },
  Messages: { noun: 'messages', words: ['AudienceMessage', 'Audience'] },
  Agent: { noun: 'agent', words: ['Agent'] },
  Batches: { noun: 'batches', words: ['Batch'] },
  Releases: { noun: 'releases', words: ['Release'] },
  Schedules: { noun: 'schedules', words: ['Schedule'] },
  Analytics: { noun: 'analytics', words: ['PageAnalytics', 'Analytics'] },
  Notices: { noun: 'notices', words: ['Notice'] },
  Exports: { noun: 'exports' },
  Domains: { noun: 'domains', words: ['TenantDomain'] },
  'Page links': { noun: 'pageLinks', words: ['PageLink'] },
  Standings: { noun: 'standings' },
  Webhooks: { noun: 'webhooks', words: ['WebhookSubscription', 'Webhook'] },
  Keys: { noun: 'apiKeys', words: ['ApiKey'] },
  Team: { noun: 'members', words: ['Member'] },
  Settings: { noun: 'settings', words: ['TenantSettings', 'Settings'] },
  'Audit log': { noun: 'auditEvents', words: ['AuditEvent'] },
}

/** Names for operations whose id would make a poor name in a client. */
const exceptions: Record<string, string> = {
  listAccountActivity: 'activity.listOfAccount',
  createAccountActivity: 'activity.createForAccount',
  listPersonActivity: 'activity.listOfPerson',
  listPageTemplates: 'pageTemplates.list',
  createPageTemplate: 'pageTemplates.create',
  updatePageTemplate: 'pageTemplates.update',
  deletePageTemplate: 'pageTemplates.delete',
  listTemplates: 'templates.list',
  previewTemplate: 'templates.preview',
  listPageExamples: 'pageExamples.list',
  listBlockTypes: 'blockTypes.list',
  listSubmissions: 'submissions.list',
  listRollouts: 'rollouts.list',
  listGoals: 'goals.list',
  createGoal: 'goals.create',
  updateGoal: 'goals.update',
  deleteGoal: 'goals.delete',
  listVisits: 'visits.list',
  getOwnVisits: 'visits.getOwn',
  getHome: 'home.get',
  getMe: 'me.get',
  listPageAnalytics: 'analytics.listPages',
  listAudienceAnalytics: 'analytics.listAudiences',
  listNoticeChannels: 'noticeChannels.list',
  createNoticeChannel: 'noticeChannels.create',
  updateNoticeChannel: 'noticeChannels.update',
  deleteNoticeChannel: 'noticeChannels.delete',
  testNoticeChannel: 'noticeChannels.test',
  getConsoleChannel: 'noticeChannels.getConsole',
  updateConsoleChannel: 'noticeChannels.updateConsole',
  exportReleaseRows: 'releases.exportRows',
  exportAddresses: 'pageLinks.exportAddresses',
  exportAuditEvents: 'auditEvents.export',
  listPageStandings: 'standings.pages',
  listAudienceStandings: 'standings.audiences',
  listPageLinkStandings: 'standings.pageLinks',
  listInvitations: 'invitations.list',
  createInvitation: 'invitations.create',
  updateInvitation: 'invitations.update',
  withdrawInvitation: 'invitations.withdraw',
  renewInvitation: 'invitations.renew',
  listIdentityProviders: 'identityProviders.list',
  createIdentityProvider: 'identityProviders.create',
  updateIdentityProvider: 'identityProviders.update',
  deleteIdentityProvider: 'identityProviders.delete',
  testIdentityProvider: 'identityProviders.test',
  getScimToken: 'scimToken.get',
  createScimToken: 'scimToken.create',
  deleteScimToken: 'scimToken.delete',
  listViews: 'views.list',
  saveView: 'views.save',
  deleteView: 'views.delete',
  getAuditChain: 'auditEvents.getChain',
  listAuthors: 'auditEvents.listAuthors',
}

/** All operations with their names in the clients, in the order of the API reference. */
export function namedOperations({ paths }: OpenApiDocument): ClientOperation[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [noun = '', verb = ''] = nameOf(operation).split('.')
      return { ...operation, method: method.toUpperCase(), path, noun, verb }
    }),
  )
  const seen = new Set<string>()
  for (const { noun, verb, operationId } of operations) {
    if (seen.has(`${noun}.${verb}`))
      throw new Error(`${operationId}: ${noun}.${verb} exists twice. Name it in scripts/client/names.ts.`)
    seen.add(`${noun}.${verb}`)
  }
  return operations
}

/** `getPageDocument` of the tag Pages is `pages.getDocument`; an unknown tag is its own noun. */
function nameOf({ operationId, tags = [] }: DescribedOperation): string {
  const exception = exceptions[operationId]
  if (exception) return exception
  const [tag = 'other'] = tags
  const { noun, words = [] } = nounsOfTags[tag] ?? { noun: lowerFirst(tag.replaceAll(' ', '')) }
  if (noun === 'exports') return `exports.${lowerFirst(operationId.replace(/^export/, ''))}`
  const said = words.find((word) => operationId.includes(word))
  return `${noun}.${said ? without(operationId, said) : operationId}`
}

function without(operationId: string, word: string): string {
  const at = operationId.indexOf(word)
  const rest = operationId.slice(at + word.length)
  // `listPages` and `listBatches`, but not `getPageSettings`.
  const plural = /^e?s(?=[A-Z]|$)/.exec(rest)?.[0] ?? ''
  return operationId.slice(0, at) + rest.slice(plural.length)
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
