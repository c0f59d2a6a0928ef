import { nameOf } from '../describe.ts'
import { listed, quoted } from '../label.ts'
import { labelProps, type Node } from '../nodes.ts'
import { type Draft, draftOf, setList } from '../operations/edit.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import type { PropSchema } from '../schemas.ts'
import { compose, splitNamed } from './compose.ts'
import type { Entry } from './content.ts'
import type { NamedKinds } from './kinds.ts'
import { propNamed } from './propNames.ts'
import { type Composing, styled, textsIn } from './put.ts'
import { rowsOf } from './tables.ts'

/** Creates items of a list from entries; undefined if they do not fill whole items. */
export function itemsOf(
  list: Node,
  entries: Entry[],
  count: NamedKinds['count'],
  composing: Composing,
): unknown[] | undefined {
  const schema = list.schema.items ?? {}
  const siblings = Array.isArray(list.value) ? list.value : []
  if (schema.type !== 'object') {
    if (
      entries.some(
        ({ name }) => name !== undefined && !/option|choice|with|called|named|say|text|answer/i.test(name),
      )
    )
      return undefined
    const texts = entries.flatMap((entry) =>
      (count === 'several' && entries.length === 1 ? textsIn(entry) : [entry.text]).map((text) => ({
        text,
        isQuote: entry.isQuote,
      })),
    )
    return texts.map(({ text, isQuote }) => styled(text, isQuote, schema, siblings[0]))
  }
  if (list.prop === 'rows') return rowsOf(list, entries)
  const pieces = schema.properties?.question
    ? entries.flatMap(questionsIn)
    : entries.flatMap((entry) =>
        entry.name && !propNamed(entry.name, schema) ? (splitNamed(entry, schema) ?? [entry]) : [entry],
      )
  const items = groupsOf(pieces, schema, pieces.length > entries.length ? 'several' : count).map((group) =>
    compose(schema, group, { ...composing, siblings }),
  )
  return items.every((item) => item !== undefined) ? items : undefined
}

/** Splits a text of alternating questions and answers. */
function questionsIn(entry: Entry): Entry[] {
  const sentences = entry.text.length > 4000 ? [] : entry.text.split(/(?<=[.!?])\s+/)
  if (sentences.filter((sentence) => sentence.endsWith('?')).length < 2) return [entry]
  const texts: string[] = []
  for (const [at, sentence] of sentences.entries()) {
    const isNew = sentence.endsWith('?') || sentences[at - 1]?.endsWith('?') || texts.length === 0
    if (isNew) texts.push(sentence)
    else texts.push(`${texts.pop()} ${sentence}`)
  }
  return texts.map((text, at) => ({ ...entry, text, name: at === 0 ? entry.name : undefined, gap: ' ' }))
}

/** Groups entries into items. A new one starts on a new line, at a repeated name, or once the last one is complete. */
function groupsOf(entries: Entry[], schema: PropSchema, count: NamedKinds['count']): Entry[][] {
  const isPlural = count === 'several'
  const required = (schema.required ?? []).filter((prop) => prop !== 'id').length
  const names = entries.flatMap(({ name }) => (name ? (propNamed(name, schema) ?? name) : []))

  const isNamed = names.length > 0
  const isListed = entries
    .slice(1)
    .every(({ gap }) => /^\s*(?:,|;|&|and|,\s*and|,?\s*plus|\n\s*(?:[-*•]|\d+[.)])?)\s*$/i.test(gap))
  if (
    entries.length > 1 &&
    !isNamed &&
    required === 1 &&
    (isPlural || (isListed && count === undefined)) &&
    (isPlural || entries.every(({ text }) => !/[.!?]$/.test(text)))
  ) {
    const lines = chunks(entries, ({ gap }) => /\n|;/.test(gap))
    return lines.length > 1 && lines.some((line) => line.length > 1) ? lines : entries.map((entry) => [entry])
  }
  if (!isPlural && entries.length <= Math.max(required, 3)) return [entries]
  if (isNamed) return [entries]
  const lines = chunks(entries, ({ gap }) => /\n|;/.test(gap))
  if (lines.length > 1 && lines.every((line) => line.length >= required)) return lines
  if (!isPlural) return [entries]
  if (required > 1 && entries.every((entry) => compose(schema, [entry]) !== undefined))
    return entries.map((entry) => [entry])
  return entries.length % required === 0
    ? chunks(entries, (_, group) => group.length === required)
    : [entries]
}

function chunks(entries: Entry[], begins: (entry: Entry, group: Entry[]) => boolean): Entry[][] {
  const groups: Entry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    if (!group || begins(entry, group)) groups.push([entry])
    else group.push(entry)
  }
  return groups
}

/** Inserts new items into a list. A new column also adds a cell to each row. */
export function insertItems(
  list: Node,
  items: unknown[],
  at: number,
  page: OpenPage,
  draft: Draft = draftOf(page),
): Outcome {
  const values = Array.isArray(list.value) ? list.value : []
  const holder = list.parent ? nameOf(list.parent, page) : 'the page'
  return {
    kind: 'done',
    draft: setList(draft, list, values.toSpliced(at, 0, ...items)),
    said: `added ${listed(items.map((item) => quoted(labelOf(item), 50)))} to ${holder}`,
    focus: [`${list.key}/${at}`],
  }
}

function labelOf(item: unknown): string {
  if (typeof item === 'string') return item
  const fields = item as Record<string, unknown>
  const prop = [...labelProps.filter((each) => each !== 'name'), 'name'].find(
    (each) => typeof fields[each] === 'string',
  )
  return String(prop ? fields[prop] : (Object.values(fields)[0] ?? ''))
}
