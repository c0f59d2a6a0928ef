/**
 * The API, written down once more by hand, to hold the generated document against. A shape lists its fields
 * with their types: `?` after a name marks it optional, `|null` a type that may be null. Nothing else may be there.
 */
export type ContractShape = Record<string, string>

const timestamp = 'timestamp'
const timestampOrNull = 'timestamp|null'

export const shapes: Record<string, ContractShape> = {
  Asset: {
    assetId: 'string',
    tenantId: 'string',
    name: 'string',
    purpose: 'string',
    tags: 'string[]',
    aiDescription: 'string|null',
    parentAssetId: 'string|null',
    hidden: 'boolean',
    data: '{type: string, fileId: string}',
    createdAt: timestamp,
    updatedAt: timestamp,
    trashedAt: timestampOrNull,
    deletedAt: timestampOrNull,
    lifecycleState: 'active/deleted/trashed',
    downloadUrl: 'string|null',
    previewDownloadUrl: 'string|null',
  },
  Account: {
    accountId: 'string',
    domain: 'string',
    name: 'string|null',
    createdAt: timestamp,
    updatedAt: timestamp,
    latestActivityAt: timestampOrNull,
    linkedPersons: 'LinkedPerson[]',
  },
  LinkedPerson: {
    personId: 'string',
    name: 'string|null',
    email: 'string|null',
    domain: 'string|null',
    slug: 'string',
    phoneNumber: 'string|null',
    linkedinProfileUrl: 'string|null',
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  Activity: {
    activityId: 'string',
    accountId: 'string|null',
    accountLogId: 'string|null',
    personId: 'string|null',
    personLogId: 'string|null',
    personName: 'string|null',
    source: 'agent/api/system/user/visitor',
    type: 'string',
    payload: 'object',
    idempotencyKey: 'string|null',
    createdAt: timestamp,
    updatedAt: timestamp,
    deletedAt: timestampOrNull,
  },
  Page: {
    pageId: 'string',
    brandId: 'string',
    name: 'string',
    title: 'string',
    pageContext: 'string',
    pageType: 'call_followup/custom/inbound/outbound/sales_deck',
    status: 'archived/draft/published',
    flags: 'home_page[]',
    audiencesCount: 'integer',
    actions: 'Action[]',
    actionCardWidgets: 'ActionCardWidget[]',
    scripts: 'Script[]',
    archivedAt: timestampOrNull,
    createdAt: timestamp,
    updatedAt: timestamp,
    deletedAt: timestampOrNull,
    'headerActionId?': 'string',
    'metadata?': 'Metadata',
    'footerLinks?': 'FooterLinkGroup[]',
  },
  Action: {
    actionId: 'string',
    actionIndex: 'number',
    purpose: 'string',
    buttonTitle: 'string',
    actionType: 'string',
    url: 'string',
  },
  Script: { content: 'string', enabled: 'boolean', name: 'string', description: 'string' },
  Audience: {
    audienceId: 'string',
    pageId: 'string',
    personId: 'string|null',
    personRouteKey: 'string|null',
    computedName: 'string',
    customName: 'string|null',
    effectiveName: 'string',
    status: 'archived/cancelled/draft/pending/processing/published/queued',
    flags: 'home_page[]',
    isNewPageAgent: 'boolean',
    actionFormIdOverride: 'string|null',
    actionFormInstructionsOverride: 'string|null',
    actionUrlOverride: 'string|null',
    supplementaryContext: 'string|null',
    latestVersion: 'AudienceVersion',
    publishedVersion: 'AudienceVersion',
    archivedAt: timestampOrNull,
    createdAt: timestamp,
    'effectiveMetadata?': 'Metadata',
    'metadataOverride?': 'Metadata',
  },
  AudienceVersion: {
    versionId: 'string',
    audienceId: 'string',
    versionNumber: 'integer',
    status: 'archived/cancelled/draft/pending/processing/published/queued',
    isNewPageAgent: 'boolean',
    supplementaryContext: 'string|null',
    queueDurationMs: 'number|null',
    createdAt: timestamp,
    becameDraftAt: timestampOrNull,
    queuedAt: timestampOrNull,
    publishedAt: timestampOrNull,
    cancelledAt: timestampOrNull,
    obsoleteAt: timestampOrNull,
    archivedAt: timestampOrNull,
  },
  AudienceSearchItem: { audienceId: 'string', effectiveName: 'string', pageId: 'string', pageName: 'string' },
  PageLink: {
    pageLinkId: 'string',
    tenantDomainId: 'string|null',
    path: 'string',
    target: '{targetType: string, audienceId: string}',
    createdAt: timestamp,
    updatedAt: timestamp,
    deletedAt: timestampOrNull,
  },
  PageAnalyticsSummary: {
    avgInteractionsPerSession: 'number',
    avgScrollDepthPercentage: 'number|null',
    avgTimeSpentSeconds: 'number|null',
    bounceRate: 'number',
    conversionRate: 'number',
    formSubmitRate: 'number',
    totalSessions: 'number',
  },
  WebhookSubscription: {
    subscriptionId: 'string',
    url: 'string',
    events: 'array',
    active: 'boolean',
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  Success: { success: 'boolean' },
  MessageAccepted: {
    accepted: 'boolean',
    audienceId: 'string',
    clientMessageId: 'string',
    versionId: 'string',
  },
}

export type ContractOperation = {
  /** Parameter or field → type and bounds, `?` marking what is optional. */
  query?: ContractShape
  body?: ContractShape
  status: 200 | 201 | 202
  /** A shape's name; `[]` after it means the paged envelope of it. */
  answer: string
}

const paging = { 'cursor?': 'string', 'limit?': 'integer 1..100' }
const audience = '/v0/pages/{page_id}/audiences/{audience_id}'

export const operations: Record<string, ContractOperation> = {
  'GET /v0/assets/search': {
    query: { ...paging, 'assetType?': 'custom-component/icon/image/logo/video', 'query?': 'string' },
    status: 200,
    answer: 'Asset[]',
  },
  'POST /v0/assets': {
    body: {
      assetType: 'image',
      name: 'string',
      purpose: "string =''",
      fileId: 'string',
      'parentAssetId?': 'string',
      'idempotencyKey?': 'string 1..255',
      'hidden?': 'boolean',
    },
    status: 201,
    answer: 'Asset',
  },
  'GET /v0/assets/{asset_id}': { status: 200, answer: 'Asset' },
  'POST /v0/accounts': {
    body: { domain: 'string 1..', 'name?': 'string 1..255' },
    status: 201,
    answer: 'Account',
  },
  'GET /v0/accounts/{account_id}/activity': {
    query: { ...paging, 'includePersonActivity?': '0/1/false/true', 'includeDeleted?': '0/1/false/true' },
    status: 200,
    answer: 'Activity[]',
  },
  'PATCH /v0/accounts/{account_id}/logs/{account_log_id}': {
    body: { text: 'string 1..' },
    status: 200,
    answer: 'Success',
  },
  'PATCH /v0/persons/{person_id}/logs/{person_log_id}': {
    body: { text: 'string 1..' },
    status: 200,
    answer: 'Success',
  },
  'GET /v0/pages': { query: paging, status: 200, answer: 'Page[]' },
  'GET /v0/pages/{page_id}': { status: 200, answer: 'Page' },
  'POST /v0/pages/{page_id}/restore': { body: {}, status: 200, answer: 'Page' },
  'GET /v0/pages/{page_id}/analytics/summary': {
    query: { 'startDate?': 'date-time', 'endDate?': 'date-time' },
    status: 200,
    answer: 'PageAnalyticsSummary',
  },
  [`GET ${audience}`]: { status: 200, answer: 'Audience' },
  'GET /v0/audiences/search': {
    query: { 'limit?': 'integer 1..100', 'query?': 'string' },
    status: 200,
    answer: 'AudienceSearchItem[]',
  },
  [`POST ${audience}/versions/{version_id}/publish`]: {
    body: { 'operationKey?': 'string 1..128' },
    status: 200,
    answer: 'AudienceVersion',
  },
  [`POST ${audience}/messages`]: {
    body: { message: 'string 1..50000', 'clientMessageId?': 'string 1..100', 'selectedElement?': 'object' },
    status: 202,
    answer: 'MessageAccepted',
  },
  [`POST ${audience}/messages/interrupt`]: {
    body: { 'partialText?': 'string ..100000' },
    status: 200,
    answer: 'Success',
  },
  'GET /v0/page_links': {
    query: { ...paging, 'pageId?': 'string', 'path?': 'string', 'tenantDomainId?': 'string' },
    status: 200,
    answer: 'PageLink[]',
  },
  'GET /v0/page_links/{page_link_id}': { status: 200, answer: 'PageLink' },
  'PATCH /v0/page_links/{page_link_id}': {
    body: {
      'tenantDomainId?': 'string|null',
      'path?': 'string 1..',
      'target?': '{targetType: string, audienceId: string}',
    },
    status: 200,
    answer: 'PageLink',
  },
  'GET /v0/webhook_subscriptions': { status: 200, answer: 'WebhookSubscription[]' },
}
