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

/** More would make a new page a form to fill in. */
const mostQuestions = 8

/** The facts that only the new owner knows, the most important first: the type of the block, the text, the question. */
const ownFacts: [type: Block['type'], path: string, question: string][] = [
  ['stats', '/items/0/value', 'Figure'],
  ['stats', '/items/1/value', 'Figure'],
  ['stats', '/items/2/value', 'Figure'],
  ['quote', '/quote', 'What does a customer say about you, word for word?'],
  ['quote', '/name', 'Who says it?'],
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
  const questions = new Map(
    ownFacts
      .flatMap(([type, path, question]) => {
        const owner = ownerOf(blocks, type)
        return owner && hasText(owner, path) ? [[placeOf(owner, path), question] as const] : []
      })
      .slice(0, mostQuestions),
  )
  return blocks.map((block) => {
    const props = mapStrings(schemas.get(block.type) ?? {}, block.props, (text, { kind, path }) => {
      if (!kind || kind === 'link') return text
      const question = questions.get(placeOf(block, path))
      return question ? ask(question, text) : text.replaceAll(company, '{{brand.name}}')
    })
    return { ...block, props } as Block
  })
}

/** The block that is asked about: the last call to action, else the first; a quote proves more than names. */
function ownerOf(blocks: Block[], type: Block['type']): Block | undefined {
  const found = blocks.filter((block) => block.type === type)
  if (type === 'logos' && blocks.some((block) => block.type === 'quote')) return undefined
  return type === 'cta' ? found.at(-1) : found[0]
}

function hasText(block: Block, wanted: string): boolean {
  let found = false
  mapStrings({}, block.props, (text, { path }) => {
    found ||= path === wanted
    return text
  })
  return found
}

export const main = 'action:primary'

export function customers(names: string[]) {
  return names.map((name) => ({ name }))
}
