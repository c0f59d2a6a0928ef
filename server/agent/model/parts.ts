import { headingOf, labelOf, quoted } from '../../../builtin-agent/label.ts'
import {
  blockNames,
  itemNames,
  metadataNames,
  partNames,
  themeNames,
} from '../../../builtin-agent/words/names.ts'
import { type Block, type Document, type Item, itemsOf, listsOf, movedIds } from '../../../document/index.ts'
import { mentions, namesIn, titlesOf } from './asked.ts'
import type { Fields } from './input.ts'

export type ChangeKind = 'changed' | 'added' | 'removed' | 'moved'

/** A changed part of the page, with its label and the words that refer to it. */
export type ChangedPart = {
  how: ChangeKind
  label: string
  /** Names that only this part has. */
  names: string[]
  /** Names of its fields, which other parts may have too. */
  fields: string[]
  /** Its texts before and after the change. */
  texts: string[]
}

const lookWords = 'page, look, design, style, theme, colour, color, dark, light, corners, font, language'

/** The differences between two states of a page, by block, in the order of the page. */
export function changedParts(before: Document, after: Document): ChangedPart[] {
  const old = new Map(before.blocks.map((block) => [block.id, block]))
  const now = new Set(after.blocks.map(({ id }) => id))
  const kept = (blocks: Block[], among: { has(id: string): boolean }) =>
    blocks.map(({ id }) => id).filter((id) => among.has(id))
  const moved = movedIds(kept(before.blocks, now), kept(after.blocks, old))
  const parts = after.blocks.flatMap((block) => {
    const was = old.get(block.id)
    if (!was) return [wholeBlock('added', block, after)]
    return [
      ...changesOf(was, block, after),
      ...(moved.has(block.id) ? [wholeBlock('moved', block, after)] : []),
    ]
  })
  const removed = before.blocks.filter(({ id }) => !now.has(id))
  return [
    ...parts,
    ...removed.map((block) => wholeBlock('removed', block, before)),
    ...fieldPart('the look of the page', before.theme, after.theme, themeNames, namesIn(lookWords)),
    ...fieldPart('the texts for search and sharing', before.metadata, after.metadata, metadataNames, [
      'title',
    ]),
  ]
}

/** Whether a text names a block, by its type or heading. */
export function namesBlock(text: string, block: Block): boolean {
  return mentions(text, [...namesIn(blockNames[block.type] ?? block.type), headingOf(block) ?? ''])
}

/** Whether a phrase is exactly a name of a block. */
export function isNameOf(phrase: string, block: Block): boolean {
  return namesIn(blockNames[block.type] ?? block.type).some(
    (name) => name.toLowerCase() === phrase.toLowerCase(),
  )
}

function wholeBlock(how: ChangeKind, block: Block, document: Document): ChangedPart {
  const items = listsOf(block.type).flatMap((list) => itemsOf(block, list))
  return {
    how,
    label: labelOf(block, document),
    names: [...ownNames(block), ...(how === 'added' ? titlesOf(items) : [])],
    fields: [],
    texts: [],
  }
}

function changesOf(was: Block, block: Block, document: Document): ChangedPart[] {
  const fields = differing(was.props, block.props)
  if (fields.length === 0) return []
  const lists = listsOf(block.type).filter((list) => fields.includes(list))
  const gone = lists.flatMap((list) =>
    itemsOf(was, list).filter(({ id }) => !itemsOf(block, list).some((item) => item.id === id)),
  )
  const label = labelOf(block, document)
  const changed: ChangedPart = {
    how: 'changed',
    label,
    names: [...ownNames(was), ...ownNames(block)],
    fields: [...fields, ...lists.flatMap((list) => itemFields(was, block, list))],
    texts: [
      ...changedTexts(was.props, block.props, fields),
      ...lists.flatMap((list) => changedTitles(was, block, list)),
    ],
  }
  const removed = gone.map((item): ChangedPart => {
    const [title = 'an item'] = titlesOf([item])
    return {
      how: 'removed',
      label: `${quoted(title, 40)} in ${label}`,
      names: [],
      fields: [],
      texts: [title],
    }
  })
  const isOnlyRemoval = gone.length > 0 && fields.every((field) => isOnlyShorter(was, block, field))
  return isOnlyRemoval ? removed : [changed, ...removed]
}

function ownNames(block: Block): string[] {
  return [...namesIn(blockNames[block.type] ?? block.type), headingOf(block) ?? '']
}

function itemFields(was: Block, block: Block, list: string): string[] {
  const kind = `${block.type}.${list}`
  const changed = pairs(was, block, list).flatMap(([old, item]) => differing(old, item))
  return [...(itemNames[kind] ? [kind] : []), ...changed]
}

function changedTitles(was: Block, block: Block, list: string): string[] {
  const added = itemsOf(block, list).filter(({ id }) => !itemsOf(was, list).some((old) => old.id === id))
  const changed = pairs(was, block, list).filter(([old, item]) => differing(old, item).length > 0)
  const texts = changed.flatMap(([old, item]) => changedTexts(old, item, differing(old, item)))
  return [...titlesOf(added), ...changed.flatMap(([old, item]) => titlesOf([old, item])), ...texts]
}

function pairs(was: Block, block: Block, list: string): [Item, Item][] {
  return itemsOf(was, list).flatMap((old): [Item, Item][] => {
    const item = itemsOf(block, list).find(({ id }) => id === old.id)
    return item ? [[old, item]] : []
  })
}

function isOnlyShorter(was: Block, block: Block, list: string): boolean {
  const left = itemsOf(block, list)
  return (
    listsOf(block.type).includes(list) &&
    JSON.stringify(itemsOf(was, list).filter(({ id }) => left.some((item) => item.id === id))) ===
      JSON.stringify(left)
  )
}

function fieldPart(
  label: string,
  before: object = {},
  after: object = {},
  table: Record<string, string>,
  more: string[],
): ChangedPart[] {
  const fields = differing(before, after)
  if (fields.length === 0) return []
  const own = fields.flatMap((field) => namesIn(table[field] ?? field))
  return [
    {
      how: 'changed',
      label,
      names: [...own, ...more],
      fields: [],
      texts: changedTexts(before, after, fields),
    },
  ]
}

function differing(before: object, after: object): string[] {
  const [old, now] = [before as Fields, after as Fields]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]),
  )
}

function changedTexts(before: object, after: object, fields: string[]): string[] {
  return [before as Fields, after as Fields].flatMap((one) => fields.flatMap((field) => textsIn(one[field])))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.values(value).flatMap(textsIn)
}

/** The common names of a field or of an item in a list. */
export function fieldWords(field: string): string[] {
  return namesIn(itemNames[field] ?? partNames[field] ?? field)
}
