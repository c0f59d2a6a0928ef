import { X } from 'lucide-react'
import { exactNumber } from '../api/locale.ts'
import type { PageSearch } from '../pages/search.ts'
import { ViewsMenu } from '../shell/ViewsMenu.tsx'
import { useAddress } from '../ui/address.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { filterKinds, kindWords, readFilters, valueWords, withoutKind } from './filters.ts'
import type { Breakdown } from './queries.ts'

const or = new Intl.ListFormat('en', { type: 'disjunction' })

/** The active filters, and the share of all sessions that they keep. */
export function FilterChips({ breakdown }: { breakdown: Breakdown | undefined }) {
  const [{ where }, change] = useAddress<PageSearch>()
  const filters = readFilters(where)
  const chosen = filterKinds.flatMap((kind) => (filters[kind] ? [[kind, filters[kind]] as const] : []))
  const clear = () => change({ where: undefined })
  useShortcut('shift+f', clear, chosen.length > 0)
  return (
    <>
      {chosen.map(([kind, values]) => {
        const words = or.format(values.map((value) => valueWords(kind, value)))
        return (
          <span
            key={kind}
            className="flex h-8 max-w-full items-center rounded-md border border-accent/30 bg-tint ps-2.5 text-sm"
          >
            <span className="shrink-0 text-quiet">{kindWords[kind]} is</span>
            <span className="ms-1.5 truncate font-medium" title={words}>
              {words}
            </span>
            <IconButton
              icon={X}
              size="sm"
              className="h-full!"
              label={`Remove the filter by ${kindWords[kind].toLowerCase()}`}
              onClick={() => change({ where: withoutKind(where, kind) })}
            />
          </span>
        )
      })}
      {chosen.length > 0 && (
        <>
          <Button look="quiet" size="sm" onClick={clear}>
            Clear
          </Button>
          {breakdown && (
            <span role="status" className="text-sm text-quiet tabular-nums">
              {exactNumber(breakdown.sessions)} of {exactNumber(breakdown.totalSessions)} sessions
            </span>
          )}
        </>
      )}
      <ViewsMenu list="analytics" label={chosen.length > 0 ? 'Save as view' : 'Views'} />
    </>
  )
}
