import type { Block, Document } from '../../document/index.ts'

/** Fields that contain no visible text. */
const notText = new Set(['id', 'icon', 'layout', 'tone', 'assetId', 'width', 'height', 'highlighted', 'name'])
const headings = ['headline', 'heading', 'title', 'quote']

/** A page as text, with the id of each block, which messages and operations can refer to. */
export function documentToMarkdown(document: Document): string {
  const { title, description } = document.metadata ?? {}
  const head = [title && `Title: ${title}`, description && `Description: ${description}`].filter(Boolean)
  return [...head, ...document.blocks.map(blockToMarkdown)].join('\n\n')
}

function blockToMarkdown({ id, type, hidden, props }: Block): string {
  const given = props as Record<string, unknown>
  const heading = headings.find((name) => typeof given[name] === 'string')
  const place = `<!-- ${type} ${id}${hidden ? ', hidden' : ''} -->`
  const rest = Object.entries(given).filter(([name]) => name !== heading)
  return [
    place,
    ...(heading ? [`## ${given[heading]}`] : []),
    ...rest.flatMap(([name, value]) => lines(name, value)),
  ].join('\n\n')
}

function lines(name: string, value: unknown): string[] {
  if (typeof value === 'string') return notText.has(name) && name !== 'name' ? [] : [value]
  if (Array.isArray(value))
    return value.length > 0 ? [value.map((item) => `- ${inLine(item)}`).join('\n')] : []
  return typeof value === 'object' && value !== null ? [inLine(value)].filter(Boolean) : []
}

/** An item of a list, or a button, on one line. */
function inLine(item: unknown): string {
  if (typeof item === 'string') return item
  if (typeof item !== 'object' || item === null) return String(item ?? '')
  const { label, link, alt } = item as Record<string, unknown>
  if (typeof label === 'string' && typeof link === 'string') return `[${label}](${link})`
  if (typeof alt === 'string') return alt ? `(picture: ${alt})` : ''
  return Object.entries(item)
    .filter(([name]) => !notText.has(name) || name === 'name')
    .map(([, value]) => (Array.isArray(value) ? value.map(inLine).join(', ') : inLine(value)))
    .filter(Boolean)
    .join(' · ')
}
