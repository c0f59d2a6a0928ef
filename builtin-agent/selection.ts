import type { Document } from '../document/index.ts'
import type { SelectedElement } from './agent.ts'
import { textPlacesOf } from './textPlaces.ts'

/** The selection: a block, or a part of it. If the selected block was deleted, there is no block. */
export type Selection = { blockId: string | undefined; path: string | undefined }

/** Interprets `selectedElement`, which callers fill in in different ways. */
export function readSelection(
  selected: SelectedElement | undefined,
  document: Document,
): Selection | undefined {
  if (!selected || (!selected.blockId && !selected.path && !selected.text)) return undefined
  const [index, names] = readPath(selected.path)
  const wanted = squeeze(selected.text)
  const holds = (text: string | undefined) => wanted !== '' && squeeze(text).includes(wanted)
  const block = selected.blockId
    ? document.blocks.find(({ id }) => id === selected.blockId)
    : (document.blocks[index] ??
      document.blocks.find((candidate) => textPlacesOf(candidate).some(({ text }) => holds(text))))
  if (!block) return { blockId: undefined, path: undefined }
  const places = textPlacesOf(block)
  const place = places.find(({ path }) => path === names) ?? places.find(({ text }) => holds(text))
  return { blockId: block.id, path: place?.path ?? (names || undefined) }
}

/** `/blocks/2/props/items/0/title`, `props.items[0].title` and `items/0/title` all refer to the same text. */
function readPath(path = ''): [number, string] {
  const names = path.split(/[/.[\]]+/).filter((name) => name !== '')
  let index = -1
  if (names[0] === 'blocks' && /^\d+$/.test(names[1] ?? '')) {
    index = Number(names[1])
    names.splice(0, 2)
  }
  if (names[0] === 'props') names.shift()
  return [index, names.join('/')]
}

function squeeze(text = ''): string {
  return text
    .replace(/[\s*\\]+/g, ' ')
    .trim()
    .toLowerCase()
}
