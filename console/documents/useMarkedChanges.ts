import { useEffect, useRef, useState } from 'react'
import { type Document, differencesOf, type Operation } from './document.ts'
import type { StageHandle } from './StagedPage.tsx'
import type { ChangeNumber, StageEvent } from './stage.ts'

/**
 * Marks the blocks that operations changed and scrolls to the first one. It scrolls again only when other blocks are
 * marked, so changing the colour scheme or audience keeps the scroll position.
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
      // The frame was reloaded and is at its top.
      if (type === 'ready') revealed.current = ''
      if (type === 'shown') setDrawn((before) => before + 1)
    },
  }
}
