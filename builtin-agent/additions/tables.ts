import { type Node, stemsOf } from '../nodes.ts'
import { type Draft, draftOf, setNode } from '../operations/edit.ts'
import type { OpenPage } from '../page.ts'
import type { Entry } from './content.ts'
import { styled, textsIn } from './put.ts'

type TableRow = { label: string; cells: string[] }

/** Table rows from entries: a label, and a value per column by title or in order. */
export function rowsOf(list: Node, entries: Entry[]): TableRow[] | undefined {
  const columns = list.parent?.children.find(({ prop }) => prop === 'columns')?.children ?? []
  const pieces = entries.map((entry) => withHead(entry, columns))
  const groups: Entry[][] = []
  for (const entry of pieces) {
    const group = groups.at(-1)
    if (
      !group ||
      group.length > columns.length ||
      (entry.name === undefined && group.some(({ name }) => name !== undefined))
    )
      groups.push([entry])
    else group.push(entry)
  }
  const rows = groups.map(([first, ...cells]) => {
    if (!first || (first.name !== undefined && !/^(?:label|row|called|named|name|title)$/i.test(first.name)))
      return undefined
    const values = valuesFor(cells, columns)
    const schema = list.schema.items?.properties ?? {}
    return (
      values && { label: styled(first.text, first.isQuote, schema.label ?? {}, undefined), cells: values }
    )
  })
  return rows.every((row) => row !== undefined) ? rows : undefined
}

/** A new table from entries named column, row or cell. The remaining entries belong to the section. */
export function tableIn(
  entries: Entry[],
): { columns: { title: string }[]; rows: TableRow[]; others: Entry[] } | undefined {
  const table = { columns: [] as string[], rows: [] as string[], others: [] as Entry[] }
  let part: keyof typeof table = 'others'
  for (const entry of entries) {
    const [, isColumn, isRow] = /^(?:(columns?)|(rows?|lines?))\b/i.exec(entry.name ?? '') ?? []
    if (isColumn) part = 'columns'
    else if (isRow) part = 'rows'
    if (part === 'columns') table.columns.push(...textsIn(entry))
    else table.rows.push(entry.text)
  }
  const { columns, rows, others } = table
  const length = columns.length + 1
  if (columns.length === 0 || rows.length === 0 || rows.length % length > 0) return undefined
  const cellOf = (text: string) =>
    styled(text, true, { maxLength: 160 }, undefined).replace(/(?<=[^.])\.$/, '')
  return {
    columns: columns.map((title) => ({ title })),
    rows: rows
      .flatMap((_, at) => (at % length === 0 ? [rows.slice(at, at + length)] : []))
      .map(([label = '', ...cells]) => ({ label, cells: cells.map(cellOf) })),
    others,
  }
}

/** A new column: each row gets one more cell. */
export function makeColumn(
  list: Node,
  [title, ...cells]: Entry[],
  page: OpenPage,
): { column: Record<string, unknown>; draft: (at: number) => Draft } | undefined {
  const rows = list.parent?.children.find(({ prop }) => prop === 'rows')
  const values =
    rows &&
    valuesFor(
      cells.map((cell) => withHead(cell, rows.children)),
      rows.children,
    )
  if (!rows || !values || !title) return undefined
  const column = {
    title: styled(title.text, title.isQuote, list.schema.items?.properties?.title ?? {}, undefined),
  }
  const old = rows.value as { cells: string[] }[]
  return {
    column,
    draft: (at) =>
      setNode(
        draftOf(page),
        rows,
        old.map((row, index) => ({ ...row, cells: row.cells.toSpliced(at, 0, values[index] as string) })),
      ),
  }
}

/** One value per column or row; undefined if one is missing or its column is unclear. */
function valuesFor(entries: Entry[], heads: Node[]): string[] | undefined {
  const values = new Map<number, string>()
  const isNamed = entries.some(({ name }) => name !== undefined)
  if (!isNamed && entries.length !== heads.length) return undefined
  for (const [index, { text, isQuote, name }] of entries.entries()) {
    const value = styled(
      text,
      true,
      { maxLength: 160, contentMediaType: heads[0]?.children[0]?.schema.contentMediaType ?? '' },
      undefined,
    ).replace(isQuote ? /$^/ : /(?<=[^.])\.$/, '')
    if (!isNamed) {
      values.set(index, value)
      continue
    }
    if (name === undefined) return undefined
    const at = headNamed(name, heads)
    if (at === undefined || values.has(at)) return undefined
    values.set(at, value)
  }
  return values.size === heads.length ? heads.map((_, at) => values.get(at) as string) : undefined
}

/** Splits the column title off a value, unless it is the word for cells. */
function withHead(entry: Entry, heads: Node[]): Entry {
  if (entry.name) return /^(?:cells?|values?)$/i.test(entry.name) ? { ...entry, name: undefined } : entry
  const [, value, name] = /^(.{1,80}?) (?:for|with|at) (.{1,60})$/.exec(entry.text) ?? []
  return value && name && !entry.isQuote && headNamed(name, heads) !== undefined
    ? { ...entry, text: value, name }
    : entry
}

/** The index of the column or row that a name refers to: by its words, by a pronoun, or by initials. */
function headNamed(name: string, heads: Node[]): number | undefined {
  if (/^(?:we|us|our|ours|our side|you)$/i.test(name)) {
    const own = heads.findIndex(({ value }) => (value as { highlighted?: boolean }).highlighted)
    return Math.max(0, own)
  }
  const stems = stemsOf(name.replace(/\s+(?:column|row)$/i, ''))
  const found = heads.flatMap((head, at) => {
    const isMeant = [...stems].every((each) => head.labelStems.has(each))
    return isMeant ? [at] : []
  })
  return found.length === 1 ? found[0] : undefined
}
