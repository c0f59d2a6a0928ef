import type { Page } from '../page.ts'
import type { Wish } from '../roles/wishes.ts'

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
