import { type Html, html, prose } from './html.ts'
import type { Parameter, Reference, Schema } from './model.ts'

const deepest = 5

/** Sent fields show which are required; received fields show which may be absent. */
export type Direction = 'sent' | 'received'

export function parameterList(reference: Reference, parameters: Parameter[]): Html {
  const rows = parameters.map(({ name, required = false, description, schema = {} }) =>
    row(reference, name, { description, ...schema }, required ? 'required' : undefined, [], 'sent'),
  )
  return html`<ul class="fields">${rows}</ul>`
}

/** The fields of a schema, with nested schemas collapsed. */
export function fieldList(
  reference: Reference,
  schema: Schema,
  direction: Direction,
  seen: string[] = [],
): Html | undefined {
  const { properties = {}, required = [] } = reference.resolve(schema)
  const rows = Object.entries(properties).map(([name, field]) => {
    const needed = required.includes(name)
    const mark = direction === 'sent' ? needed && 'required' : !needed && 'optional'
    return row(reference, name, field, mark || undefined, seen, direction)
  })
  return rows.length > 0 ? html`<ul class="fields">${rows}</ul>` : undefined
}

function row(
  reference: Reference,
  name: string,
  field: Schema,
  mark: string | undefined,
  seen: string[],
  direction: Direction,
): Html {
  const shape = reference.resolve(field)
  const description = field.description ?? shape.description
  const facts = factsOf(reference, field)
  return html`<li>
    <p class="field"><code class="name">${name}</code> <span class="type">${typeOf(reference, field)}</span>
      ${mark && html`<span class="${mark === 'required' ? 'required' : 'mark'}">${mark}</span>`}</p>
    ${description && html`<p>${prose(description)}</p>`}
    ${facts.length > 0 && html`<p class="facts">${facts.map((fact) => html`<span>${fact}</span>`)}</p>`}
    ${inner(reference, field, seen, direction)}
  </li>`
}

/** Nested schemas of a field; a recursive schema is named but not expanded again. */
function inner(reference: Reference, field: Schema, seen: string[], direction: Direction): Html | undefined {
  const shapes = variantsOf(field).flatMap((variant) =>
    variant.items ? variantsOf(variant.items) : [variant],
  )
  const open = shapes
    .filter((shape) => !seen.includes(shape.$ref ?? '') && seen.length < deepest)
    .map((shape) => ({
      name: nameOf(reference, shape),
      list: fieldList(reference, shape, direction, [...seen, shape.$ref ?? '']),
    }))
    .filter(({ list }) => list)
  return html`${open.map(
    ({ name, list }) =>
      html`<details><summary>${name ? html`Fields of <code>${name}</code>` : 'Fields'}</summary>${list}</details>`,
  )}`
}

function variantsOf({ anyOf, oneOf, ...schema }: Schema): Schema[] {
  return (anyOf ?? oneOf ?? [schema]).filter(({ type }) => type !== 'null')
}

function nameOf(reference: Reference, schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1) ?? reference.resolve(schema).title
}

export function typeOf(reference: Reference, schema: Schema): string {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) {
    const names = variants.map((variant) => typeOf(reference, variant))
    return names.length > 4 ? `one of ${names.length} shapes` : names.join(' or ')
  }
  const { type, items, title } = reference.resolve(schema)
  const types = [type ?? 'any value'].flat()
  const named = types.map((one) => {
    if (one === 'array') return items ? `array of ${typeOf(reference, items)}` : 'array'
    return one === 'object' && title ? title : one
  })
  return named.join(' or ')
}

function factsOf(reference: Reference, field: Schema): Html[] {
  const schema = reference.resolve(field)
  const item = schema.items && reference.resolve(schema.items)
  const values = schema.enum ?? item?.enum ?? (schema.const === undefined ? undefined : [schema.const])
  const facts = [
    range(schema.minLength, schema.maxLength, 'character', 'characters'),
    range(schema.minItems, schema.maxItems, 'item', 'items'),
    range(schema.minimum, schema.maximum),
    schema.uniqueItems && 'unique items',
    schema.format && `format ${schema.format}`,
    schema.contentMediaType && `media type ${schema.contentMediaType}`,
    item && range(item.minLength, item.maxLength, 'character each', 'characters each'),
  ]
  return [
    ...(values
      ? [
          html`one of ${values.map((value) => html`<code>${JSON.stringify(value).replaceAll('"', '')}</code> `)}`,
        ]
      : []),
    ...facts.filter((fact) => typeof fact === 'string').map((fact) => html`${fact}`),
    ...(schema.pattern ? [html`matches <code>${schema.pattern}</code>`] : []),
    ...(schema.default === undefined
      ? []
      : [html`<code>${JSON.stringify(schema.default)}</code> by default`]),
  ]
}

/** `1 to 255 characters`, `at most 10 items`, `0 or more`. */
export function range(least?: number, most?: number, one = '', many = ''): string | undefined {
  const unit = (count: number) => (count === 1 ? one : many)
  const said =
    least !== undefined && most !== undefined
      ? least === most
        ? `${shown(least)} ${unit(least)}`
        : `${shown(least)} to ${shown(most)} ${unit(most)}`
      : most !== undefined
        ? `at most ${shown(most)} ${unit(most)}`
        : least !== undefined
          ? `${shown(least)} or more ${many}`
          : undefined
  return said?.trim()
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
