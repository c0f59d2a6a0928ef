import type { Shape } from '../api/schema.ts'
import { audiencesQuery } from '../audiences/queries.ts'
import { type Audience, audienceKindOf } from '../audiences/words.ts'
import type { AudienceStanding } from '../status/queries.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { NamedChoice, Picker } from '../ui/Picker.tsx'
import type { ShareChoices } from './choices.ts'
import { Part } from './Part.tsx'
import { openShare, type ShareSubject } from './queries.ts'

type Props = {
  subject: ShareSubject
  page: Shape<'Page'>
  audience: Audience | undefined
  audienceName: string
  choices: ShareChoices
  standing: AudienceStanding | undefined
}

const madeFor = { person: 'Made for this person. ', account: 'Made for this account. ', everyone: '' }

/** Who can open the page with the address and protection that are chosen. */
function reachOf({ audience, choices, standing }: Pick<Props, 'audience' | 'choices' | 'standing'>): string {
  const { isInherited } = choices
  const protection = isInherited ? standing?.protection : choices.protection
  if (protection === 'password') return 'Everybody who has the address and the password can open it.'
  if (protection === 'email') return 'Only people who are allowed can open it, with a code by e-mail.'
  const address = (isInherited ? standing?.url : choices.path) ?? ''
  const key = audience?.personRouteKey
  return key && address.includes(key)
    ? 'The address holds a key, so nobody else finds it.'
    : 'Everybody who has the address can open it.'
}

export function WhoSees({ subject: { pageId }, page, audience, audienceName, ...how }: Props) {
  const kind = audience ? audienceKindOf(audience) : 'everyone'
  return (
    <Part title="Who sees it">
      <div className="flex items-center gap-3">
        <Avatar name={audienceName} square={kind !== 'person'} size={32} />
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-medium" dir="auto">
            {audienceName}
          </p>
          <p className="text-sm text-quiet">
            {madeFor[kind]}
            {reachOf({ audience, ...how })}
          </p>
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
