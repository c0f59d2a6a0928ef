import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import packageJson from '../package.json' with { type: 'json' }
import { Problem } from '../shared/problem.ts'
import { accountActivityRoutes } from './accounts/activityRoutes.ts'
import { accountLogRoutes } from './accounts/logRoutes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { agentRoutes } from './agent/routes.ts'
import { agentUsageRoutes } from './agent/usageRoutes.ts'
import { breakdownRoutes } from './analytics/breakdownRoutes.ts'
import { engagementRoutes } from './analytics/engagementRoutes.ts'
import { goalRoutes } from './analytics/goalRoutes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { assetRoutes } from './assets/routes.ts'
import { audienceRoutes } from './audiences/routes.ts'
import { authorRoutes } from './audit/authors.ts'
import { auditRequests } from './audit/requests.ts'
import { auditRoutes } from './audit/routes.ts'
import { importRoutes } from './batches/importRoutes.ts'
import { batchRoutes } from './batches/routes.ts'
import { accountLogoRoutes } from './brands/accountLogos.ts'
import { brandRoutes } from './brands/routes.ts'
import { siteReadingRoutes } from './brands/site/routes.ts'
import { LastUse } from './console/lastUse.ts'
import { consoleRoutes } from './console/routes.ts'
import { serveConsole } from './console/serve.ts'
import { isFromConsole, rewriteConsoleUrl, Sessions } from './console/sessions.ts'
import type { App, AppContext } from './context.ts'
import { demoRoutes } from './demo/routes.ts'
import { openSamplePage } from './demo/samplePage.ts'
import { dictionaryRoutes } from './dictionary/routes.ts'
import { domainRoutes } from './domains/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { customFieldRoutes } from './fields/routes.ts'
import { downloadRoutes } from './files/downloads.ts'
import { fileRoutes } from './files/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { addressRoutes } from './links/addressRoutes.ts'
import { linkGateRoutes } from './links/gateRoutes.ts'
import { linkRoutes } from './links/routes.ts'
import { challenged } from './mcp/challenge.ts'
import { mcpInfoRoutes } from './mcp/infoRoutes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { invitationRoutes, memberRoutes } from './members/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { noticeChannelRoutes } from './notices/channelRoutes.ts'
import { recipientRoutes } from './notices/recipientRoutes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { appRoutes } from './oauth/appRoutes.ts'
import { type FindTokenCaller, oauthRoutes } from './oauth/routes.ts'
import { blockTypeRoutes } from './pages/blockTypeRoutes.ts'
import { pageDocumentRoutes } from './pages/documentRoutes.ts'
import { revisionRoutes } from './pages/revisionRoutes.ts'
import { pageRoutes } from './pages/routes.ts'
import { templateRoutes } from './pages/templateRoutes.ts'
import { accountErasureRoutes } from './persons/accountRoutes.ts'
import { personActivityRoutes } from './persons/activityRoutes.ts'
import { personLogRoutes } from './persons/logRoutes.ts'
import { personRoutes } from './persons/routes.ts'
import { releaseRoutes } from './releases/routes.ts'
import { baseStateRoutes } from './releases/stateRoutes.ts'
import { rolloutRoutes } from './rollouts/routes.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { askRoutes } from './site/ask.ts'
import { previewRoutes } from './site/routes.ts'
import { shareRoutes } from './site/shareRoutes.ts'
import { Site } from './site/site.ts'
import { stageRoutes } from './site/stage/routes.ts'
import { standingRoutes } from './site/standingRoutes.ts'
import { identityProviderRoutes } from './sso/routes.ts'
import { scimRoutes } from './sso/scim/routes.ts'
import { scimTokenRoutes } from './sso/scim/tokenRoutes.ts'
import { findKeyByHash } from './tenants/keyQueries.ts'
import { settingsRoutes, tenantRoutes } from './tenants/routes.ts'
import { versionRoutes } from './versions/routes.ts'
import { viewRoutes } from './views/routes.ts'
import { openVisits } from './visits/open.ts'
import { submissionRoutes, visitRoutes } from './visits/routes.ts'
import { type Identify, identifyByKey, requireCallers } from './web/auth.ts'
import { keepAlive, keepWhileAnswering, openServer } from './web/connections.ts'
import { documentationRoutes } from './web/docs.ts'
import {
  answerBadConnection,
  answerProblems,
  faultOfHost,
  faultOfMethod,
  refuseTunnel,
  safeHeaders,
  sendEarly,
  sendProblem,
} from './web/errors.ts'
import { InsideCalls } from './web/insideCalls.ts'
import { answerAsDescribed, describeRoutes, tagRoutes } from './web/openapi.ts'
import { operationRoutes } from './web/operations.ts'
import { limitPages } from './web/pageLimits.ts'
import { guardPublishing } from './web/publishing.ts'
import { limitRates, RateLimiter } from './web/rateLimit.ts'
import { readRequestHead } from './web/requestHead.ts'
import { requestIdFrom } from './web/requestId.ts'
import { traceRequests } from './web/tracing.ts'
import { useValidation } from './web/validation.ts'
import { describeEvents } from './webhooks/catalogue.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** A year, as required for browsers' preload lists. Without subdomains, which may not all have TLS. */
const hsts = 'max-age=31536000'

/** The features under /v0, in the order of the reference. */
const features: [tag: string, routes: (app: App, context: AppContext) => void | Promise<void>][] = [
  ['Accounts', accountRoutes],
  ['Activity', accountActivityRoutes],
  ['Account logs', accountLogRoutes],
  ['Accounts', accountErasureRoutes],
  ['Persons', personRoutes],
  ['Person logs', personLogRoutes],
  ['Activity', personActivityRoutes],
  ['Custom fields', customFieldRoutes],
  ['Files', fileRoutes],
  ['Assets', assetRoutes],
  ['Brands', brandRoutes],
  ['Brands', siteReadingRoutes],
  ['Accounts', accountLogoRoutes],
  ['Pages', pageRoutes],
  ['Pages', pageDocumentRoutes],
  ['Pages', revisionRoutes],
  ['Pages', templateRoutes],
  ['Pages', demoRoutes],
  ['Documents', blockTypeRoutes],
  ['Audiences', audienceRoutes],
  ['Versions', versionRoutes],
  ['Versions', previewRoutes],
  ['Documents', stageRoutes],
  ['Messages', messageRoutes],
  ['Agent', agentRoutes],
  ['Agent', agentUsageRoutes],
  ['Batches', batchRoutes],
  ['Batches', importRoutes],
  ['Releases', releaseRoutes],
  ['Releases', baseStateRoutes],
  ['Schedules', scheduleRoutes],
  ['Releases', rolloutRoutes],
  ['Pages', submissionRoutes],
  ['Analytics', analyticsRoutes],
  ['Analytics', breakdownRoutes],
  ['Analytics', goalRoutes],
  ['Analytics', engagementRoutes],
  ['Analytics', visitRoutes],
  ['Analytics', homeRoutes],
  ['Notices', noticeRoutes],
  ['Notices', noticeChannelRoutes],
  ['Exports', exportRoutes],
  ['Domains', domainRoutes],
  ['Page links', linkRoutes],
  ['Page links', addressRoutes],
  ['Page links', linkGateRoutes],
  ['Page links', shareRoutes],
  ['Standings', standingRoutes],
  ['Webhooks', webhookRoutes],
  ['Keys', tenantRoutes],
  ['Apps', appRoutes],
  ['Apps', mcpInfoRoutes],
  ['Team', memberRoutes],
  ['Team', invitationRoutes],
  ['Team', identityProviderRoutes],
  ['Team', scimTokenRoutes],
  ['Settings', settingsRoutes],
  ['Settings', viewRoutes],
  ['Settings', dictionaryRoutes],
  ['Audit log', auditRoutes],
  ['Audit log', authorRoutes],
]

export async function buildApp(context: AppContext): Promise<App> {
  const { config, log, db } = context
  let stopping = false
  const isSecure = context.publicUrl().startsWith('https:')
  const visits = openVisits(context)
  const site = new Site(context, visits)
  const app: App = Fastify({
    serverFactory: (answerApi) =>
      openSharedServer((request, response) => {
        if (stopping) response.shouldKeepAlive = false
        if (isSecure) response.setHeader('strict-transport-security', hsts)
        const head = readRequestHead(request)
        const hostFault = faultOfHost(request, head)
        if (hostFault) return sendEarly(response, hostFault)
        if (site.handle(request, response, head)) return
        const methodFault = faultOfMethod(request)
        if (methodFault) return sendEarly(response, methodFault)
        keepWhileAnswering(response)
        answerApi(request, response)
      }),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: rewriteConsoleUrl,
    trustProxy: config.trustProxy,
    bodyLimit: 1024 * 1024,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void sendProblem(request, reply, error),
    genReqId: ({ headers }) => requestIdFrom(headers['x-request-id']),
    clientErrorHandler: answerBadConnection,
  }).withTypeProvider<TypeBoxTypeProvider>()

  traceRequests(app)
  app.decorate('startDraining', () => {
    stopping = true
  })
  app.addHook('preClose', async () => app.startDraining())
  // Also sent with responses that got a `keep-alive` header before the shutdown started.
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.removeHeader('keep-alive').header('connection', 'close')
  })
  app.addHook('onClose', async () => void (await Promise.all([site.close(), visits.close()])))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, ...keepAlive })
  })
  app.addHook('onResponse', async (request, reply) => {
    const path = request.originalUrl.split('?', 1)[0]
    const line = {
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    request.log.info({ ...line, tenantId: request.tenantId || undefined }, 'request')
  })
  useValidation(app)
  answerProblems(app)
  await describeRoutes(app, packageJson.version, describeEvents())
  operationRoutes(app, context, () => stopping, { answers: site.answers, reports: visits.written })
  documentationRoutes(app, context.publicUrl, openSamplePage(context))
  downloadRoutes(app, context)
  await recipientRoutes(app, context)
  askRoutes(app, context)

  const sessions = new Sessions(context)
  const lastUse = new LastUse(context)
  const insideCalls = new InsideCalls()
  app.addHook('onClose', async () => lastUse.close())
  consoleRoutes(app, context, sessions)
  await serveConsole(app, context)
  await scimRoutes(app, context)
  const findTokenCaller = await oauthRoutes(app, context, sessions)
  await app.register(async (mcp) => {
    requireCallers(mcp, challenged(context, byKey(context, findTokenCaller)))
    limitRequests(mcp, context)
    mcpRoutes(mcp, context, insideCalls)
  })

  await app.register(async (v0) => {
    v0.addHook('onRequest', async (_request, reply) => void reply.headers(safeHeaders))
    answerAsDescribed(v0)
    requireCallers(v0, eitherWay(context, sessions, insideCalls))
    guardPublishing(v0)
    v0.addHook('onRequest', async ({ caller }) => lastUse.note(caller))
    limitRequests(v0, context)
    limitPages(v0, db)
    auditRequests(v0, db, isFromConsole)
    for (const [tag, routes] of features) {
      const feature = async (scope: App) => {
        tagRoutes(scope, tag)
        await routes(scope, context)
      }
      // Fastify would look for the name of a function without one in all loaded modules.
      await v0.register(Object.assign(feature, { [Symbol.for('fastify.display-name')]: tag }))
    }
  })
  return app
}

function limitRequests(app: FastifyInstance, { config, db, log }: AppContext) {
  const { rateLimitPerMinute, tenantRateLimitPerMinute } = config
  if (rateLimitPerMinute === 0) return
  const ofTenant =
    tenantRateLimitPerMinute > 0 ? new RateLimiter(db, log, tenantRateLimitPerMinute) : undefined
  limitRates(app, new RateLimiter(db, log, rateLimitPerMinute), ofTenant)
}

/** Identifies callers by an API key, or by a token that a user's app got for `/mcp`. */
function byKey({ db, config }: AppContext, findTokenCaller?: FindTokenCaller): Identify {
  const limitFailures = config.rateLimitPerMinute > 0
  return identifyByKey(
    async (hash, key) => (await findKeyByHash(db.read, hash)) ?? (await findTokenCaller?.(key)),
    { limitFailures },
  )
}

/** Requests through the console are identified by their session, all others by their key. */
function eitherWay(context: AppContext, sessions: Sessions, insideCalls: InsideCalls): Identify {
  const identify = byKey(context)
  return async (request, reply) => {
    const inside = insideCalls.callerOf(request)
    if (inside) return inside
    if (!isFromConsole(request)) return await identify(request, reply)
    sessions.guard(request, reply)
    return await sessions.identify(request, reply)
  }
}

/** One server for the API and for sites, distinguished by the Host header. */
function openSharedServer(handle: RequestListener): Server {
  return openServer(handle)
    .on('connect', refuseTunnel)
    .on('checkExpectation', (_request, response: ServerResponse) =>
      sendEarly(response, new Problem('expectation_failed', 'Only `Expect: 100-continue` is supported.')),
    )
}
