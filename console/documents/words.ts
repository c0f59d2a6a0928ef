import { catalogue } from '../../document/catalogue.ts'
import { plainText } from '../../shared/plainText.ts'
import type { Block, Document, Operation } from './document.ts'

/** A type of block in a sentence: “the FAQ”. */
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

/** A block as people speak of it: the hero, “What we heard”, or by what it is where it has no heading. */
export function theBlock(blockId: string, document?: Document): string {
  const block = document?.blocks.find(({ id }) => id === blockId)
  if (!block) return nameOfBlock(blockId)
  const words = openingWords(block)
  if (!words) return `the ${nounOf(block.type) ?? block.type}`
  return `“${words.length > longestName ? `${words.slice(0, longestName - 1).trimEnd()}…` : words}”`
}

/** What a block that is gone was, by its id: some ids are made of types. Other ids say nothing to people. */
function nameOfBlock(blockId: string): string {
  const [, type = blockId] = /^(.*?)(?:-\d+)?$/.exec(blockId) ?? []
  const noun = nounOf(type)
  return noun ? `the ${noun}` : 'a block'
}

/** The first words of a block, by which people recognise it; undefined where they know it by its type. */
export function openingWords(block: Block): string | undefined {
  if (catalogue[block.type]?.goesByName) return undefined
  const { headline, heading, quote, title } = block.props as Record<string, string | undefined>
  return plainText(headline ?? heading ?? quote ?? title ?? '') || undefined
}

/** A value of a property as people read it: links to actions of the page are no addresses. */
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

/** What an operation does, in a few words, told once it is done. */
export function tell(operation: Operation, document?: Document): string {
  switch (operation.type) {
    case 'addBlock': {
      const { id, type } = operation.block as Pick<Block, 'id' | 'type'>
      const place =
        operation.afterId === null ? 'at the top' : `after ${theBlock(operation.afterId, document)}`
      return `Added ${withArticle(nounOf(type) ?? id)} ${place}`
    }
    case 'updateBlock': {
      const props = Object.keys(operation.props).map(nameOfProp)
      const what = props.length === 0 ? 'sources' : listed(props)
      return `Changed the ${what} of ${theBlock(operation.blockId, document)}`
    }
    case 'moveBlock':
      return `Moved ${theBlock(operation.blockId, document)} ${operation.afterId === null ? 'to the top' : `below ${theBlock(operation.afterId, document)}`}`
    case 'addItem':
      return `Added ${quoteItem(operation.item)} to ${theBlock(operation.blockId, document)}`
    case 'updateItem': {
      const what = listed(Object.keys(operation.props).map(nameOfProp))
      return `Changed the ${what} of ${theItem(operation, document)} in ${theBlock(operation.blockId, document)}`
    }
    case 'moveItem':
      return `Moved ${theItem(operation, document)} in ${theBlock(operation.blockId, document)}`
    case 'removeItem':
      return `Removed an item from ${theBlock(operation.blockId, document)}`
    case 'removeBlock':
      return `Removed ${theBlock(operation.blockId, document)}`
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

/** The block an operation is about, if it is about one that is there afterwards. */
export function blockOf(operation: Operation): string | undefined {
  if (operation.type === 'addBlock') return String(operation.block.id)
  return 'blockId' in operation && operation.type !== 'removeBlock' ? operation.blockId : undefined
}

type Item = Record<string, unknown>

/** An item by the text people know it by. */
function quoteItem(item: Item | undefined): string {
  const name = ['title', 'name', 'label', 'question', 'value', 'text']
    .map((prop) => item?.[prop])
    .find(Boolean)
  return typeof name === 'string' ? `“${plainText(name)}”` : 'an item'
}

function theItem(operation: { blockId: string; list: string; itemId: string }, document?: Document): string {
  const block = document?.blocks.find(({ id }) => id === operation.blockId)
  const items = (block?.props as Record<string, Item[]> | undefined)?.[operation.list]
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
