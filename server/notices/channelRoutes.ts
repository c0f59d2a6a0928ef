import { noticeKinds } from '../../shared/noticeWords.ts'
import { invalid, Problem } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import type { App, AppContext } from '../context.ts'
import { canonicalEmail } from '../persons/contact.ts'
import { getTenant } from '../tenants/queries.ts'
import { requestLimitMs } from '../web/dns.ts'
import { operation } from '../web/operation.ts'
import { openOutbound } from '../web/outbound.ts'
import { Empty } from '../web/schema.ts'
import {
  type ChannelFields,
  deleteChannel,
  findUnknownPages,
  getChannel,
  getConsoleChannel,
  insertChannel,
  listChannels,
  updateChannel,
  updateConsoleChannel,
} from './channelQueries.ts'
import {
  ChannelTestResult,
  ConsoleChannel,
  ConsoleChannelPatch,
  NoticeChannel,
  NoticeChannelInput,
  NoticeChannelPatch,
  NoticeChannels,
} from './schema.ts'
import { protectUrl, SendingError, sendThrough } from './send.ts'

export function noticeChannelRoutes(app: App, context: AppContext) {
  const { db, mailer } = context
  app.get(
    '/v0/notice_channels',
    operation('listNoticeChannels', 'List notice channels', {
      scope: 'admin',
      description: 'Which notices the console shows, and the channels that send them elsewhere, at most 20.',
      response: { 200: NoticeChannels },
    }),
    async ({ tenantId }) => {
      const [console, items] = await Promise.all([
        getConsoleChannel(db.read, tenantId),
        listChannels(db.read, tenantId),
      ])
      return { console, items, canSendEmail: mailer.isConfigured }
    },
  )

  app.post(
    '/v0/notice_channels',
    operation('createNoticeChannel', 'Create a notice channel', {
      scope: 'admin',
      body: NoticeChannelInput,
      response: { 201: NoticeChannel },
      problems: ['channel_limit', 'mail_unavailable'],
    }),
    async ({ tenantId, body }) => {
      const fields = await readInput(context, tenantId, body)
      return await db.inTransaction((tx) => insertChannel(tx, tenantId, fields))
    },
  )

  app.patch(
    '/v0/notice_channels/:channel_id',
    operation('updateNoticeChannel', 'Update a notice channel', {
      scope: 'admin',
      body: NoticeChannelPatch,
      response: { 200: NoticeChannel },
    }),
    async ({ tenantId, params, body: { url, ...patch } }) => {
      const { encryptedUrl: _hidden, ...before } = await getChannel(db.read, tenantId, params.channel_id)
      demandFitting(before.kind, { url, recipients: patch.recipients })
      await demandPages(context, tenantId, patch.pageIds)
      const address = url === undefined ? {} : await protectUrl(context, tenantId, url)
      const recipients = patch.recipients && { recipients: readRecipients(patch.recipients) }
      const changes = { ...patch, ...recipients, ...address }
      if (Object.keys(changes).length === 0) return before
      return await db.inTransaction((tx) => {
        noteChange(tx, { before })
        return updateChannel(tx, tenantId, params.channel_id, changes)
      })
    },
  )

  app.delete(
    '/v0/notice_channels/:channel_id',
    operation('deleteNoticeChannel', 'Delete a notice channel', { scope: 'admin' }),
    async ({ tenantId, params }) => {
      await db.inTransaction((tx) => deleteChannel(tx, tenantId, params.channel_id))
    },
  )
  consoleRoute(app, context)
  testRoute(app, context)
}

function consoleRoute(app: App, context: AppContext) {
  const { db } = context
  app.get(
    '/v0/console_channel',
    operation('getConsoleChannel', 'Get which notices the console shows', {
      scope: 'read',
      response: { 200: ConsoleChannel },
    }),
    ({ tenantId }) => getConsoleChannel(db.read, tenantId),
  )

  app.patch(
    '/v0/console_channel',
    operation('updateConsoleChannel', 'Choose which notices the console shows', {
      scope: 'admin',
      description: 'Applies to all keys of the tenant, for notices from now on.',
      body: ConsoleChannelPatch,
      response: { 200: ConsoleChannel },
    }),
    async ({ tenantId, body }) => {
      await demandPages(context, tenantId, body.pageIds)
      if (Object.keys(body).length === 0) return await getConsoleChannel(db.read, tenantId)
      return await db.inTransaction(async (tx) => {
        noteChange(tx, { before: await getConsoleChannel(tx, tenantId) })
        return await updateConsoleChannel(tx, tenantId, body)
      })
    },
  )
}

function testRoute(app: App, context: AppContext) {
  const { db, config, publicUrl } = context
  app.post(
    '/v0/notice_channels/:channel_id/test',
    operation('testNoticeChannel', 'Send a test notice', {
      scope: 'admin',
      description: 'Sends one message through the channel immediately and returns whether it was accepted.',
      body: Empty,
      response: { 200: ChannelTestResult },
    }),
    async ({ tenantId, params, id }) => {
      const channel = await getChannel(db.read, tenantId, params.channel_id)
      const { name: tenantName } = await getTenant(db.read, tenantId)
      const message = {
        notices: [],
        total: 0,
        consoleUrl: `${publicUrl()}/console`,
        tenantName,
        isTest: true,
      }
      const outbound = openOutbound({
        allowPrivate: config.webhookAllowPrivate,
        dnsLimitMs: requestLimitMs,
      })
      try {
        await sendThrough({ ...context, outbound }, tenantId, channel, message, `${channel.channelId}.${id}`)
        return { success: true, message: 'The test was sent.' }
      } catch (error) {
        if (error instanceof SendingError) return { success: false, message: error.message }
        throw error
      } finally {
        await outbound.destroy()
      }
    },
  )
}

async function readInput(
  context: AppContext,
  tenantId: string,
  {
    kind,
    recipients: given = [],
    url,
    kinds = [...noticeKinds],
    pageIds = null,
    ...rest
  }: NoticeChannelInput,
): Promise<ChannelFields> {
  if (kind === 'email' && !context.mailer.isConfigured)
    throw new Problem('mail_unavailable', 'No mail server is configured.')
  const recipients = readRecipients(given)
  demandFitting(kind, { url, recipients: recipients.length > 0 ? recipients : undefined })
  if (kind === 'email' && recipients.length === 0) throw invalid('/recipients', 'is required for e-mail')
  if (kind !== 'email' && url === undefined) throw invalid('/url', 'is required for Slack and Teams')
  await demandPages(context, tenantId, pageIds)
  const address =
    url === undefined ? { encryptedUrl: null, urlHint: null } : await protectUrl(context, tenantId, url)
  const { pace = 'instant', active = true } = rest
  return { kind, recipients, kinds, pageIds, pace, active, ...address }
}

function readRecipients(recipients: string[]): string[] {
  return [...new Set(recipients.map((one) => canonicalEmail(one, '/recipients')))]
}

function demandFitting(
  kind: NoticeChannel['kind'],
  { url, recipients }: { url: string | undefined; recipients: string[] | undefined },
): void {
  if (kind === 'email' && url !== undefined) throw invalid('/url', 'is only for Slack and Teams')
  if (kind !== 'email' && recipients !== undefined) throw invalid('/recipients', 'is for e-mail')
}

async function demandPages(
  { db }: AppContext,
  tenantId: string,
  pageIds: string[] | null | undefined,
): Promise<void> {
  if (!pageIds) return
  const [unknown] = await findUnknownPages(db.read, tenantId, pageIds)
  if (unknown !== undefined) throw invalid('/pageIds', `does not match a page: ${unknown}`)
}
