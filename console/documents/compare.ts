import type { Block, Document } from './document.ts'

type TextPiece = { text: string; kind: 'same' | 'added' | 'removed' }

/** Comparing larger texts takes too long; they are shown as replaced as a whole. */
const mostCells = 4_000_000

/** Texts with a smaller common part are easier to read as a whole. */
const leastInCommon = 0.5

/** The difference between two texts: by word, or as a whole if they have little in common. */
export function compareWords(before: string, after: string): TextPiece[] {
  const pieces = compareWordByWord(before, after)
  const common = pieces.reduce((sum, { text, kind }) => sum + (kind === 'same' ? lengthOf(text) : 0), 0)
  if (before === '' || after === '' || (2 * common) / (lengthOf(before) + lengthOf(after)) >= leastInCommon)
    return pieces
  return [
    { text: before, kind: 'removed' },
    { text: after, kind: 'added' },
  ]
}

function lengthOf(text: string): number {
  return text.replace(/[\s\p{P}]/gu, '').length
}

function compareWordByWord(before: string, after: string): TextPiece[] {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const middle = compareMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return joinPieces([
    ...a.slice(0, start).map((text): TextPiece => ({ text, kind: 'same' })),
    ...middle,
    ...a.slice(a.length - end).map((text): TextPiece => ({ text, kind: 'same' })),
  ])
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}'’]+|[^\s\p{L}\p{N}'’]/gu) ?? []
}

/** The longest common subsequence of words, by dynamic programming. */
function compareMiddle(a: string[], b: string[]): TextPiece[] {
  const removed = a.map((text): TextPiece => ({ text, kind: 'removed' }))
  const added = b.map((text): TextPiece => ({ text, kind: 'added' }))
  if (a.length === 0 || b.length === 0 || a.length * b.length > mostCells) return [...removed, ...added]
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
  const pieces: TextPiece[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      pieces.push({ text: a[i++] as string, kind: 'same' })
      j++
    } else if (
      j >= b.length ||
      (i < a.length && (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))
    )
      pieces.push(removed[i++] as TextPiece)
    else pieces.push(added[j++] as TextPiece)
  }
  return pieces
}

/**
 * Merges neighbouring pieces of the same kind; a space between two changes belongs to both, so that they read as
 * phrases.
 */
function joinPieces(pieces: TextPiece[]): TextPiece[] {
  const joined: TextPiece[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    if (removed) joined.push({ text: removed, kind: 'removed' })
    if (added) joined.push({ text: added, kind: 'added' })
    removed = added = ''
  }
  for (const [index, { text, kind }] of pieces.entries()) {
    const next = pieces[index + 1]
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else if (/^\s+$/.test(text) && (removed || added) && next && next.kind !== 'same') {
      removed += text
      added += text
    } else {
      flush()
      const last = joined.at(-1)
      if (last?.kind === 'same') last.text += text
      else joined.push({ text, kind })
    }
  }
  flush()
  return joined
}

export type TextChange = { path: string; before: string; after: string }

/** The texts of a block that differ, by path; options of an enumeration count as texts. */
export function compareTexts(before: Block | undefined, after: Block | undefined): TextChange[] {
  const [a, b] = [textsOf(before?.props), textsOf(after?.props)]
  const paths = [...new Set([...b.keys(), ...a.keys()])]
  return paths
    .map((path) => ({ path, before: a.get(path) ?? '', after: b.get(path) ?? '' }))
    .filter((change) => change.before !== change.after)
}

function textsOf(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) {
      if (name !== 'id') textsOf(item, `${path}/${name}`, found)
    }
  else if (value !== undefined && value !== null) found.set(path, String(value))
  return found
}

export function blockById(document: Document | undefined, id: string): Block | undefined {
  return document?.blocks.find((block) => block.id === id)
}
