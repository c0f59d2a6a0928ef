import type { Document, PageSource } from '../../document/index.ts'

type Parts = Partial<Omit<PageSource, 'page' | 'brand' | 'document'>> & {
  page?: Partial<PageSource['page']>
  brand?: Partial<PageSource['brand']>
}

/** The input of a page with defaults for everything but its document. */
export function somePage(document: Document, { page, brand, ...more }: Parts = {}): PageSource {
  return {
    document,
    page: { title: 'A page', actions: [], actionCardWidgets: [], scripts: [], ...page },
    brand: { name: 'Northwind', primaryColor: '#1f6f5c', font: 'inter', ...brand },
    asset: () => undefined,
    fileUrl: (fileId) => (fileId ? `/_s/${fileId}` : undefined),
    formAction: (blockId) => `/_f/${blockId}`,
    ...more,
  }
}
