import { useQuery } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { callConsole } from '../api/own.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { SettingsPart } from '../ui/SettingsPart.tsx'
import { Skeleton } from '../ui/states.tsx'
import { Line, Lines } from './Line.tsx'
import { type OwnSession, sessionsQuery, useAccountAction } from './queries.ts'

const wayWords: Record<string, string> = {
  password: 'by password',
  link: 'by e-mail link',
  passkey: 'by passkey',
  invitation: 'by invitation',
  code: 'by a printed link',
}
const countries = new Intl.DisplayNames('en', { type: 'region' })

export function SessionsPart() {
  const { data } = useQuery(sessionsQuery)
  const run = useAccountAction()
  const others = data?.items.filter(({ isThis }) => !isThis) ?? []
  const about = data
    ? `A session ends after ${data.idleDays} days without use, and after ${data.mostDays} days at the latest.`
    : 'A session ends when it is not used.'
  return (
    <SettingsPart title="Where you are signed in" about={about}>
      {data ? (
        <Lines>
          {data.items.map((session) => (
            <SessionLine
              key={session.sessionId}
              session={session}
              onEnd={() =>
                void run(
                  () => callConsole('DELETE', `/user/sessions/${session.sessionId}`),
                  'The session was ended',
                )
              }
            />
          ))}
        </Lines>
      ) : (
        <Skeleton className="h-32 rounded-xl" />
      )}
      {others.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Button
            className="text-danger!"
            onClick={() =>
              void run(() => callConsole('DELETE', '/user/sessions'), 'All other sessions were ended')
            }
          >
            {others.length === 1 ? 'End the other' : `End the ${others.length} others`}
          </Button>
          <span className="text-xs text-quiet">Ends within a second, in every window.</span>
        </div>
      )}
    </SettingsPart>
  )
}

function SessionLine({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { browser, isPhone, isThis, country, address, way, seenAt } = session
  const details = [country && countries.of(country), address, wayWords[way]].filter(Boolean)
  return (
    <Line
      icon={isPhone ? Smartphone : Laptop}
      title={
        <>
          {browser} {isThis && <Badge tone="accent">This one</Badge>}
        </>
      }
      detail={details.join(' · ')}
    >
      {isThis ? (
        <span className="text-xs text-quiet">Now</span>
      ) : (
        <>
          <RelativeTime at={seenAt} className="text-xs text-quiet" />
          <Button size="sm" onClick={onEnd}>
            End<span className="sr-only"> the session in {browser}</span>
          </Button>
        </>
      )}
    </Line>
  )
}
