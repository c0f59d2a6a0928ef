import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { hasPrompt } from '../../shared/prompts.ts'
import { useMay } from '../api/session.ts'
import { pageDocumentQuery } from '../pages/queries.ts'
import { Button } from '../ui/Button.tsx'

type Props = {
  pageId: string
  audienceId?: string
  count: number
  /** Closes the surrounding panel. */
  onAnswer: () => void
}

/** A warning that answers to questions are still those of the example's fictitious company. */
export function ExampleFactsLine({ pageId, audienceId, count, onAnswer }: Props) {
  const navigate = useNavigate()
  const mayWrite = useMay('write')
  const { data: base } = useQuery(pageDocumentQuery(pageId))
  const answer = () => {
    onAnswer()
    // Answers in the page itself apply to everyone; those in an audience's version are edited in its editor.
    if (!audienceId || hasPrompt(JSON.stringify(base ?? '')))
      void navigate({ to: '/pages', search: { questions: pageId } })
    else void navigate({ to: '/pages/$pageId/audiences/$audienceId/edit', params: { pageId, audienceId } })
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warn-tint px-3 py-2.5 text-sm"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
      <p className="min-w-0 flex-1">
        <b className="font-medium">
          {count === 1
            ? '1 question has the example’s answer, not yours.'
            : `${count} questions have the example’s answers, not yours.`}
        </b>{' '}
        Visitors would take {count === 1 ? 'it' : 'them'} for true.
      </p>
      {mayWrite && (
        <Button look="primary" className="max-md:h-11 max-md:w-full" onClick={answer}>
          Answer {count === 1 ? 'it' : 'them'}
        </Button>
      )}
    </div>
  )
}
