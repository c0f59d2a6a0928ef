import { toLocalInput, zoneName } from '../api/locale.ts'
import { TextField } from '../ui/fields.tsx'
import { Segments } from '../ui/Segments.tsx'
import type { ShareChoices } from './choices.ts'
import { Part } from './Part.tsx'

const options = [
  ['now', 'Now'],
  ['later', 'Later'],
  ['draft', 'Keep as draft'],
] as const

type Props = {
  choices: ShareChoices
  /** Visitors see the newest version already. */
  isPublished: boolean
}

export function WhenField({ choices: { when, at, change }, isPublished }: Props) {
  if (isPublished && when === 'now') return null
  return (
    <Part title="When">
      <Segments
        label="When"
        options={options}
        value={when}
        isWide
        onChange={(next) => change({ when: next })}
      />
      {when === 'later' && (
        <TextField
          label="Day and time"
          hideLabel
          type="datetime-local"
          hint={`Within a second, ${zoneName()}. You can change or cancel it until then.`}
          value={at}
          min={toLocalInput(Date.now())}
          onChange={(value) => change({ at: value })}
        />
      )}
      {when === 'draft' && (
        <p className="text-xs text-quiet">The address is kept. Visitors see nothing new until you publish.</p>
      )}
    </Part>
  )
}
