import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageCircleQuestion, TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { examplesQuery } from '../examples/queries.ts'
import { countOpen, leftOverFacts } from '../examples/words.ts'
import { openShare } from '../share/queries.ts'
import type { DocumentEditor } from './editor.ts'

const look =
  'flex h-8 shrink-0 items-center gap-2 rounded-md px-2 text-sm whitespace-nowrap text-quiet hover:bg-hover hover:text-ink max-md:hidden'

/** Shows how many questions of a page are open, with a link to them, or how many facts of an example are left. */
export function QuestionsLine({ pageId, editor }: { pageId: string; editor: DocumentEditor }) {
  const { document } = useSyncExternalStore(editor.subscribe, editor.getState)
  const { data: examples = [] } = useQuery(examplesQuery)
  const count = countOpen(document)
  const facts = count === 0 ? leftOverFacts(document, examples).length : 0
  if (count + facts === 0) return null
  if (facts > 0)
    return (
      <button type="button" onClick={() => openShare({ pageId })} className={look}>
        <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-warn" />
        {facts === 1 ? '1 text of the example left' : `${facts} texts of the example left`}
      </button>
    )
  return (
    <Link to="/pages" search={{ questions: pageId }} className={look}>
      <MessageCircleQuestion aria-hidden className="size-3.5 shrink-0 text-warn" />
      {count === 1 ? '1 question open' : `${count} questions open`}
    </Link>
  )
}
