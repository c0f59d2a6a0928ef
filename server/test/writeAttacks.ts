import type { Client } from './client.ts'
import type { LiveSite } from './liveSite.ts'
import { saying } from './sites.ts'

export const changedHero = { id: 'h', type: 'hero', props: { headline: 'Changed' }, sources: [] }

export type Call = [method: 'post' | 'patch' | 'put' | 'delete', path: string, body?: unknown]

export type Target = Omit<
  LiveSite,
  'visit' | 'snapshot' | 'previews' | 'versionId' | 'closed' | 'guardedPageId'
>

/** Calls of every operation with the scope `write` on a live site; `admin` prepares objects for effective changes. */
export async function writeAttacks(admin: Client, live: Target): Promise<Record<string, Call[]>> {
  const { assetId, brandId, accountId, personIds, pageId, audienceId, linkId, homeId, fileId, draft } = live
  const { guardedAccountId, guardedLinkId } = live
  const personId = personIds.linked
  const guarded = `/v0/persons/${personIds.guarded}`
  const page = `/v0/pages/${pageId}`
  const home = `/v0/pages/${homeId}`
  const audience = `${page}/audiences/${audienceId}`
  const personal = `${page}/audiences/${live.personAudienceId}`
  const target = (id: string) => ({ targetType: 'audience', audienceId: id })
  const part = { text: 'x', url: 'https://evil.example/' }
  const log = { text: 'Changed' }
  const { accountLogId } = (await admin.post(`/v0/accounts/${accountId}/logs`, log)).body
  const { personLogId } = (await admin.post(`/v0/persons/${personId}/logs`, log)).body
  const accountLog = `/v0/accounts/${accountId}/logs/${accountLogId}`
  const personLog = `/v0/persons/${personId}/logs/${personLogId}`
  const csv = 'email,company,domain\ncleo@batch.example,Batch Inc,batch.example\n'
  const table = (await admin.upload('people.csv', csv, 'text/csv')).body.fileId
  for (const owner of ['account', 'person'])
    await admin.post('/v0/custom_fields', { owner, key: 'tier', label: 'Tier', type: 'text' })
  const { templateId } = (await admin.post(`${page}/template`, { name: 'Saved' })).body
  const later = { kind: 'base', audiences: { all: true }, publishAt: `+${Date.now() + 86_400_000}` }
  const { releaseId } = (await admin.post(`${page}/releases`, later)).body
  const { batchId } = (await admin.post(`${page}/audiences/bulk`, { personIds: [personId] })).body
  await admin.put(`${page}/document`, saying('The page went on'))
  const [conflict] = (await admin.get(`${page}/conflicts`)).body.items
  const goal = { name: 'Booked', steps: [{ kind: 'opened' }] }
  const { goalId } = (await admin.post(`${page}/goals`, goal)).body
  const view = { list: 'accounts', name: 'Hot', search: 'sort=-visits' }
  const { viewId } = (await admin.post('/v0/views', view)).body
  const otherAccountId = (await admin.post('/v0/accounts', { domain: 'other-account.example' })).body
    .accountId
  const form = new FormData()
  form.set('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>']), 'b.svg')
  const component = new FormData()
  const html = '<!doctype html><title>Changed</title><script>document.title = 1</script>'
  component.set('file', new Blob([html], { type: 'text/html' }), 'b.html')
  return {
    // First, as others change the document of the page.
    decideConflicts: conflict
      ? [
          [
            'post',
            `${page}/conflicts/decisions`,
            [{ audienceId: conflict.audienceId, conflictId: conflict.conflictId, decision: 'take' }],
          ],
        ]
      : [],
    createAccount: [['post', '/v0/accounts', { domain: 'new-account.example', name: 'New account' }]],
    updateAccount: [
      ['patch', `/v0/accounts/${accountId}`, { name: 'Changed' }],
      // Links a person with an open page to an account whose persons need a password.
      ['patch', `/v0/accounts/${guardedAccountId}`, { domain: 'late.example' }],
    ],
    mergeAccount: [
      ['post', `/v0/accounts/${accountId}/merge`, { intoAccountId: otherAccountId }],
      ['post', `/v0/accounts/${guardedAccountId}/merge`, { intoAccountId: otherAccountId }],
    ],
    deleteAccount: [
      ['delete', `/v0/accounts/${accountId}?persons=erase`],
      ['delete', `/v0/accounts/${guardedAccountId}`],
    ],
    updateAccountFields: [['patch', `/v0/accounts/${accountId}/fields`, { fields: { tier: 'Changed' } }]],
    setAccountLogo: [['put', `/v0/accounts/${accountId}/logo`, { logoAssetId: assetId }]],
    createAccountActivity: [['post', `/v0/accounts/${accountId}/activity`, { type: 'meeting.held' }]],
    createAccountLog: [['post', `/v0/accounts/${accountId}/logs`, log]],
    updateAccountLog: [['patch', accountLog, { text: 'Changed again' }]],
    deleteAccountLog: [['delete', accountLog]],
    restoreAccountLog: [['post', `${accountLog}/restore`, {}]],
    createPerson: [['post', '/v0/persons', { name: 'Jane Doe', email: 'jane2@seen.example' }]],
    updatePerson: [
      ['patch', `/v0/persons/${personId}`, { name: 'Changed' }],
      ['patch', `/v0/persons/${personIds.ofGivenAccount}`, { accountId }],
      ['patch', `/v0/persons/${personId}`, { email: 'jane@new-account.example' }],
      // Away from the account whose gate protects their page, and to it.
      ['patch', guarded, { accountId: otherAccountId }],
      ['patch', guarded, { email: 'kim@other-account.example' }],
      ['patch', guarded, { domain: 'nowhere.example' }],
      ['patch', `/v0/persons/${personIds.late}`, { accountId: guardedAccountId }],
    ],
    updatePersonFields: [['patch', `/v0/persons/${personId}/fields`, { fields: { tier: 'Changed' } }]],
    erasePerson: [
      ['delete', `/v0/persons/${personId}`],
      // The only address that a gate admits.
      ['delete', `/v0/persons/${personIds.invited}`],
    ],
    createPersonLog: [['post', `/v0/persons/${personId}/logs`, log]],
    updatePersonLog: [['patch', personLog, { text: 'Changed again' }]],
    deletePersonLog: [['delete', personLog]],
    restorePersonLog: [['post', `${personLog}/restore`, {}]],
    createAsset: [['post', '/v0/assets', { assetType: 'image', name: 'Seen', purpose: '', fileId }]],
    registerFile: [['post', `/v0/files/${fileId}/asset`, { assetType: 'logo', name: 'Seen', purpose: '' }]],
    updateAsset: [['patch', `/v0/assets/${assetId}`, { name: 'Changed' }]],
    setAssetFocalPoint: [['put', `/v0/assets/${assetId}/focal_point`, { x: 0, y: 0 }]],
    clearAssetFocalPoint: [['delete', `/v0/assets/${assetId}/focal_point`]],
    trashAsset: [['post', `/v0/assets/${assetId}/trash`, {}]],
    restoreAsset: [['post', `/v0/assets/${assetId}/restore`, {}]],
    uploadFile: [
      ['post', '/v0/files', form],
      ['post', '/v0/files', component],
    ],
    createBrand: [['post', '/v0/brands', { name: 'Seen', primaryColor: '#ff0000' }]],
    updateBrand: [['patch', `/v0/brands/${brandId}`, { name: 'Changed', primaryColor: '#ff0000' }]],
    createGoal: [['post', `${page}/goals`, goal]],
    updateGoal: [['put', `/v0/goals/${goalId}`, { ...goal, name: 'Changed' }]],
    deleteGoal: [['delete', `/v0/goals/${goalId}`]],
    saveView: [['post', '/v0/views', { ...view, name: 'Changed' }]],
    updateDictionary: [['patch', '/v0/dictionary', { add: ['changed'] }]],
    deleteView: [['delete', `/v0/views/${viewId}`]],
    readSite: [['post', '/v0/brands/read_site', { domain: 'brand.invalid' }]],
    createPage: [['post', '/v0/pages', { name: 'Home 2', pageType: 'custom', flags: ['home_page'] }]],
    updatePage: [
      ['patch', page, { title: 'Changed' }],
      ['patch', page, { scripts: [{ name: 'x', content: 'alert(1)', enabled: true }] }],
      ['patch', page, { actions: [{ actionId: 'book', buttonTitle: 'Book', url: 'https://evil.example/' }] }],
      ['patch', page, { footerLinks: [{ title: 'x', links: [part] }] }],
      ['patch', page, { metadata: { title: 'Changed', robots: ['noindex'] } }],
      ['patch', page, { flags: ['home_page'] }],
      ['patch', page, { name: 'Renamed', pageContext: 'Changed' }],
      ['patch', home, { flags: [] }],
      ['patch', `/v0/pages/${draft.pageId}`, { flags: ['home_page'] }],
    ],
    duplicatePage: [
      ['post', `${page}/duplicate`, {}],
      ['post', `${home}/duplicate`, {}],
    ],
    deletePage: [
      ['delete', page],
      ['delete', home],
    ],
    restorePage: [['post', `${page}/restore`, {}]],
    replacePageDocument: [['put', `${page}/document`, { theme: {}, blocks: [changedHero] }]],
    changePageDocument: [
      [
        'post',
        `${page}/document/operations`,
        { operations: [{ type: 'setTheme', theme: { look: 'bold' } }] },
      ],
    ],
    askForPageChanges: [
      ['post', `${page}/document/messages`, { message: 'Change the headline to "Changed"' }],
    ],
    restorePageRevision: [['post', `${page}/document/revisions/1/restore`]],
    closePageRevision: [['post', `${page}/document/close_revision`, { sitting: 'x' }]],
    createAudience: [
      ['post', `${page}/audiences`, {}],
      ['post', `${page}/audiences`, { publish: true }],
      ['post', `${home}/audiences`, {}],
    ],
    updateAudience: [
      ['patch', audience, { actionUrlOverride: 'https://evil.example/' }],
      ['patch', audience, { metadataOverride: { title: 'Changed', robots: ['noindex'] } }],
      ['patch', audience, { customName: 'Changed', supplementaryContext: 'Changed' }],
      ['patch', `${home}/audiences/${live.homeAudienceId}`, { flags: [] }],
      ['patch', `${home}/audiences/${live.homeNotLiveAudienceId}`, { flags: ['home_page'] }],
    ],
    archiveAudience: [['post', `${audience}/archive`, {}]],
    restoreAudience: [['post', `${page}/audiences/${live.archivedAudienceId}/restore`, {}]],
    rotateRouteKey: [['post', `${personal}/rotate_route_key`, {}]],
    createAudienceVersion: [
      ['post', `${audience}/versions`, { document: { theme: {}, blocks: [changedHero] } }],
    ],
    sendAudienceMessage: [['post', `${audience}/messages`, { message: 'Change the headline to "Changed"' }]],
    interruptAudienceMessage: [['post', `${audience}/messages/interrupt`, {}]],
    createBatch: [
      ['post', `${page}/audiences/bulk`, { csvFileId: table }],
      ['post', `${page}/audiences/bulk`, { accountIds: [accountId] }],
    ],
    importAccounts: [['post', '/v0/accounts/import', { csvFileId: table }]],
    checkCsvFile: [['post', '/v0/batches/check', { csvFileId: table }]],
    retryBatchRow: [['post', `/v0/batches/${batchId}/retry`, { position: 1, values: { name: 'Changed' } }]],
    createPageTemplate: [['post', `${page}/template`, { name: 'Changed' }]],
    updatePageTemplate: [['patch', `/v0/page_templates/${templateId}`, { name: 'Changed' }]],
    deletePageTemplate: [['delete', `/v0/page_templates/${templateId}`]],
    cancelBatch: [['post', `/v0/batches/${batchId}/cancel`, {}]],
    detachAudience: [['post', `${audience}/detach`, {}]],
    attachAudience: [['post', `${audience}/attach`, {}]],
    createRelease: [
      ['post', `${page}/releases`, { kind: 'base', audiences: { all: true } }],
      ['post', `${page}/releases`, { kind: 'base', audiences: { all: true }, publish: false }],
      ['post', `${page}/releases`, { kind: 'drafts', audiences: { all: true } }],
    ],
    setLinkSettings: [['put', `${page}/link_settings`, { personalLinks: 'query' }]],
    cancelRelease: [['post', `/v0/releases/${releaseId}/cancel`, {}]],
    createPageLink: [
      ['post', '/v0/page_links', { path: '/other', target: target(audienceId) }],
      ['post', '/v0/page_links', { path: '/', target: target(audienceId) }],
      // Live personal pages would get another URL below it.
      ['post', '/v0/page_links', { path: '/alias', target: target(live.notLiveAudienceId) }],
      // In place of the home page.
      ['post', '/v0/page_links', { path: '/', target: target(draft.audienceId) }],
      ['post', '/v0/page_links', { path: `/seen/${live.personRouteKey}`, target: target(draft.audienceId) }],
    ],
    updatePageLinkGate: [
      ['patch', `/v0/page_links/${linkId}/gate`, { password: 'closed for now' }],
      ['patch', `/v0/page_links/${guardedLinkId}/gate`, { password: null }],
    ],
    updatePageLink: [
      ['patch', `/v0/page_links/${linkId}`, { path: '/moved' }],
      ['patch', `/v0/page_links/${linkId}`, { target: target(live.homeAudienceId) }],
      ['patch', `/v0/page_links/${live.quietLinkId}`, { path: '/moved-quiet' }],
      ['patch', `/v0/page_links/${live.quietLinkId}`, { target: target(draft.audienceId) }],
      // The gate then protects something else.
      ['patch', `/v0/page_links/${guardedLinkId}`, { target: target(draft.audienceId) }],
      ['patch', `/v0/page_links/${guardedLinkId}`, { target: target(live.notLiveAudienceId) }],
    ],
    deletePageLink: [
      ['delete', `/v0/page_links/${linkId}`],
      ['delete', `/v0/page_links/${live.quietLinkId}`],
      ['delete', `/v0/page_links/${guardedLinkId}`],
    ],
  }
}
