import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { refreshLists } from '../api/lists.ts'
import { fromLocalInput, toLocalInput, zoneName } from '../api/locale.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/fields.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import type { Release } from './queries.ts'

/** Reschedules or cancels a release. */
export function Reschedule({ release, onCancel }: { release: Release; onCancel: () => void }) {
  const client = useQueryClient()
  const [at, setAt] = useState(() => toLocalInput(Number((release.publishAt ?? '+0').slice(1))))
  const move = useMutation({
    mutationFn: () => api.releases.reschedule(release.releaseId, { publishAt: `+${fromLocalInput(at)}` }),
    onSuccess: (next) => {
      client.setQueryData(keys.releases.one(release.releaseId), next)
      void refreshLists(client, keys.rollouts.all)
    },
    onError: notifyProblem,
  })
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label={`Day and time, ${zoneName()}`}
        type="datetime-local"
        value={at}
        min={toLocalInput(Date.now())}
        onChange={setAt}
      />
      <Button busy={move.isPending} onClick={() => move.mutate()}>
        Move
      </Button>
      <Button look="danger" onClick={onCancel}>
        Cancel release
      </Button>
    </div>
  )
}
