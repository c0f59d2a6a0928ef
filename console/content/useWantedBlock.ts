import { type RefObject, useEffect } from 'react'
import { useAddress } from '../ui/address.ts'
import type { CanvasHandle } from './Canvas.tsx'

/** Selects the block in the URL and scrolls to it, once. */
export function useWantedBlock(
  canvas: RefObject<CanvasHandle | null>,
  choose: (blockId: string) => void,
): void {
  const [{ block }, change] = useAddress<{ block?: string }>()
  useEffect(() => {
    if (!block) return
    choose(block)
    canvas.current?.reveal(block)
    canvas.current?.revealDrawn(block)
    change({ block: undefined })
  }, [block, canvas, choose, change])
}
