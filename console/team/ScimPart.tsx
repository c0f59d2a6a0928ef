import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/Button.tsx'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { ShownOnce } from '../ui/ShownOnce.tsx'
import { Skeleton } from '../ui/states.tsx'

const stopped = { title: 'End provisioning?', body: 'The token stops working within a second. Members stay.' }
const replaced = { title: 'Create a new token?', body: 'The present one stops working within a second.' }

/** The URL and token for SCIM provisioning, and when the provider last used it. */
export function ScimPart() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.team.scim,
    queryFn: ({ signal }) => api.scimToken.get({ signal }),
  })
  const after = {
    onError: notifyProblem,
    onSettled: () => client.invalidateQueries({ queryKey: keys.team.scim }),
    gcTime: 0,
  }
  const create = useMutation({ mutationFn: () => api.scimToken.create(), ...after })
  const end = useMutation({ mutationFn: () => api.scimToken.delete(), ...after })
  if (!data) return <Skeleton className="h-20 rounded-xl" />
  const renew = async () => {
    if (data.hint === null || (await confirm({ ...replaced, action: 'Create', danger: true })))
      create.mutate()
  }
  const stop = async () => {
    if (!(await confirm({ ...stopped, action: 'End', danger: true }))) return
    create.reset()
    end.mutate()
  }
  return (
    <div className="space-y-4">
      <div className="flex items-center gap-3 rounded-xl border border-line bg-raised p-4 max-md:flex-wrap">
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-2">
            <code className="truncate text-sm" dir="ltr">
              {data.url}
            </code>
            <CopyButton text={data.url} label="Copy address" />
          </div>
          <p className="text-sm text-quiet">
            {data.hint === null ? 'No token yet' : `Token …${data.hint}`}
            {data.lastUsedAt && (
              <>
                , last used <RelativeTime at={data.lastUsedAt} />
              </>
            )}
            {data.hint !== null && !data.lastUsedAt && ', not used yet'}
          </p>
        </div>
        {data.hint !== null && (
          <Button look="quiet" busy={end.isPending} onClick={() => void stop()}>
            End
          </Button>
        )}
        <Button busy={create.isPending} onClick={() => void renew()}>
          {data.hint === null ? 'Create token' : 'New token'}
        </Button>
      </div>
      {create.data && <ShownOnce label="Token" secret={create.data.token} />}
    </div>
  )
}
