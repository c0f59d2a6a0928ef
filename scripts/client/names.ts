import type { DescribedOperation, OpenApiDocument } from '../../shared/openApi.ts'
import type { ClientOperation } from './openApi.ts'

/**
 * Tags whose operations don't repeat the tag's own word: by default, `Account logs` is `accountLogs`, and its operations
 * say `AccountLog`.
 */
const nounsOfTags: Record<string, { noun?: string; words: string[] }> = {
  Versions: { words: ['AudienceVersion'] },
  Messages: { words: ['AudienceMessage', 'Audience'] },
  Analytics: { words: ['PageAnalytics', 'Analytics'] },
  Domains: { words: ['TenantDomain'] },
  Webhooks: { words: ['WebhookSubscription', 'Webhook'] },
  Keys: { noun: 'apiKeys', words: ['ApiKey'] },
  Team: { noun: 'members', words: ['Member'] },
  Settings: { words: ['TenantSettings', 'Settings'] },
  'Audit log': { noun: 'auditEvents', words: ['AuditEvent'] },
  Apps: { words: [] },
}

/** Nouns without a tag of their own, by the word in the ids of their operations. */
const otherNouns: Record<string, string> = {
  PageTemplate: 'pageTemplates',
  Template: 'templates',
  PageExample: 'pageExamples',
  BlockType: 'blockTypes',
  Submission: 'submissions',
  Rollout: 'rollouts',
  Goal: 'goals',
  Visit: 'visits',
  Home: 'home',
  NoticeChannel: 'noticeChannels',
  Invitation: 'invitations',
  IdentityProvider: 'identityProviders',
  ScimToken: 'scimToken',
  View: 'views',
}

/** Names for operations whose id would make a poor name in a client. */
const exceptions: Record<string, string> = {
  listAccountActivity: 'activity.listOfAccount',
  createAccountActivity: 'activity.createForAccount',
  listPersonActivity: 'activity.listOfPerson',
  getMe: 'me.get',
  listPageAnalytics: 'analytics.listPages',
  listAudienceAnalytics: 'analytics.listAudiences',
  getConsoleChannel: 'noticeChannels.getConsole',
  updateConsoleChannel: 'noticeChannels.updateConsole',
  exportReleaseRows: 'releases.exportRows',
  exportAddresses: 'pageLinks.exportAddresses',
  exportAuditEvents: 'auditEvents.export',
  listPageStandings: 'standings.pages',
  listAudienceStandings: 'standings.audiences',
  listPageLinkStandings: 'standings.pageLinks',
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

/** `getPageDocument` of the tag Pages is `pages.getDocument`. */
function nameOf({ operationId, tags = [] }: DescribedOperation): string {
  const exception = exceptions[operationId]
  if (exception) return exception
  const [tag = 'other'] = tags
  if (tag === 'Exports') return `exports.${lowerFirst(operationId.replace(/^export/, ''))}`
  const other = Object.entries(otherNouns).find(([word]) => operationId.includes(word))
  if (other) return `${other[1]}.${without(operationId, other[0])}`
  const pascal = tag.replaceAll(/ (.)/g, (_, letter: string) => letter.toUpperCase())
  const singular = pascal.replace(/(?<=ch)es$|s$/, '')
  const { noun = lowerFirst(pascal), words = [singular] } = nounsOfTags[tag] ?? {}
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
