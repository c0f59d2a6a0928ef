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

/** Reads the parameters of an address; what is missing or not understood is left out. */
export function reader<R extends Record<string, (value: unknown) => unknown>>(readers: R) {
  return (search: Record<string, unknown>): { [Name in keyof R]?: ReturnType<R[Name]> } =>
    present(
      Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search[name])])),
    ) as { [Name in keyof R]?: ReturnType<R[Name]> }
}

/** A value of an address if it is one of these. */
export function oneOf<const T extends string>(values: readonly T[]): (value: unknown) => T | undefined {
  return (value) => values.find((one) => one === value)
}

export function flag(value: unknown): true | undefined {
  return value === true ? true : undefined
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
