import {
  completeDocument,
  type Document,
  drawMarked,
  type Facts,
  fillPlaceholders,
  placeholderValues,
  showPlaceholders,
} from '../../../document/index.ts'
import { type PageData, pageSource } from '../pageData.ts'
import type { RenderInput, Rendering, SourceText } from './schema.ts'
import { keyOf } from './sourceKey.ts'

/** Everything that a document is drawn from for editors, besides itself. */
export type MarkedInput = {
  data: PageData
  facts: Facts
  placeholders: RenderInput['placeholders']
  /** The sources of the document and of the facts, by `keyOf`. */
  texts: Map<string, SourceText>
}

/** The response as JSON in UTF-8, of which a buffer is sent without another pass. */
export function drawMarkedText({ json, ...input }: MarkedInput & { json: string }): Uint8Array {
  return Buffer.from(JSON.stringify(drawForEditors(completeDocument(JSON.parse(json)), input)))
}

export function drawForEditors(
  document: Document,
  { data, facts, placeholders, texts }: MarkedInput,
): Rendering {
  const shown = placeholders === 'shown' ? showPlaceholders(document) : fillPlaceholders(document, facts)
  const page = pageSource(data, shown)
  const sources = new Map(shown.blocks.map((block) => [block.id, block.sources]))
  const { language, style, header, heading, blocks, cards, footer } = drawMarked(page)
  return {
    title: page.page.metadata?.title || page.page.title || page.brand.name,
    ...language,
    style,
    header: header.text,
    heading: heading.text,
    blocks: blocks.map(({ id, html }) => ({
      blockId: id,
      html,
      sources: sources.get(id)?.flatMap((source) => texts.get(keyOf(source)) ?? []) ?? [],
    })),
    cards: cards.text,
    footer: footer.text,
    placeholders: placeholderValues(facts),
  }
}
