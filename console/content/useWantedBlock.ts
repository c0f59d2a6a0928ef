import { type RefObject, useEffect } from 'react'
import { useAddress } from '../ui/address.ts'
import type { CanvasHandle } from './Canvas.tsx'

/** Chooses the block that the address names and brings it into sight, once; for links from elsewhere. */
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
