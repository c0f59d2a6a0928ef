import type { Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { point } from '../references/point.ts'
import { readWishes } from '../roles/model.ts'

/** A point of a list, which is read by itself; `about` is the node named by the heading above it. */
export type Segment = { text: string; about: Node | undefined }
/** The points of a message. If no bullets or numbers mark them, all have to be understood. */
export type Segments = { segments: Segment[]; isMarked: boolean }

const bullet = /^\s*(?:[-*•–—]|\(?(?:\d{1,2}|[a-z])[.)])\s+(?=\S)/i
/** After these verbs, a list is content or an order, not a list of wishes. */
const takesList = new Set(['add', 'move', 'replace', 'swap', 'duplicate'])
const mostLines = 12

/**
 * Splits a message that marks where each wish begins: by bullets, numbers, letters or lines. Lines before the first point are
 * headings, courtesies, or a wish whose content the points are.
 */
export function segmentsOf(message: string, page: OpenPage): Segments | undefined {
  const lines = message.split('\n').filter((line) => line.trim() !== '')
  const isMarked = lines.filter((line) => bullet.test(line)).length > 1
  if (!isMarked && lines.length < 2) return undefined
  if (lines.length > mostLines) return undefined
  const segments: Segment[] = []
  let about: Node | undefined
  for (const [at, line] of lines.entries()) {
    const isPoint = isMarked ? bullet.test(line) : at > 0 || !isHeading(line, page)
    if (isPoint) segments.push({ text: line.replace(bullet, '').trim(), about })
    // A line between points that is no heading continues a point, which then is no single wish.
    else if ((segments.length > 0 && !/:\s*$/.test(line)) || opensList(line, page)) return undefined
    else about = headingOf(line, page)
  }
  return segments.length > 1 && !segments.some(({ text }) => isOpen(text))
    ? { segments, isMarked }
    : undefined
}

/** Whether a quotation continues on the next line. */
const isOpen = (text: string) => (text.match(/["“”]/g)?.length ?? 0) % 2 === 1

/** Whether a line only names a part of the page. */
const isHeading = (line: string, page: OpenPage) =>
  /:\s*$/.test(line) ||
  (headingOf(line, page) !== undefined &&
    (readWishes(line, page)[0]?.wishes ?? []).every(({ act, parts }) => !act && parts.length < 2))

/** Whether a line is a wish whose content is the list below it. */
function opensList(line: string, page: OpenPage): boolean {
  const [reading] = readWishes(line, page)
  return reading?.wishes.some(({ act }) => act !== undefined && takesList.has(act)) ?? false
}

/** The node that a heading names, by itself or in a request to change it. */
function headingOf(line: string, page: OpenPage): Node | undefined {
  const name = line
    .trim()
    .replace(/:$/, '')
    .replace(/^(?:in|on|for|changes? (?:for|to|in))\s+/i, '')
  const named = (readWishes(line, page)[0]?.wishes ?? []).flatMap(({ parts }) =>
    parts.filter(({ role }) => role === 'T').map(({ text }) => text),
  )
  for (const phrase of [name, ...named].filter(({ length }) => length < 60)) {
    const [found] = point(phrase, page)
    const [node, ...others] = found?.nodes ?? []
    if (node && others.length === 0 && (found?.likelihood ?? 0) > 0.5) return node
  }
  return undefined
}
