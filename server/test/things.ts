import type { Client } from './client.ts'
import { acceptInvitation } from './members.ts'

/** Ids by path parameter. */
export type Things = Record<string, string>

/** Creates one of each noun for a tenant through the API, for tests of all routes. */
export async function makeThings(client: Client): Promise<Things> {
  const made = async (path: string, body: object, field: string): Promise<string> => {
    const answer = await client.post(path, body)
    if (answer.status > 201) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body[field]
  }
  const account_id = await made('/v0/accounts', { domain: 'walk.example' }, 'accountId')
  const person_id = await made('/v0/persons', { name: 'Walker' }, 'personId')
  const log = { text: 'A walk.' }
  const file_id = (await client.upload('walk.csv', 'name\nwalker\n', 'text/csv')).body.fileId
  const picture = (
    await client.upload('walk.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
  ).body.fileId
  const webhooks = '/v0/webhook_subscriptions'
  const webhook = { url: 'http://127.0.0.1:9/', events: ['webhook.test'] }
  const subscription_id = await made(webhooks, webhook, 'subscriptionId')
  const page_id = await made('/v0/pages', { name: 'Walk', pageType: 'custom' }, 'pageId')
  const audience_id = await made(`/v0/pages/${page_id}/audiences`, {}, 'audienceId')
  const versions = `/v0/pages/${page_id}/audiences/${audience_id}/versions`
  const invited = await client.post('/v0/invitations', {
    email: 'walk@walk.example',
    role: 'viewer',
    send: false,
  })
  const member = await acceptInvitation(client, invited.body.url, 'Walker')
  return {
    user_id: member.user.userId,
    invitation_id: await made(
      '/v0/invitations',
      { email: 'next@walk.example', role: 'viewer', send: false },
      'invitationId',
    ),
    app_id: await made('/v0/apps', { name: 'Walk', redirectUris: ['https://walk.example/done'] }, 'appId'),
    // Made by a person who lets an app in, which `server/oauth/oauth.test.ts` does.
    connection_id: 'connection_00000000000000000000000000',
    key_id: await made('/v0/api_keys', { name: 'walk', scopes: ['read'] }, 'keyId'),
    account_id,
    account_log_id: await made(`/v0/accounts/${account_id}/logs`, log, 'accountLogId'),
    person_id,
    subscription_id,
    delivery_id: await made(`${webhooks}/${subscription_id}/test`, {}, 'deliveryId'),
    person_log_id: await made(`/v0/persons/${person_id}/logs`, log, 'personLogId'),
    file_id,
    asset_id: await made(
      '/v0/assets',
      { assetType: 'image', name: 'Walk', purpose: '', fileId: picture },
      'assetId',
    ),
    brand_id: await made('/v0/brands', { name: 'Walk' }, 'brandId'),
    page_id,
    revision: '1',
    against: '1',
    audience_id,
    version_id: await made(versions, { document: { theme: {}, blocks: [] } }, 'versionId'),
    page_link_id: await made(
      '/v0/page_links',
      { path: '/walk', target: { targetType: 'audience', audienceId: audience_id } },
      'pageLinkId',
    ),
    batch_id: (await client.post(`/v0/pages/${page_id}/audiences/bulk`, { accountIds: [account_id] })).body
      .batchId,
    release_id: (
      await client.post(`/v0/pages/${page_id}/releases`, {
        kind: 'base',
        audiences: { all: true },
        dryRun: true,
      })
    ).body.releaseId,
    schedule_id: await made(
      `/v0/pages/${page_id}/schedules`,
      { action: 'archivePage', runAt: `+${Date.now() + 86_400_000}` },
      'scheduleId',
    ),
    template_id: await made(`/v0/pages/${page_id}/template`, { name: 'Walk' }, 'templateId'),
    field_id: await made(
      '/v0/custom_fields',
      { owner: 'account', key: 'walk', label: 'Walk', type: 'text' },
      'fieldId',
    ),
    goal_id: await made(
      `/v0/pages/${page_id}/goals`,
      { name: 'Walk', steps: [{ kind: 'opened' }] },
      'goalId',
    ),
    audit_event_id: (await client.get('/v0/audit_events?limit=1')).body.items[0].eventId,
    view_id: await made('/v0/views', { list: 'accounts', name: 'Walk', search: '' }, 'viewId'),
    provider_id: await made(
      '/v0/identity_providers',
      { name: 'Walk', issuer: 'https://id.walk.example', clientId: 'walk' },
      'providerId',
    ),
    channel_id: await made('/v0/notice_channels', { kind: 'slack', url: webhook.url }, 'channelId'),
    tenant_domain_id: await made('/v0/tenant_domains', { hostname: 'walk.example' }, 'tenantDomainId'),
  }
}
