import { useEffect, useRef, useState } from 'react'
import { type Document, differencesOf, type Operation } from './document.ts'
import type { StageHandle } from './StagedPage.tsx'
import type { ChangeNumber, StageEvent } from './stage.ts'

/**
 * Marks what operations changed in a staged page, and scrolls to the first change. It scrolls again only when the changed
 * elements differ: switching to dark or to another audience keeps the scroll position.
 */
export function useMarkedChanges(
  operations: Operation[],
  document: Document | undefined,
  numbers: Record<string, ChangeNumber> = {},
) {
  const stage = useRef<StageHandle>(null)
  const [drawn, setDrawn] = useState(0)
  const revealed = useRef('')
  const blocks = differencesOf(operations)
  const marks = JSON.stringify({ blocks, numbers })
  const first = document?.blocks.find(({ id }) => id in blocks)?.id
  const reveal = (blockId: string) => stage.current?.order({ type: 'reveal', blockId })
  useEffect(() => {
    if (drawn === 0) return
    stage.current?.order({ type: 'differences', ...JSON.parse(marks) })
    if (first && revealed.current !== marks) stage.current?.order({ type: 'reveal', blockId: first })
    revealed.current = first ? marks : ''
  }, [drawn, marks, first])
  return {
    ...{ stage, reveal },
    onEvent: ({ type }: StageEvent) => {
      // Another frame, which is at its top.
      if (type === 'ready') revealed.current = ''
      if (type === 'shown') setDrawn((before) => before + 1)
    },
  }
}
