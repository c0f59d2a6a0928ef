import { catalogue } from '../../document/catalogue.ts'
import { plainText } from '../../shared/plainText.ts'
import type { Block, Document, Operation } from './document.ts'

/** The block type as a noun phrase: “the FAQ”. */
function nounOf(type: string): string | undefined {
  return catalogue[type]?.called[0]
}

const themeNames: Record<string, string> = {
  primaryColor: 'main colour',
  backgroundColor: 'background',
  textColor: 'text colour',
  font: 'font',
  radius: 'corners',
}

const propNames: Record<string, string> = {
  ...themeNames,
  eyebrow: 'line above the heading',
  primaryAction: 'button',
  secondaryAction: 'second button',
  submitLabel: 'button',
  successMessage: 'thanks',
  tone: 'background',
  subheadline: 'subheadline',
  columns: 'columns',
  assetId: 'file',
}

const longestName = 40

/** The block in words: “the hero”, its heading, or its type. */
export function blockPhrase(blockId: string, document?: Document): string {
  const block = document?.blocks.find(({ id }) => id === blockId)
  if (!block) return nameOfBlock(blockId)
  const words = openingWords(block)
  if (!words) return `the ${nounOf(block.type) ?? block.type}`
  return `“${words.length > longestName ? `${words.slice(0, longestName - 1).trimEnd()}…` : words}”`
}

/** A removed block in words, from its id, as default ids begin with the type. */
function nameOfBlock(blockId: string): string {
  const [, type = blockId] = /^(.*?)(?:-\d+)?$/.exec(blockId) ?? []
  const noun = nounOf(type)
  return noun ? `the ${noun}` : 'a block'
}

/** The first words of a block, to recognise it by; undefined for types that are recognised by their name. */
export function openingWords(block: Block): string | undefined {
  if (catalogue[block.type]?.goesByName) return undefined
  const { headline, heading, quote, title } = block.props as Record<string, string | undefined>
  return plainText(headline ?? heading ?? quote ?? title ?? '') || undefined
}

/** The display value of a prop, without links to actions, which are ids. */
export function shownValue(text: string): string {
  return text.startsWith('action:') ? 'an action of the page' : plainText(text)
}

/** `primaryAction`, or the path `/items/2/title`, in words. */
export function nameOfProp(path: string): string {
  const steps = path.split('/').filter(Boolean)
  const number = steps.find((step) => /^\d+$/.test(step))
  const named = steps.filter((step) => !/^\d+$/.test(step))
  const last = named.at(-1) ?? ''
  const prop = (last === 'label' || last === 'link') && named.length === 2 ? (named[0] ?? last) : last
  const words = propNames[prop] ?? prop.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return number === undefined ? words : `${words} ${Number(number) + 1}`
}

/** A completed operation in a few words. */
export function describeOperation(operation: Operation, document?: Document): string {
  switch (operation.type) {
    case 'addBlock': {
      const { id, type } = operation.block as Pick<Block, 'id' | 'type'>
      const place =
        operation.afterId === null ? 'at the top' : `after ${blockPhrase(operation.afterId, document)}`
      return `Added ${withArticle(nounOf(type) ?? id)} ${place}`
    }
    case 'updateBlock': {
      const props = Object.keys(operation.props).map(nameOfProp)
      const what = props.length === 0 ? 'sources' : listed(props)
      return `Changed the ${what} of ${blockPhrase(operation.blockId, document)}`
    }
    case 'moveBlock':
      return `Moved ${blockPhrase(operation.blockId, document)} ${operation.afterId === null ? 'to the top' : `below ${blockPhrase(operation.afterId, document)}`}`
    case 'addItem':
      return `Added ${quoteItem(operation.item)} to ${blockPhrase(operation.blockId, document)}`
    case 'updateItem': {
      const what = listed(Object.keys(operation.props).map(nameOfProp))
      return `Changed the ${what} of ${theItem(operation, document)} in ${blockPhrase(operation.blockId, document)}`
    }
    case 'moveItem':
      return `Moved ${theItem(operation, document)} in ${blockPhrase(operation.blockId, document)}`
    case 'removeItem':
      return `Removed an item from ${blockPhrase(operation.blockId, document)}`
    case 'removeBlock':
      return `Removed ${blockPhrase(operation.blockId, document)}`
    case 'setTheme': {
      const parts = Object.entries(operation.theme).map(([name, value]) =>
        value === null ? `the brand’s ${themeNames[name] ?? name}` : `${themeNames[name] ?? name} ${value}`,
      )
      return `Set ${listed(parts)}`
    }
    case 'setMetadata':
      return `Set the page’s ${listed(Object.keys(operation.metadata).map(nameOfProp))}`
  }
}

/** The block that an operation changes, if it exists afterwards. */
export function blockOf(operation: Operation): string | undefined {
  if (operation.type === 'addBlock') return String(operation.block.id)
  return 'blockId' in operation && operation.type !== 'removeBlock' ? operation.blockId : undefined
}

type BlockItem = Record<string, unknown>

/** An item by its text, in quotes. */
function quoteItem(item: BlockItem | undefined): string {
  const name = ['title', 'name', 'label', 'question', 'value', 'text']
    .map((prop) => item?.[prop])
    .find(Boolean)
  return typeof name === 'string' ? `“${plainText(name)}”` : 'an item'
}

function theItem(operation: { blockId: string; list: string; itemId: string }, document?: Document): string {
  const block = document?.blocks.find(({ id }) => id === operation.blockId)
  const items = (block?.props as Record<string, BlockItem[]> | undefined)?.[operation.list]
  return quoteItem(items?.find(({ id }) => id === operation.itemId))
}

function withArticle(noun: string): string {
  if (/(?:s|ing)$/.test(noun)) return noun
  return `${/^(?:[aeiou]|FAQ)/.test(noun) ? 'an' : 'a'} ${noun}`
}

function listed(words: string[]): string {
  const all = [...new Set(words)]
  const shown = all.length > 3 ? [...all.slice(0, 2), `${all.length - 2} more`] : all
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
