import type { Block } from '../../../documents/schema.ts'
import { labelOf, quoted } from '../../label.ts'
import { fitted, placeAt, schemaAt, valueAt } from '../../places.ts'
import { Refusal } from '../../refusal.ts'
import type { Desk } from '../desk.ts'
import { type ItemName, items } from '../lexicon.ts'
import { afterIdFor } from '../positionSlots.ts'
import { setAt } from '../setAt.ts'
import type { Slots, Words } from '../slots.ts'
import { tokenise } from '../tokens.ts'
import { defineIntents } from './intent.ts'

/** What must be said of a new item besides its first text, and how to ask for it. */
const needs: Partial<Record<ItemName, string>> = {
  question:
    'Tell me the answer as well, such as: add a question “Is there a trial?” with the answer “Yes, 14 days.”',
  figure: 'Tell me the figure and what it counts, such as: add a stat “43 %” “fewer tickets”.',
  plan: 'Tell me the name and the price, such as: add a plan “Team” “€ 20”.',
}

export const itemIntents = defineIntents(
  {
    name: 'add a feature, question, step, figure, plan, logo or point',
    patterns: [
      '<add> [a|an|one|another|the] [new|more|extra|further|additional|following] {item} [to|in|into|for|under] [{block}] [:|called|named|saying|about|that_says|asking|titled|for|with|with_the_title] {text}',
      '[a|an|one] new|more|extra|further|another|one {item} [to|in|into|for|under] [{block}] [:|called|saying] {text}',
      '<add> {text} to|as|in|under|into [a|an|the|another] [new|list_of] {item}',
      '<add> {quote} to|as|in|under|into [a|an|the] {block} [with|:|and] [the|an] [answer|text|description|body|label] [:|is|would_be] {other}',
      '<add> {quote} to|as|in|under|into [the] {block} [:|with|-] {other}',
      '<add> {quote} to|in|into {block}',
      '<add> {text} to|into {block}',
      '<add> to|in|into {block} [:] {text}',
    ],
    act: (slots, desk) => addItem(slots, desk),
  },
  {
    name: 'move an item',
    patterns: ['<move> {target} {position}', '{target} should|must [come|go|be] {position}'],
    act: ({ target, position }, desk) => {
      if (!target?.item || !position) return undefined
      const { block, path } = target.item
      const [list = '', at = '0'] = path.split('/')
      const all = valueAt(block.props, list) as unknown[]
      // Items have no names of their own: they are moved as blocks are, by their place.
      const stand = all.map((item, index) => ({ id: `i-${index}`, item }) as unknown as Block)
      const moving = stand[Number(at)]
      if (!moving || 'block' in position) return undefined
      const afterId = afterIdFor(position, stand, moving)
      const others = stand.filter((other) => other !== moving)
      const place = afterId === null ? 0 : others.findIndex(({ id }) => id === afterId) + 1
      const order = others.toSpliced(place, 0, moving).map(({ id }) => all[Number(id.slice(2))])
      setAt(desk, block, list, order)
      return `moved ${target.name} in ${labelOf(block, desk.document)}`
    },
  },
)

function addItem({ item, block: reference, text, quote, other }: Slots, desk: Desk): string | undefined {
  const name = item ?? nameFor(reference?.block)
  if (!name) return undefined
  const { type, list } = items[name]
  const block = holderOf(name, reference?.block, desk)
  const words = text ?? quote
  // “Add a section to …” asks for a block.
  if (!words || (!words.quoted && /\b(?:section|block)\b/i.test(words.text))) return undefined
  if (!block) throw new Refusal(`There is no ${type} block to add it to. Ask me to add one first.`)
  const before = valueAt(block.props, list)
  const all = Array.isArray(before) ? before : []
  const most = schemaAt(block.type, list)?.maxItems ?? 0
  if (all.length >= most)
    throw new Refusal(`${labelOf(block, desk.document)} holds at most ${most}.`.replace(/^t/, 'T'))
  const made = buildItem(name, block, other ? [words.text, other.text] : textsIn(words))
  setAt(desk, block, list, [...all, made])
  return `added the ${name} ${quoted(typeof made === 'string' ? made : String(Object.values(made)[0]))}`
}

/** The block meant, or else the selected one, or else the first that holds such items. */
function holderOf(name: ItemName, named: Block | undefined, desk: Desk): Block | undefined {
  const { type } = items[name]
  if (named?.type === type) return named
  if (desk.selected?.type === type) return desk.selected
  const all = desk.blocks.filter((block) => block.type === type)
  return all.find((block) => valueAt(block.props, items[name].list)) ?? all[0]
}

function nameFor(block: Block | undefined): ItemName | undefined {
  return (Object.keys(items) as ItemName[]).find((name) => items[name].type === block?.type)
}

function buildItem(name: ItemName, block: Block, found: string[]): string | Record<string, string> {
  const { list, texts } = items[name]
  const place = (field: string) => placeAt(block, field ? `${list}/0/${field}` : `${list}/0`)
  const fit = (field: string, text: string) => {
    const at = place(field)
    if (!at) throw new Refusal('That can’t be said of it.')
    return fitted(text, at)
  }
  if (texts.length === 0) return fit('', found.join(' '))
  const needed = needs[name]
  if (needed && found.length < 2) throw new Refusal(needed)
  return Object.fromEntries(
    texts.slice(0, found.length).map((field, index) => [field, fit(field, found[index] ?? '')]),
  )
}

/** The texts of an item: one for each quote, or what a colon, dash or question mark divides. */
export function textsIn({ text, quoted: isQuote }: Words): string[] {
  if (isQuote) return [text]
  const quotes = tokenise(text).filter(({ kind }) => kind === 'quote')
  if (quotes.length > 0) return quotes.map((token) => token.text.trim())
  const answer =
    /^(.{3,200}?\?)\s*(?:[-–—:,]\s*)?(?:(?:with\s+)?(?:the\s+)?answer(?:\s+is)?\s*:?\s*|a:\s*)?(.+)$/is.exec(
      text,
    )
  if (answer?.[1] && answer[2]) return [answer[1], answer[2]]
  const divided = /^(.{1,100}?)(?:\s+[-–—]\s+|:\s+)(.+)$/s.exec(text)
  return divided?.[1] && divided[2] ? [divided[1], divided[2]] : [text]
}
