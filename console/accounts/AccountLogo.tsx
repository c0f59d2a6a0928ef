import { useQuery } from '@tanstack/react-query'
import { useMay } from '../api/session.ts'
import { AssetField, AssetLine } from '../assets/AssetField.tsx'
import { assetQuery } from '../assets/queries.ts'
import { notifyProblem } from '../ui/notify.tsx'
import { accountLogoQuery, useSetAccountLogo } from './queries.ts'

/** Pages made for the account show this logo beside the brand's. */
export function AccountLogo({ accountId }: { accountId: string }) {
  const mayWrite = useMay('write')
  const { data: logo } = useQuery(accountLogoQuery(accountId))
  const assetId = logo?.logoAssetId
  const { data: asset } = useQuery({ ...assetQuery(assetId ?? ''), enabled: Boolean(assetId) })
  const setLogo = useSetAccountLogo(accountId)
  const save = (logoAssetId: string | null) => setLogo.mutate(logoAssetId, { onError: notifyProblem })
  if (!mayWrite) return asset ? <AssetLine asset={asset} /> : null
  return (
    <AssetField
      label="Logo"
      name="logoAssetId"
      empty="No logo: pages show initials"
      hint="Shown beside your own logo on pages made for them."
      type="logo"
      uploadAs="logo"
      value={assetId && asset && <AssetLine asset={asset} />}
      onPick={(picked) => save(picked.assetId)}
      onClear={assetId ? () => save(null) : undefined}
    />
  )
}
