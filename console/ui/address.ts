import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * The search parameters of the present address (filters, tab, search text) and a way to change some of them;
 * `undefined` takes one away. The route's `validateSearch` says what there may be.
 */
export function useAddress<S extends object>(): [search: S, change: (change: Partial<S>) => void] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (change: Partial<S>) => {
      const next = (before: object) => present({ ...before, ...change })
      void navigate({ to: '.', search: next as never, replace: true })
    },
    [navigate],
  )
  // The caller names the type that the `validateSearch` of its route gives.
  return [search as unknown as S, change]
}

/** Without what is undefined or empty, so that addresses stay short. */
function present(search: object): object {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}

/** A value of an address if it is one of these. */
export function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((one) => one === value)
}

/** A text of an address; one that looks like a number was read as one. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
}

/** What the address may say several times. */
export function texts(value: unknown): string[] | undefined {
  const all = (Array.isArray(value) ? value : [value]).flatMap((one) => text(one) ?? [])
  return all.length > 0 ? all : undefined
}

/** What an address says with `true`. */
export function flag(value: unknown): true | undefined {
  return value === true || undefined
}

type Readers = Record<string, (value: unknown) => unknown>
export type SearchOf<R extends Readers> = {
  [K in keyof R]?: Exclude<ReturnType<R[K]>, undefined> | undefined
}

/** The `validateSearch` of a route: each part of the address by its reader; what says nothing is left out. */
export function readSearch<R extends Readers>(readers: R) {
  return (search: Record<string, unknown>): SearchOf<R> =>
    present(
      Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search[name])])),
    ) as SearchOf<R>
}

/** A reader of one of these values. */
export function choice<T extends string>(values: readonly T[]) {
  return (value: unknown): T | undefined => oneOf(values, value)
}
