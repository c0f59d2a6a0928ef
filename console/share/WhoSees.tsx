import type { Shape } from '../api/schema.ts'
import { audiencesQuery } from '../audiences/queries.ts'
import { type Audience, audienceKindOf } from '../audiences/words.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { NamedChoice, Picker } from '../ui/Picker.tsx'
import { Part } from './Part.tsx'
import { openShare, type ShareSubject } from './queries.ts'

type Props = {
  subject: ShareSubject
  page: Shape<'Page'>
  audience: Audience | undefined
  audienceName: string
}

const words = {
  person: 'Made for this person. Their address holds a key, so nobody else finds it.',
  account: 'Made for this account. Everybody who has the address can open it.',
  everyone: 'Everybody who has the address.',
} as const

export function WhoSees({ subject: { pageId }, page, audience, audienceName }: Props) {
  const kind = audience ? audienceKindOf(audience) : 'everyone'
  return (
    <Part title="Who sees it">
      <div className="flex items-center gap-3">
        <Avatar name={audienceName} square={kind !== 'person'} size={32} />
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-medium" dir="auto">
            {audienceName}
          </p>
          <p className="text-sm text-quiet">{words[kind]}</p>
        </div>
        {page.audiencesCount > (audience ? 1 : 0) && (
          <Picker<Audience>
            find="Find an audience"
            placeholder="Name, person or company"
            trigger={
              <Button look="quiet" className="max-md:h-11">
                Change
              </Button>
            }
            query={(query) => audiencesQuery(pageId, { query })}
            keyOf={({ audienceId }) => audienceId}
            show={(one) => (
              <NamedChoice name={one.effectiveName} hint={null} square={audienceKindOf(one) !== 'person'} />
            )}
            onPick={({ audienceId }) => openShare({ pageId, audienceId })}
          />
        )}
      </div>
    </Part>
  )
}
