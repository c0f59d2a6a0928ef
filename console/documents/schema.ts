import { queryOptions } from '@tanstack/react-query'
import { media, type StringKind } from '../../shared/strings.ts'
import { stringError } from '../../shared/texts.ts'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'

/** The part of JSON Schema that forms are built from. */
export type PropSchema = {
  type?: string
  title?: string
  description?: string
  enum?: string[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  contentMediaType?: string
  items?: PropSchema
  properties?: Record<string, PropSchema>
  required?: string[]
}

export type BlockTypeInfo = {
  type: string
  purpose: string
  props: PropSchema
  starter: Record<string, unknown> | null
}

export type BlockTypes = { types: Map<string, BlockTypeInfo>; theme: PropSchema }

export const blockTypesQuery = queryOptions({
  queryKey: keys.blockTypes,
  queryFn: async ({ signal }): Promise<BlockTypes> => {
    const { items, theme } = await api.blockTypes.list({ signal })
    // The API describes schemas as arbitrary objects.
    const types = items as unknown as BlockTypeInfo[]
    return { types: new Map(types.map((info) => [info.type, info])), theme: theme as PropSchema }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

const kinds = new Map(Object.entries(media).map(([kind, type]) => [type as string, kind as StringKind]))

export function kindOf(schema: PropSchema): StringKind | undefined {
  return kinds.get(schema.contentMediaType ?? '')
}

/** The schema at a path such as `/items/0/title`. */
export function schemaAt(schema: PropSchema | undefined, path: string): PropSchema | undefined {
  return path
    .split('/')
    .filter(Boolean)
    .reduce<PropSchema | undefined>(
      (found, step) => (/^\d+$/.test(step) ? found?.items : found?.properties?.[step]),
      schema,
    )
}

/** Why a text is invalid, in words for its author; the service would reject it for the same reason. */
export function textError(schema: PropSchema, text: string, isRequired: boolean): string | undefined {
  if (text === '') return isRequired ? 'Write something here' : undefined
  const length = [...text].length
  if (schema.maxLength !== undefined && length > schema.maxLength)
    return `${length - schema.maxLength} too many: at most ${schema.maxLength} characters`
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text))
    return 'Not in the right form'
  const wrong = stringError(text, kindOf(schema))
  return wrong && `This ${wrong}`
}

/** The options of an enumeration, with the explanations in its description. */
export function choicesOf({
  enum: values = [],
  description = '',
}: PropSchema): { value: string; hint: string }[] {
  return values.map((value) => {
    const start = description.indexOf(`\`${value}\`: `)
    const rest = start === -1 ? '' : description.slice(start + value.length + 4)
    return { value, hint: rest.split(/; `|\.$/)[0] ?? '' }
  })
}
