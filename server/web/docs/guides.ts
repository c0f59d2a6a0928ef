import { readFileSync } from 'node:fs'
import { slugOf } from './model.ts'
import type { DocsGroup, DocsPage, Section } from './page.ts'

const folder = new URL('../../../docs/', import.meta.url)

/** The guides in `docs/`, in the order of the menu. */
const table: Record<string, string[]> = {
  Start: ['marketers', 'quickstart', 'production'],
  Pages: ['batches', 'releases', 'looks', 'fonts-and-images', 'visits', 'notices', 'moving'],
  Connect: ['crm', 'webhooks', 'sdk', 'command-line', 'mcp', 'agents'],
  Operate: [
    'operating',
    'upgrading',
    'settings',
    'capacity',
    'telemetry',
    'users',
    'single-sign-on',
    'audit',
    'console',
    'security',
  ],
  Background: ['decisions', 'changelog'],
}

export function readGuides(): DocsGroup[] {
  return Object.entries(table).map(([title, names]) => ({ title, pages: names.map(readGuide) }))
}

/** A guide by its name. The guide to the API is the first page of the reference. */
export function readGuide(name: string): DocsPage {
  const file = name === 'changelog' ? new URL('../CHANGELOG.md', folder) : new URL(`${name}.md`, folder)
  const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n')
  const text = rest.join('\n').trim()
  return {
    path: `/docs/${name}`,
    title: first.replace('# ', ''),
    text,
    sections: sectionsOf(text),
    isGuide: true,
  }
}

/** The sections of a guide: each begins with a heading of the second level outside of code. */
function sectionsOf(text: string): Section[] {
  const isCode = text.split(/^ *```.*$/m).map((part, nth) => (nth % 2 === 0 ? part : ''))
  return isCode
    .join('')
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      const title = part.slice(0, end).replaceAll('`', '')
      return { id: slugOf(title), title, text: part.slice(end + 1).trim() }
    })
}

/** A file beside the guides, such as a screenshot. */
export function readPicture(name: string): Buffer | undefined {
  if (!/^[\w-]+\.webp$/.test(name)) return undefined
  try {
    return readFileSync(new URL(name, folder))
  } catch {
    return undefined
  }
}
