import { mapStrings } from '../../../shared/strings.ts'
import { ask } from '../../blocks/ask.ts'
import type { BlockType } from '../../blocks/block.ts'
import { blockTypes } from '../../blocks/index.ts'
import type { LookName } from '../../looks.ts'
import type { Block, Document } from '../../schema.ts'

export { block } from '../blocks.ts'

/** The purposes that examples are written for; pages of other types start from templates. */
export type ExampleType = 'outbound' | 'inbound' | 'call_followup' | 'sales_deck'

/** The fictitious company of an example. */
export type ExampleBrand = { name: string; primaryColor: string; secondaryColor: string; look: LookName }

export type Example = {
  /** The trade, for search: “Warehouse lighting”. */
  trade: string
  pageType: ExampleType
  brand: ExampleBrand
  /** Two suggested answers to “What makes it worth two minutes?”. */
  proposals: [string, string]
  /** The document shown in the gallery. */
  shown: Document
  /** The document of a page started from it. */
  start: Document
}

type Draft = Omit<Example, 'shown' | 'start'> & { blocks: Block[] }

export function defineExample({ blocks, ...example }: Draft): Example {
  return {
    ...example,
    shown: { theme: {}, blocks },
    start: { theme: { look: example.brand.look }, blocks: withQuestions(blocks, example.brand.name) },
  }
}

/** More questions would make a new page feel like a form. */
const mostQuestions = 8

/**
 * The facts that only the new owner knows, the most important first: the type of the block, the path of the text, the
 * question.
 */
const ownFacts: [type: Block['type'], path: string, question: string][] = [
  ['quote', '/quote', 'What does a customer say about you, word for word?'],
  ['quote', '/name', 'Who says it?'],
  ['stats', '/items/0/value', 'Figure'],
  ['stats', '/items/1/value', 'Figure'],
  ['stats', '/items/2/value', 'Figure'],
  ['cta', '/person/name', 'Who will they talk to?'],
  ['pricing', '/plans/0/price', 'Price'],
  ['steps', '/items/0/when', 'Date or week'],
  ['logos', '/items/0/name', 'Customer 1'],
  ['logos', '/items/1/name', 'Customer 2'],
  ['logos', '/items/2/name', 'Customer 3'],
]

const schemas = new Map<string, BlockType['props']>(blockTypes.map(({ name, props }) => [name, props]))

/** The example's texts for another company: with its name, and with the example's facts as defaults of questions. */
function withQuestions(blocks: Block[], company: string): Block[] {
  const placeOf = ({ id }: Block, path: string) => id + path
  const asked = new Map<string, string>()
  for (const [type, path, question] of ownFacts) {
    const owner = ownerOf(blocks, type)
    const text = owner && findText(owner, path)
    if (!text || asked.size === mostQuestions) continue
    const prompt = ask(question, text.written)
    if (prompt.length <= text.maxLength) asked.set(placeOf(owner, path), prompt)
  }
  return blocks.map((block) => {
    const props = mapStrings(schemas.get(block.type) ?? {}, block.props, (text, { kind, path }) => {
      if (!kind || kind === 'link') return text
      return asked.get(placeOf(block, path)) ?? text.replaceAll(company, '{{brand.name}}')
    })
    return { ...block, props } as Block
  })
}

/**
 * The block whose text becomes a question: the last call to action, otherwise the first block of the type. With a quote,
 * names of customers aren't asked for, because a quote is better proof.
 */
function ownerOf(blocks: Block[], type: Block['type']): Block | undefined {
  const found = blocks.filter((block) => block.type === type)
  if (type === 'logos' && blocks.some((block) => block.type === 'quote')) return undefined
  return type === 'cta' ? found.at(-1) : found[0]
}

function findText(block: Block, wanted: string): { written: string; maxLength: number } | undefined {
  let found: { written: string; maxLength: number } | undefined
  mapStrings(schemas.get(block.type) ?? {}, block.props, (written, { path, maxLength }) => {
    if (path === wanted) found = { written, maxLength }
    return written
  })
  return found
}

export const main = 'action:primary'

export function customers(names: string[]) {
  return names.map((name) => ({ name }))
}
