import { noticeKinds, noticeKindWords } from '../../shared/noticeWords.ts'
import { useFieldError } from '../ui/Form.tsx'
import { Checkbox } from '../ui/fields.tsx'
import type { Channel } from './queries.ts'

/** The kinds of notices that a channel gets. */
export function Kinds({
  kinds,
  onChange,
}: {
  kinds: Channel['kinds']
  onChange: (kinds: Channel['kinds']) => void
}) {
  const error = useFieldError('kinds')
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Notify about</legend>
      <div className="space-y-2.5">
        {noticeKinds.map((kind) => (
          <Checkbox
            key={kind}
            {...noticeKindWords[kind]}
            checked={kinds.includes(kind)}
            onChange={(isOn) => onChange(isOn ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-xs text-danger">
          {kinds.length === 0 ? 'Choose at least one.' : error}
        </p>
      )}
    </fieldset>
  )
}
