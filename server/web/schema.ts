import { type TSchema, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { problems } from '../../shared/problem.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { type IdPrefix, idPrefixes } from '../ids.ts'
import { timestampPattern } from '../time.ts'

export const largestInteger = 9007199254740991

export const Timestamp = Type.String({
  pattern: timestampPattern,
  description: 'Milliseconds since the Unix epoch, after a plus sign.',
  examples: ['+1794614400000'],
})

export function Id<P extends IdPrefix>(prefix: P, options: object = {}) {
  return Type.String({
    description: `Id of the ${prefix.replaceAll('_', ' ')}.`,
    examples: [exampleId(prefix)],
    ...options,
  })
}

export function Paged<T extends TSchema>(item: T, name: string) {
  const items = (item as { examples?: unknown[] }).examples ?? []
  return NamedObject(
    name,
    {
      items: Type.Array(item),
      hasMore: Type.Boolean(),
      nextCursor: Nullable(Type.String({ minLength: 1 })),
      totalCount: Type.Integer({ minimum: 0, maximum: largestInteger }),
    },
    { totalCount: items.length },
  )
}

export const Limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 25,
    description: 'How many items at most.',
    examples: [25],
  }),
)
export const Cursor = Type.Optional(
  Type.String({ minLength: 1, maxLength: 2000, description: '`nextCursor` of the page before.' }),
)
/** The parameters of every list with pages. */
export const paging = { cursor: Cursor, limit: Limit }
export const SearchQuery = Type.Optional(
  Type.String({ maxLength: 500, description: 'Words that must all occur. Case and accents are ignored.' }),
)

export const Success = NamedObject('Success', { success: Type.Boolean() }, { success: true })

/** The empty body of an action. */
export const Empty = Type.Object({}, { ...closed, examples: [{}] })

export function Params<const N extends Record<string, IdPrefix>>(ids: N) {
  const properties = Object.fromEntries(Object.entries(ids).map(([name, prefix]) => [name, Id(prefix)])) as {
    [K in keyof N]: ReturnType<typeof Id>
  }
  return Type.Object(properties)
}

/** The ids that a path names: `/v0/pages/:page_id` has the id of a page. */
export function pathParams(path: string) {
  const prefixes = [...path.matchAll(/:(\w+)_id\b/g)].map(([name, prefix]) => {
    const known = idPrefixes.find((one) => one === prefix)
    if (!known) throw new Error(`${path}: name the schema of ${name}, which is named after no id`)
    return known
  })
  if (prefixes.length === 0) return {}
  return { params: Params(Object.fromEntries(prefixes.map((prefix) => [`${prefix}_id`, prefix]))) }
}

export const ProblemDocument = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Enum(Object.keys(problems)),
    requestId: Type.String(),
    errors: Type.Optional(
      Type.Array(
        ClosedObject({ path: Type.String(), message: Type.String(), code: Type.Optional(Type.String()) }),
      ),
    ),
  },
  {
    title: 'Problem',
    additionalProperties: true,
    examples: [
      {
        type: '/docs/errors#invalid_input',
        title: 'The request is not valid',
        status: 400,
        detail: '/limit must be between 1 and 100.',
        code: 'invalid_input',
        requestId: '01kb5w3x8ef0arv2m9n4t6q7zc',
        errors: [{ path: '/limit', message: 'must be between 1 and 100' }],
      },
    ],
  },
)
