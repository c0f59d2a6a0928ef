import { useId, useState } from 'react'
import { useSavePage } from '../pages/queries.ts'
import type { Page } from '../pages/words.ts'
import { notifyProblem } from '../ui/notify.tsx'

/** The name of a new page, saved on blur. An empty name is reverted. */
export function NameField({ page: { pageId, name } }: { page: Page }) {
  const id = useId()
  const save = useSavePage(pageId)
  const [draft, setDraft] = useState(name)
  const keep = () => {
    const next = draft.trim()
    setDraft(next || name)
    if (next && next !== name) save.mutate({ name: next }, { onError: notifyProblem })
  }
  return (
    <div className="flex items-center gap-2 text-sm max-md:order-last max-md:basis-full">
      <label htmlFor={id} className="shrink-0 text-quiet">
        Name of the page
      </label>
      <input
        id={id}
        value={draft}
        dir="auto"
        maxLength={255}
        onChange={({ target }) => setDraft(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        className="h-9 w-60 min-w-0 flex-1 rounded-md border border-edge bg-raised px-3 text-base shadow-low focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 max-md:h-11 max-md:text-lg"
      />
    </div>
  )
}
