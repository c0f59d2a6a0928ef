import { blockTypes, listsOf } from '../../../document/index.ts'
import { mapStrings, type StringKind } from '../../../shared/strings.ts'
import { stringError } from '../../../shared/texts.ts'
import { withoutTargets } from './trust.ts'

const schemas = new Map<string, object>(blockTypes.map(({ name, props }) => [name, props]))

const bold = /\*\*([^*\n]+)\*\*/g
const link = /\[([^[\]]+)\]\([^()\s]*\)/g

/**
 * The visible texts of a block, by a place that stays the same when items of a list move. Texts that a document can't
 * contain are left out.
 */
export function textsOf(type: string, props: object): Map<string, string> {
  const texts = new Map<string, string>()
  mapStrings(schemas.get(type) ?? {}, props, (text, { kind, path }) => {
    if (isText(kind) && !stringError(text, kind)) texts.set(placeOf(type, props, path), withoutTargets(text))
    return text
  })
  return texts
}

/** Removes markup from fields that don't support it: models like to write `**bold**` everywhere. */
export function withoutMarkup<T extends object>(type: string, props: T): T {
  return mapStrings(schemas.get(type) ?? {}, props, (text, { kind }) =>
    kind === 'text' ? text.replace(bold, '$1').replace(link, '$1') : text,
  )
}

/** Removes markup from the fields of a list item that don't support it. */
export function itemWithoutMarkup<T extends object>(type: string, list: string, item: T): T {
  const { [list]: items } = withoutMarkup(type, { [list]: [item] }) as Record<string, T[]>
  return items?.[0] ?? item
}

function isText(kind: StringKind | undefined): boolean {
  return kind !== undefined && kind !== 'link'
}

/** `plans/2/price` becomes `plans/team/price` if the item has an id. */
function placeOf(type: string, props: object, path: string): string {
  const [list = '', index = '', ...rest] = path.slice(1).split('/')
  if (!listsOf(type).includes(list)) return path.slice(1)
  const items = (props as Record<string, { id?: string }[]>)[list]
  return [list, items?.[Number(index)]?.id ?? index, ...rest].join('/')
}
