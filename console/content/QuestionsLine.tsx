import { Link } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { promptsIn } from '../../shared/prompts.ts'
import type { DocumentEditor } from './editor.ts'

/** How many of its questions a page still asks; leads back to them. */
export function QuestionsLine({ pageId, editor }: { pageId: string; editor: DocumentEditor }) {
  const { document } = useSyncExternalStore(editor.subscribe, editor.getState)
  const count = promptsIn(JSON.stringify(document)).length
  if (count === 0) return null
  return (
    <Link
      to="/pages"
      search={{ questions: pageId }}
      className="flex h-8 shrink-0 items-center gap-2 rounded-md px-2 text-sm whitespace-nowrap text-quiet hover:bg-hover hover:text-ink max-md:hidden"
    >
      <MessageCircleQuestion aria-hidden className="size-3.5 shrink-0 text-warn" />
      {count === 1 ? '1 question open' : `${count} questions open`}
    </Link>
  )
}
