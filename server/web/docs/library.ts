import type { OpenApiDocument } from '../../../shared/openApi.ts'
import { readGuide, readGuides } from './guides.ts'
import { Reference } from './model.ts'
import type { DocsGroup, DocsPage } from './page.ts'
import { chapterPage, errorsPage, eventsPage, objectsPage } from './reference.ts'

/** All pages of the documentation: the guides and the reference. */
export class Library {
  readonly groups: DocsGroup[]
  readonly version: string
  readonly #pages: Map<string, DocsPage>

  constructor(document: OpenApiDocument, baseUrl: () => string) {
    const reference = new Reference(document)
    const chapters = reference.chapters.map((chapter) => chapterPage(reference, chapter, baseUrl))
    const pages = [readGuide('api'), ...chapters, eventsPage(reference), errorsPage(), objectsPage(reference)]
    this.groups = [...readGuides(), { title: 'API', pages }]
    this.version = document.info.version
    const all = [this.#overview(document), ...this.groups.flatMap((group) => group.pages)]
    this.#pages = new Map(all.map((page) => [page.path, page]))
  }

  find(path: string): DocsPage | undefined {
    return this.#pages.get(path)
  }

  get pages(): DocsPage[] {
    return [...this.#pages.values()]
  }

  /** The overview at `/docs` and in `llms.txt`: every page with its first sentence. */
  #overview({ info }: OpenApiDocument): DocsPage {
    const groups = this.groups.map(({ title, pages }) => {
      const links = pages.map((page) => `- [${page.title}](${page.path}) ${summaryOf(page)}`)
      return `## ${title}\n\n${links.join('\n')}`
    })
    const text = [info.description, ...groups].join('\n\n')
    return { path: '/docs', title: 'Foyer documentation', text, sections: [], isGuide: true }
  }

  /** The index of https://llmstxt.org: links lead to the Markdown of the pages. */
  llmsText(): string {
    const { title, text } = this.find('/docs') as DocsPage
    const [description, ...groups] = text.split('\n\n')
    const links = groups.join('\n\n').replaceAll(/\]\((\/[^)]+)\) /g, ']($1.md): ')
    return `# ${title}\n\n> ${description}\n\n${links}\n`
  }

  /** The search index: one entry per section. */
  searchEntries() {
    return this.pages.flatMap(({ path, title: page, text, sections }) => [
      { id: path, title: page, page: '', text: plain(text) },
      ...sections.map(({ id, title, text, operation }) => ({
        id: `${path}#${id}`,
        title,
        page,
        text: operation ? `${operation.method} ${operation.path} ${id} ${plain(text)}` : plain(text),
      })),
    ])
  }
}

/** The first sentence of a page, without links. */
function summaryOf({ text, sections }: DocsPage): string {
  const operations = sections.filter(({ operation }) => operation)
  if (operations.length > 0)
    return operations
      .map(({ title }) => title.toLowerCase())
      .slice(0, 3)
      .join(', ')
  const [sentence = ''] = plain(text.replaceAll(/^#.*$/gm, '')).split(/(?<=[.:])\s/, 1)
  return sentence.replace(/:$/, '.')
}

/** Markdown as plain text of at most 300 characters. */
function plain(text: string): string {
  return text
    .slice(0, 1_000)
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[`*#>|]+|^ *- /gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
}
