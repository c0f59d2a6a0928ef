import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Facts, Part } from '../activity/HistoryLayout.tsx'
import { pageQuery } from '../pages/queries.ts'
import { buttonClass } from '../ui/Button.tsx'
import { exactTimeOf } from '../ui/figures.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { MomentCell } from './VisitCell.tsx'
import { countryWords, deviceWords, durationWords, isLive, type Visit } from './words.ts'

const linked = 'underline decoration-edge underline-offset-3 hover:decoration-current'

/** The details of a visit. */
export function VisitPanel({ visit, onClose }: { visit: Visit | undefined; onClose: () => void }) {
  return (
    <SidePanel
      open={visit !== undefined}
      onClose={onClose}
      title={visit?.audienceName ?? 'Visit'}
      description={visit && `Visit to ${visit.pageName}`}
      footer={
        visit && (
          <Link
            to={`/pages/${visit.pageId}/audiences/${visit.audienceId}` as string}
            className={buttonClass('plain')}
          >
            Open in the studio
          </Link>
        )
      }
    >
      {visit && <Details visit={visit} />}
    </SidePanel>
  )
}

function Details({ visit }: { visit: Visit }) {
  const { origin, personId, accountId, pageId, pageName } = visit
  return (
    <div className="space-y-7 px-5 py-5">
      <Part title="Engagement">
        <Facts
          facts={[
            ['Started', <Whole key="started">{exactTimeOf(visit.startedAt)}</Whole>],
            [isLive(visit) ? 'Now' : 'Last seen', <MomentOrTime key="seen" visit={visit} />],
            ['Time on page', durationWords(visit.timeSpentSeconds)],
            ['Read', `${visit.scrollDepthPercentage}% of the page`],
            ['Views', visit.views],
            ['Interactions', visit.interactions],
            ['Form submissions', visit.formSubmits],
          ]}
        />
      </Part>
      <Part title="Clicks" count={visit.actionClicks}>
        <Clicks visit={visit} />
      </Part>
      <Part title="Origin">
        <Facts
          facts={[
            ['Referrer', origin.referrer && <Whole key="referrer">{origin.referrer}</Whole>],
            ['Source', origin.utm?.source],
            ['Medium', origin.utm?.medium],
            ['Campaign', origin.utm?.campaign],
            ...(origin.utm?.term ? ([['Term', origin.utm.term]] as const) : []),
            ...(origin.utm?.content ? ([['Content', origin.utm.content]] as const) : []),
            ['Device', deviceWords(visit)],
            ['Country', countryWords(visit)],
          ]}
        />
      </Part>
      <Part title="Related">
        <Facts
          facts={[
            [
              'Page',
              <Link key="page" to="/pages/$pageId" params={{ pageId }} className={linked}>
                {pageName}
              </Link>,
            ],
            [
              'Person',
              personId && (
                <Link key="person" to="/persons/$personId" params={{ personId }} className={linked}>
                  Open person
                </Link>
              ),
            ],
            [
              'Account',
              accountId && (
                <Link key="account" to="/accounts/$accountId" params={{ accountId }} className={linked}>
                  Open account
                </Link>
              ),
            ],
          ]}
        />
      </Part>
    </div>
  )
}

function Whole({ children }: { children: ReactNode }) {
  return <span className="break-words whitespace-normal">{children}</span>
}

function MomentOrTime({ visit }: { visit: Visit }) {
  return isLive(visit) ? <MomentCell visit={visit} /> : <Whole>{exactTimeOf(visit.lastSeenAt)}</Whole>
}

function Clicks({ visit: { pageId, clickedActions } }: { visit: Visit }) {
  const { data: page } = useQuery(pageQuery(pageId))
  if (clickedActions.length === 0) return <p className="text-sm text-quiet">No action was clicked.</p>
  const titles = new Map(page?.actions.map(({ actionId, buttonTitle }) => [actionId, buttonTitle]))
  return (
    <ol className="space-y-1.5 text-sm">
      {clickedActions.map((actionId, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same action may be clicked twice, and the order never changes
        <li key={nth} className="truncate">
          “{titles.get(actionId) ?? actionId}”
        </li>
      ))}
    </ol>
  )
}
