import { useNavigate } from '@tanstack/react-router'
import { QuestionsPanel } from '../examples/QuestionsPanel.tsx'
import { oneOf, useAddress } from '../ui/address.ts'
import { CreatePage } from './CreatePage.tsx'
import type { PagesSearch } from './search.ts'

/** The panels of page creation: the starting point, then the questions. The URL has the state of both. */
export function CreatePanels() {
  const [search, change] = useAddress<PagesSearch>()
  const navigate = useNavigate()
  const open = (pageId: string) =>
    void navigate({ to: '/pages/$pageId', params: { pageId }, search: { tab: 'content' } })
  if (search.questions) {
    const pageId = search.questions
    return <QuestionsPanel pageId={pageId} template={search.from} onDone={() => open(pageId)} />
  }
  return (
    <CreatePage
      start={oneOf(['examples', 'templates', 'own'])(search.from)}
      onClose={() => change({ create: undefined, from: undefined } as never)}
      onCreated={(pageId, from) =>
        from ? change({ create: undefined, questions: pageId, from } as never) : open(pageId)
      }
    />
  )
}
