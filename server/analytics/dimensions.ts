import { type Static, Type } from 'typebox'
import type { Fragment, Reader } from '../database/database.ts'

/** Properties of a session with a single value. An empty text stands for unknown. */
export const dimensions = ['source', 'campaign', 'device', 'browser', 'country'] as const
export type Dimension = (typeof dimensions)[number]
/** Properties of a session that may have several values. */
const clickKinds = ['action', 'link'] as const
export type ClickKind = (typeof clickKinds)[number]

const mostValues = 20
const values = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: mostValues, description }),
  )

/** Sessions must match every given filter, and within a filter one of its values. */
export const sessionFilters = {
  source: values('Campaign source, else the host of the referrer; empty if neither is known.'),
  campaign: values('`utm_campaign`; empty for none.'),
  device: values('`desktop`, `mobile`, `tablet`, `tv`; empty if unknown.'),
  browser: values('Without its version; empty if unknown.'),
  country: values('Two letters; empty if unknown.'),
  action: values('Sessions with a click on one of these actions.'),
  link: values('Sessions with a click on one of these links.'),
  form: Type.Optional(Type.Boolean({ description: 'Sessions with, or without, a form submit.' })),
}
const Filters = Type.Object(sessionFilters)
export type SessionFilters = Static<typeof Filters>

/** The value of a dimension, for a statement on `visit_sessions`. */
export function dimensionValue(db: Reader, dimension: Dimension): Fragment {
  if (dimension === 'source') {
    const host = db`split_part(origin ->> 'referrer', '/', 1)`
    return db`lower(coalesce(origin #>> '{utm,source}',
      case when ${host} like 'www.%' then substr(${host}, 5) else ${host} end, ''))`
  }
  return dimension === 'campaign'
    ? db`coalesce(origin #>> '{utm,campaign}', '')`
    : db`coalesce(origin ->> ${dimension}, '')`
}

const listOf = { action: 'clicked_actions', link: 'clicked_links' } as const

export const clicksOf = (db: Reader, clickKind: ClickKind): Fragment => db.identifier(listOf[clickKind])

/** Whether a session matches one kind of filter; undefined if it isn't set. */
export function conditionOf(
  db: Reader,
  filters: SessionFilters,
  kind: keyof SessionFilters,
): Fragment | undefined {
  if (kind === 'form') {
    if (filters.form === undefined) return undefined
    return filters.form ? db`form_submits > 0` : db`form_submits = 0`
  }
  const chosen = filters[kind]
  if (chosen === undefined) return undefined
  if (kind === 'action' || kind === 'link') return db`${clicksOf(db, kind)} ?| ${chosen}::text[]`
  return db`${dimensionValue(db, kind)} = any(${chosen}::text[])`
}

export const kinds = [...dimensions, ...clickKinds, 'form'] as const

/** All filters except those of one kind, whose values are listed to choose from. */
export function conditions(db: Reader, filters: SessionFilters, except?: keyof SessionFilters): Fragment {
  return kinds
    .filter((kind) => kind !== except)
    .flatMap((kind) => conditionOf(db, filters, kind) ?? [])
    .reduce((all, one) => db`${all} and ${one}`, db`true`)
}
