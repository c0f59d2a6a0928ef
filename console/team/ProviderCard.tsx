import { MoreHorizontal, Pencil, ShieldCheck, Trash2 } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { type IdentityProvider, useRemoveProvider, useTestProvider } from './ssoQueries.ts'

type Props = { provider: IdentityProvider; onEdit: () => void }

export function ProviderCard({ provider, onEdit }: Props) {
  const { providerId, name, issuer, isFromEnvironment } = provider
  const test = useTestProvider(providerId)
  const remove = useRemoveProvider()
  const result = test.data
  return (
    <div className="flex items-center gap-4 rounded-xl border border-line bg-raised p-4 max-md:flex-wrap">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-sunken max-md:hidden">
        <ShieldCheck aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          <span role="status">
            {result && (
              <Badge tone={result.isOk ? 'good' : 'danger'}>{result.isOk ? 'Works' : 'Doesn’t work'}</Badge>
            )}
          </span>
          {isFromEnvironment && <Badge>Set by the environment</Badge>}
        </div>
        <p className="truncate text-sm text-quiet">
          {URL.parse(issuer)?.host ?? issuer}
          {result?.isOk && `, tried just now in ${(result.durationMs / 1000).toFixed(1)} s`}
        </p>
        {result?.problem && <p className="mt-1 text-sm text-danger">{result.problem}</p>}
      </div>
      <Button busy={test.isPending} onClick={() => test.mutate()}>
        Try it
      </Button>
      <Menu trigger={<IconButton icon={MoreHorizontal} label={`More about ${name}`} />}>
        <MenuItem icon={Pencil} onSelect={onEdit}>
          {isFromEnvironment ? 'Show addresses' : 'Edit'}
        </MenuItem>
        {!isFromEnvironment && (
          <MenuItem icon={Trash2} danger onSelect={() => void remove(provider)}>
            Remove
          </MenuItem>
        )}
      </Menu>
    </div>
  )
}
