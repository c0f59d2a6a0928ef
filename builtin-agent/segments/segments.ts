import type { Node } from '../nodes.ts'
import type { Page } from '../page.ts'
import { point } from '../references/point.ts'
import { readWishes } from '../roles/model.ts'
import type { Wish } from '../roles/wishes.ts'

/** One point of a list, read by itself; `about` is what the heading above it names. */
export type Segment = { text: string; about: Node | undefined }

const bullet = /^\s*(?:[-*•–—]|\(?\d{1,2}[.)])\s+(?=\S)/
/** What follows such an opening is content or an order, not a list of wishes. */
const takesList = new Set(['add', 'move', 'replace', 'swap', 'duplicate'])
const mostSegments = 12

/**
 * The points of a list of wishes; undefined where a message is no such list. Lines before the first point open it: they
 * name what the points are about, say nothing, or ask for something that the points are the content of.
 */
export function segmentsOf(message: string, page: Page): Segment[] | undefined {
  const lines = message.split('\n').filter((line) => line.trim() !== '')
  const first = lines.findIndex((line) => bullet.test(line))
  const points = lines.filter((line) => bullet.test(line))
  if (points.length < 2 || points.length > mostSegments) return undefined
  // A line after the first point that is none belongs to a point, which then is no plain wish.
  if (lines.slice(first).some((line, at) => !bullet.test(line) && !isHeading(line) && at > 0))
    return undefined
  const segments: Segment[] = []
  let about: Node | undefined
  for (const line of lines) {
    if (bullet.test(line)) segments.push({ text: line.replace(bullet, '').trim(), about })
    else {
      if (opensList(line, page)) return undefined
      about = headingOf(line, page)
    }
  }
  return segments
}

const isHeading = (line: string) => /^[^.!?]{2,60}:\s*$/.test(line)

/** Whether a line asks for something that a list after it belongs to: "Add these questions:". */
function opensList(line: string, page: Page): boolean {
  const [reading] = readWishes(line, page)
  return reading?.wishes.some(({ act }) => act !== undefined && takesList.has(act)) ?? false
}

/** What a line such as "Hero:" or "In the pricing:" names. */
function headingOf(line: string, page: Page): Node | undefined {
  const name = line
    .trim()
    .replace(/:$/, '')
    .replace(/^(?:in|on|for|changes? (?:for|to|in))\s+/i, '')
  const [found] = isHeading(line) ? point(name, page) : []
  const [node, ...others] = found?.nodes ?? []
  return node && others.length === 0 && (found?.likelihood ?? 0) > 0.5 ? node : undefined
}

/** A point that is a title on the page and what belongs to it: "Growth £45", "Arrival: 9:00". */
export function pairIn(text: string, { nodes, selected }: Page): Wish | undefined {
  const lower = text.toLowerCase()
  const titles = nodes.filter(
    ({ isItem, label, block }) =>
      isItem &&
      label !== '' &&
      lower.startsWith(label.toLowerCase()) &&
      (!selected || block?.id === selected.id),
  )
  const [longest] = titles.toSorted((a, b) => b.label.length - a.label.length)
  if (!longest) return undefined
  const end = longest.label.length
  const [, gap = '', value = ''] =
    /^(\s*(?:[:=→–-]|->)\s*|\s+(?:is |to |now |at )*)(\S.*)$/s.exec(text.slice(end)) ?? []
  const start = end + gap.length
  if (value === '' || (!/[:=→>–-]/.test(gap) && !/^\P{L}*\d/u.test(value))) return undefined
  return {
    act: 'set',
    said: text,
    parts: [
      { role: 'T', text: text.slice(0, end), start: 0, end, isQuote: false },
      { role: 'V', text: value, start, end: text.length, isQuote: false },
    ],
  }
}
