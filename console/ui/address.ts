import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * The search parameters of the current URL (filters, tab, search text) and a function to change some of them;
 * `undefined` removes one. The route's `validateSearch` defines them.
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
  // The caller names the type that the `validateSearch` of its route returns.
  return [search as unknown as S, change]
}

/** Removes undefined and empty values, to keep URLs short. */
function present(search: object): object {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}

/** Parses the search parameters of a URL; missing and invalid ones are omitted. */
export function reader<R extends Record<string, (value: unknown) => unknown>>(readers: R) {
  return (search: Record<string, unknown>): { [Name in keyof R]?: ReturnType<R[Name]> } =>
    present(
      Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search[name])])),
    ) as { [Name in keyof R]?: ReturnType<R[Name]> }
}

/** A parameter limited to these values. */
export function oneOf<const T extends string>(values: readonly T[]): (value: unknown) => T | undefined {
  return (value) => values.find((one) => one === value)
}

export function flag(value: unknown): true | undefined {
  return value === true ? true : undefined
}

/** A text parameter; the router parses those that look like numbers. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
}

/** A parameter that can be repeated. */
export function texts(value: unknown): string[] | undefined {
  const all = (Array.isArray(value) ? value : [value]).flatMap((one) => text(one) ?? [])
  return all.length > 0 ? all : undefined
}
