import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../api/session.ts'
import { useTitle } from '../shell/PageHeader.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { readTime } from '../ui/figures.tsx'
import { notify } from '../ui/notify.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { FigureRow } from './FigureRow.tsx'
import { HotAccounts } from './HotAccounts.tsx'
import { PendingPart } from './PendingPart.tsx'
import type { Home } from './queries.ts'
import { RecentActivity } from './RecentActivity.tsx'
import { countWords, momentWords, spanWords, summaryText } from './words.ts'

type Props = { home: Home; hasBeenHere: boolean; children?: ReactNode }

/** Activity since the last visit, pending decisions, upcoming releases and hot accounts. */
export function Overview({ home, hasBeenHere, children }: Props) {
  const { figures, livePages } = home
  const since = readTime(home.since)
  const now = new Date()
  const title = hasBeenHere ? `Since ${momentWords(since, now)}` : 'The last seven days'
  const span = spanWords(now.getTime() - since.getTime())
  const isQuiet = figures.visits === 0
  const navigate = useNavigate()
  const mayWrite = useMay('write')
  useTitle('Home')
  useShortcut('c', () => void navigate({ to: '/pages', search: { create: true } }), mayWrite)
  const copy = () =>
    void navigator.clipboard
      .writeText(summaryText(home, title))
      .then(() => notify('Summary copied'))
      .catch(() => notify('The browser refused to copy'))
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 py-6 md:px-6">
        <header className="flex items-start justify-between gap-4 max-md:flex-col">
          <div className="min-w-0">
            <h1 className="text-xl font-semibold">{title}</h1>
            <p className="mt-1 text-sm text-quiet">
              {isQuiet
                ? `Nobody came ${hasBeenHere ? `since ${momentWords(since, now)}` : 'in seven days'}. ${countWords(livePages, 'page is', 'pages are')} live.`
                : `${hasBeenHere ? `You were away for ${span}. ` : ''}${countWords(figures.visits, 'visit')} by ${countWords(figures.companies, 'company', 'companies')}, compared with the ${span} before.`}
            </p>
          </div>
          <div className="flex gap-2 max-md:w-full max-md:[&>*]:h-11 max-md:[&>*]:flex-1">
            {isQuiet && livePages > 0 ? (
              <Link to="/links" className={buttonClass('plain')}>
                Share one
              </Link>
            ) : (
              <Button icon={Copy} onClick={copy}>
                Copy as a summary
              </Button>
            )}
            {mayWrite && (
              <Button
                look="primary"
                icon={Plus}
                keys="c"
                onClick={() => void navigate({ to: '/pages', search: { create: true } })}
              >
                Create page
              </Button>
            )}
          </div>
        </header>
        {children}
        <FigureRow home={home} />
        <div className="grid items-start gap-x-5 gap-y-6 lg:grid-cols-[8fr_5fr]">
          <div className="min-w-0 max-lg:order-2">
            <RecentActivity home={home} />
          </div>
          <PendingPart home={home} />
        </div>
        <HotAccounts accounts={home.hotAccounts} />
      </div>
    </div>
  )
}
