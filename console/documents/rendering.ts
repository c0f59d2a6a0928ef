import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import type { Shape } from '../api/schema.ts'
import type { Document } from './document.ts'
import type { Rendering } from './stage.ts'

/** The account and person that a document is rendered for. */
export type RenderTarget = {
  audienceId?: string
  pageId?: string
  brandId?: string
  /** Unsaved changes of the brand to preview. Must be the same object while unchanged. */
  brand?: Partial<Shape<'Brand'>>
  /** Shows placeholders as chips instead of filling them. */
  placeholders?: 'shown'
}
export type RenderedDocument = { document: Document; rendering: Rendering }

/**
 * Renders a document on the server whenever it changes, one request at a time. During a request, only the newest
 * document waits, so a slow connection skips states and never falls behind.
 */
export function useRendering(document: Document | undefined, target: RenderTarget) {
  const [drawn, setDrawn] = useState<RenderedDocument>()
  const [error, setError] = useState<unknown>()
  const wanted = useRef<Document>(undefined)
  const isBusy = useRef(false)
  const { audienceId, pageId, brandId, brand, placeholders } = target
  const draw = useCallback(async () => {
    if (isBusy.current) return
    isBusy.current = true
    const named = {
      ...(audienceId && { audienceId }),
      ...(pageId && { pageId }),
      ...(brandId && { brandId }),
      ...(brand && { brand }),
      ...(placeholders && { placeholders }),
    }
    for (let next = wanted.current; next; next = wanted.current) {
      wanted.current = undefined
      try {
        const rendering = await api.documents.render({ document: next, ...named })
        setDrawn({ document: next, rendering })
        setError(undefined)
      } catch (problem) {
        setError(problem)
      }
    }
    isBusy.current = false
  }, [audienceId, pageId, brandId, brand, placeholders])
  useEffect(() => {
    wanted.current = document
    void draw()
  }, [document, draw])
  const retry = () => {
    wanted.current = document
    void draw()
  }
  return { drawn, error, retry }
}
