import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { type BrandPatch, brandsQuery } from './queries.ts'
import { type Brand, isColor } from './words.ts'

const pauseMs = 500

export type BrandSaveState =
  | { state: 'unchanged' }
  | { state: 'saving' }
  | { state: 'saved'; at: string }
  | { state: 'failed'; error: unknown }

/** A brand that is saved automatically: one request at a time, each with all changes since the last one. */
export function useBrandDraft(brand: Brand) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(brand)
  const [saving, setSaving] = useState<BrandSaveState>({ state: 'unchanged' })
  const waiting = useRef<BrandPatch>({})
  const isBusy = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const past = useRef<BrandPatch[]>([])

  const flush = async () => {
    clearTimeout(timer.current)
    if (isBusy.current || Object.keys(waiting.current).length === 0) return
    const patch = waiting.current
    waiting.current = {}
    isBusy.current = true
    setSaving({ state: 'saving' })
    try {
      const saved = await api.brands.update(brand.brandId, patch)
      client.setQueryData(brandsQuery.queryKey, (all) =>
        all?.map((one) => (one.brandId === saved.brandId ? saved : one)),
      )
      setSaving({ state: 'saved', at: saved.updatedAt })
    } catch (error) {
      // Sent again with the next change.
      waiting.current = { ...patch, ...waiting.current }
      setSaving({ state: 'failed', error })
      isBusy.current = false
      return
    }
    isBusy.current = false
    await flush()
  }

  const apply = (patch: BrandPatch) => {
    setDraft((before) => ({ ...before, ...patch }))
    // Incomplete values are not saved.
    const whole = Object.entries(patch).filter(([name, value]) => isWhole(name, value))
    waiting.current = { ...waiting.current, ...Object.fromEntries(whole) }
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), pauseMs)
  }

  const latest = useRef(flush)
  latest.current = flush
  useEffect(() => () => void latest.current(), [])

  return {
    draft,
    saving,
    retry: () => void flush(),
    change(patch: BrandPatch) {
      const names = Object.keys(patch) as (keyof BrandPatch)[]
      past.current.push(Object.fromEntries(names.map((name) => [name, draft[name]])))
      apply(patch)
    },
    undo() {
      const before = past.current.pop()
      if (before) apply(before)
      return before !== undefined
    },
  }
}

function isWhole(name: string, value: unknown): boolean {
  if (name === 'name') return typeof value === 'string' && value.trim() !== ''
  if (name === 'primaryColor') return typeof value === 'string' && isColor(value)
  if (name === 'secondaryColor') return value === null || (typeof value === 'string' && isColor(value))
  return true
}
