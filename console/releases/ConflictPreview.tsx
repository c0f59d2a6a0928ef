import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { documentQuery } from '../audiences/studio/queries.ts'
import { withText } from '../documents/document.ts'
import { StagedPage, type StageHandle } from '../documents/StagedPage.tsx'
import { SchemeButton } from '../documents/scheme.tsx'
import { useAudienceStandings } from '../status/queries.ts'
import { Segments } from '../ui/Segments.tsx'
import type { OpenConflict } from './queries.ts'

const previews = [
  ['theirs', 'Theirs'],
  ['base', 'Base'],
  ['written', 'Yours'],
] as const
type PreviewOf = (typeof previews)[number][0]
const sentences: Record<PreviewOf, string> = { theirs: 'theirs kept', base: 'the base', written: 'your text' }

type Props = {
  conflict: OpenConflict
  pageId: string
  /** A custom text being typed. */
  written: string | undefined
}

/** The audience's page with either side of the conflict, scrolled to the place of the conflict. */
export function ConflictPreview({ conflict, pageId, written }: Props) {
  const { audienceId, place, kind, base, decision } = conflict
  const [chosen, setChosen] = useState<{ view: PreviewOf; decision: OpenConflict['decision'] }>()
  // What was decided is shown, or the text being typed, until the user chooses another preview.
  const byDecision = written !== undefined ? 'written' : decision === 'take' ? 'base' : 'theirs'
  const shown = chosen?.decision === decision ? chosen.view : byDecision
  // The newest version may have no document, if a message changed nothing.
  const versionId = useAudienceStandings([audienceId]).get(audienceId)?.newestVersionId ?? ''
  const stored = useQuery({ ...documentQuery({ pageId, audienceId }, versionId), enabled: versionId !== '' })
  const stage = useRef<StageHandle>(null)
  const { blockId, field } = place
  const canTake = kind === 'changed' && blockId !== undefined && field !== undefined && !place.itemId
  const document = useMemo(() => {
    const theirs = stored.data?.document
    const text = shown === 'base' ? base : shown === 'written' ? written : undefined
    if (!theirs || !canTake || typeof text !== 'string') return theirs
    return withText(theirs, blockId, `/${field}`, text)
  }, [stored.data, shown, canTake, base, written, blockId, field])
  if (!blockId || !document) return null
  return (
    <section aria-label="How it will look" className="overflow-hidden rounded-xl border border-edge">
      <div className="flex h-11 items-center justify-between bg-sunken px-4 text-sm max-md:h-14">
        <span className="text-quiet">
          How it will look with <span className="font-medium text-ink">{sentences[shown]}</span>
        </span>
        <span className="ms-auto me-2">
          <SchemeButton />
        </span>
        {canTake && (
          <Segments
            label="Show"
            options={previews.filter(([value]) => value !== 'written' || written !== undefined)}
            value={shown}
            onChange={(view) => setChosen({ view, decision })}
          />
        )}
      </div>
      <div className="h-96">
        <StagedPage
          ref={stage}
          document={document}
          target={{ audienceId }}
          width={1280}
          glows={false}
          onEvent={(event) => event.type === 'shown' && stage.current?.order({ type: 'reveal', blockId })}
          title={`${conflict.audienceName}: page`}
        />
      </div>
    </section>
  )
}
