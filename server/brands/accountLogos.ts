import type { Static } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { invalid, notFound } from '../../shared/problem.ts'
import { NamedObject, Nullable } from '../../shared/typebox.ts'
import { findPictures } from '../assets/queries.ts'
import { noteChange } from '../audit/cause.ts'
import type { App, AppContext } from '../context.ts'
import type { Reader, Tx } from '../database/database.ts'
import { operation } from '../web/operation.ts'
import { Id } from '../web/schema.ts'

const LogoAssetId = Nullable(
  Id('asset', {
    description: 'An image, logo or icon. Null: pages show a monogram beside the name of the account.',
  }),
)

export const AccountLogo = NamedObject(
  'AccountLogo',
  { accountId: Id('account'), logoAssetId: LogoAssetId },
  { logoAssetId: exampleId('asset') },
)
export type AccountLogo = Static<typeof AccountLogo>

export const AccountLogoInput = NamedObject(
  'AccountLogoInput',
  { logoAssetId: LogoAssetId },
  { logoAssetId: exampleId('asset') },
)

export function accountLogoRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/accounts/:account_id/logo',
    operation('getAccountLogo', 'Get the logo of an account', {
      scope: 'read',
      response: { 200: AccountLogo },
    }),
    ({ tenantId, params }) => getAccountLogo(db.read, tenantId, params.account_id),
  )

  app.put(
    '/v0/accounts/:account_id/logo',
    operation('setAccountLogo', 'Set the logo of an account', {
      scope: 'write',
      description:
        'Pages made for the account or one of its people show it beside the logo of your brand. Live pages show it after their next publish. Null removes it.',
      body: AccountLogoInput,
      response: { 200: AccountLogo },
    }),
    ({ tenantId, params, body: { logoAssetId } }) =>
      db.inTransaction((tx) => setAccountLogo(tx, tenantId, { accountId: params.account_id, logoAssetId })),
  )
}

export async function getAccountLogo(db: Reader, tenantId: string, accountId: string): Promise<AccountLogo> {
  const [logo] = await db<AccountLogo[]>`
    select account_id, logo_asset_id from accounts where tenant_id = ${tenantId} and account_id = ${accountId}`
  return logo ?? notFound('account', accountId)
}

/** Live pages show the logo from their next publish. */
export async function setAccountLogo(
  tx: Tx,
  tenantId: string,
  { accountId, logoAssetId }: AccountLogo,
): Promise<AccountLogo> {
  noteChange(tx, { before: await getAccountLogo(tx, tenantId, accountId) })
  await tx`
    update accounts set logo_asset_id = ${await demandPicture(tx, tenantId, logoAssetId)}, updated_at = now()
    where tenant_id = ${tenantId} and account_id = ${accountId} and logo_asset_id is distinct from ${logoAssetId}`
  return { accountId, logoAssetId }
}

async function demandPicture(tx: Tx, tenantId: string, assetId: string | null): Promise<string | null> {
  if (assetId !== null && !(await findPictures(tx, tenantId, [assetId])).has(assetId))
    throw invalid('/logoAssetId', 'does not match an image')
  return assetId
}
