import { readClauses } from './clauses.ts'
import { undoFrame } from './frames/history.ts'
import type { Node } from './nodes.ts'
import { nodeAt, openPage, type Page } from './page.ts'
import { readMessage } from './readMessage.ts'
import { readWishes } from './roles/model.ts'
import type { Part, Wish } from './roles/wishes.ts'
import { wordsOf } from './tokens.ts'
import { verbAt } from './verbs.ts'
import { ordinals } from './words/plain.ts'

/** A message that only makes sense after the last one: what it comes to, and on which page. */
export type FollowUp = { message: string; page?: Page }

/** What the last change was about; "it" means that. */
export function focusOf(page: Page): Node[] {
  const last = page.context.conversation.findLast(
    ({ author, operations }) => author === 'agent' && (operations?.length ?? 0) > 0,
  )
  const nodes: Node[] = []
  for (const operation of last?.operations ?? []) {
    if (operation.type === 'updateBlock')
      for (const prop of Object.keys(operation.props)) {
        const node = nodeAt(page, operation.blockId, prop)
        if (node)
          nodes.push(
            ...(node.kind === 'group'
              ? [node, ...node.children.filter(({ kind }) => kind === 'text')]
              : [node]),
          )
      }
    else if (operation.type === 'moveBlock')
      nodes.push(...[nodeAt(page, operation.blockId)].filter((node) => node !== undefined))
    else if (operation.type === 'addBlock')
      nodes.push(...[nodeAt(page, operation.block.id)].filter((node) => node !== undefined))
    else if (operation.type === 'setTheme')
      nodes.push(
        ...page.nodes.filter(({ kind, prop }) => kind === 'theme' && Object.hasOwn(operation.theme, prop)),
      )
    else if (operation.type === 'setMetadata')
      nodes.push(
        ...page.nodes.filter(({ kind, prop }) => kind === 'meta' && Object.hasOwn(operation.metadata, prop)),
      )
    else if (operation.type === 'updateItem')
      for (const prop of Object.keys(operation.props)) {
        const list = nodeAt(page, operation.blockId, operation.list)
        const item = list?.children.find(
          ({ value }) => (value as { id?: string } | undefined)?.id === operation.itemId,
        )
        const node = item?.children.find((child) => child.prop === prop)
        if (node) nodes.push(node)
      }
    else if (operation.type === 'addItem') {
      const list = nodeAt(page, operation.blockId, operation.list)
      const item = list?.children.find(
        ({ value }) => (value as { id?: string } | undefined)?.id === (operation.item as { id?: string }).id,
      )
      if (item) nodes.push(item)
    }
  }
  return nodes.slice(0, 6)
}

/** Reads answers to a question, corrections and "the same for …". */
export async function readFollowUp(page: Page): Promise<FollowUp | undefined> {
  const { conversation, message } = page.context
  const asked = conversation.findLast(({ author }) => author === 'user')?.text
  const answered = conversation.findLast(({ author }) => author === 'agent')
  if (!asked || !answered || message.length > 400) return undefined
  const didChange = (answered.operations?.length ?? 0) > 0
  if (!didChange || /\?(?:\s|$)/.test(answered.text)) {
    const answer = await readAnswer(message, asked, page)
    if (answer) return answer
  }
  if (!didChange) return undefined
  return (await readCorrection(message, asked, page)) ?? (await readRepeat(message, asked, page))
}

/** "the second one", "yes", "the quote by Jane", or the words that were asked for. */
async function readAnswer(message: string, asked: string, page: Page): Promise<FollowUp | undefined> {
  const words = wordsOf(message)
  if (words.length === 0 || words.length > 60) return undefined
  const { suggestions, wantsContent } = await readMessage(asked, page)
  const choice = pick(words, suggestions)
  if (choice !== undefined) return { message: choice }
  const own = readClauses(message, page).clauses
  const isQuoted = /^["“'‘]/.test(message.trim())
  const isWish = own.some(
    ({ act, tokens }) => act === 'question' || (verbAt(tokens, 0) && tokens.length > 2 && !isQuoted),
  )
  if (!wantsContent || isWish) return undefined
  const text = message.trim()
  const given = /^["“'‘«„]|\|/.test(text) ? text : `"${text.replaceAll('"', "'")}"`
  for (const joint of [': ', ' answer ', ' to ', ' ']) {
    const joined = `${asked.trim().replace(/[.!?]$/, '')}${joint}${given}`
    if (await works(joined, page)) return { message: joined }
  }
  return undefined
}

/** The option that an answer names: by its place, by agreeing, or by words that no other option has. */
function pick(words: readonly string[], options: string[]): string | undefined {
  if (options.length === 0 || words.length > 10) return undefined
  if (
    words.some((word) => /^(?:yes|yep|yeah|yup|sure|ok|okay|exactly|correct|right|please)$/.test(word)) &&
    options.length === 1 &&
    words.length <= 4
  )
    return options[0]
  const place = words
    .map((word) => ordinals[word] ?? (/^[123]$/.test(word) ? Number(word) : undefined))
    .find((value) => value !== undefined)
  if (place !== undefined && words.length <= 5 && place !== 0)
    return options.at(place > 0 ? place - 1 : place)
  const common = new Set(['the', 'one', 'a', 'by', 'of', 'in', 'yes', 'i', 'mean', 'meant', 'from', 'that'])
  const counts = options.map(
    (option) => words.filter((word) => !common.has(word) && wordsOf(option).includes(word)).length,
  )
  const best = Math.max(...counts)
  const content = words.filter((word) => !common.has(word)).length
  return best > 0 && best >= content / 2 && counts.filter((count) => count === best).length === 1
    ? options[counts.indexOf(best)]
    : undefined
}

const correction =
  /^(?:no|nope|sorry|oops|wait|actually|hmm)?[,.! –-]*(?:no[,.! –-]*)?(?:i meant|i mean|not that one[,.! –-]*(?:but )?|not the \w+[,.! –-]*(?:but )?|i was talking about|wrong one[,.! –-]*(?:i meant )?|make that|the other one[,. ]*|no[,.! –-]+(?=the ))\s*(.*)$/is

/** "no, I meant the one in the closing section": the last change is taken back and made where it was meant. */
async function readCorrection(message: string, asked: string, page: Page): Promise<FollowUp | undefined> {
  const match = correction.exec(message.trim())
  const target = targetOf(asked, page)
  const undo = readClauses('undo', page).clauses[0]
  if (!match || message.length > 200 || !target || !undo) return undefined
  const outcome = await undoFrame(undo, page)
  if (outcome?.kind !== 'done') return undefined
  const reverted = openPage(page.context, outcome.draft.document)
  const said = (match[1] ?? '').replace(/[.!]+$/, '')
  const isOther = said === '' || /the other one/i.test(message)
  const focus = page.focus.flatMap(({ key }) => reverted.nodes.find((node) => node.key === key) ?? [])
  const next = { ...reverted, focus: isOther ? focus : [] }
  return instead(asked, target, isOther ? 'the other one' : said, next)
}

/** What is said before a follow-up: "Nice." */
const courtesy =
  /^(?:(?:nice|great|good|perfect|thanks|thank you|ok|okay|cool|yes|super|lovely|wonderful)[,.!\s]+)+/i
const again =
  /^(?:and |also |now |please |then )*(?:(?:do |use |put |set |give )?(?:exactly )?(?:the )?same (?:\w+ )?(?:for|with|to|on|in|at|goes for|applies to) )?(.+?)(?:,? (?:too|as well|also))?$/is
/** "the FAQ too", "same for the pricing", "and the logos". */
async function readRepeat(message: string, asked: string, page: Page): Promise<FollowUp | undefined> {
  const [, way] =
    /^(?:and )?(?:one|once|a bit|a little) (?:more|further)(?: time)?[, ]+(up|down)[.!]?$/i.exec(
      message.trim(),
    ) ?? []
  if (way && page.focus.length > 0) return { message: `Move it ${way.toLowerCase()}` }
  const target = targetOf(asked, page)
  const wishes = readWishes(message, page)[0]?.wishes ?? []
  const [wish] = wishes
  const isBare =
    wishes.length === 1 && wish?.act === undefined && wish?.parts.every(({ role }) => role === 'T')
  const text = message
    .trim()
    .replace(courtesy, '')
    .replace(/[\s,]*(?:please|thanks|thank you)?[.!]*$/i, '')
  const [, said] = again.exec(text) ?? []
  const isRepeat = /^(?:and|also)\b|\bsame\b|\b(?:too|as well|also)$/i.test(text)
  return target && said && isRepeat && (isBare || wishes.length === 0)
    ? instead(asked, target, said, page)
    : undefined
}

/** The thing that a message was about. */
function targetOf(message: string, page: Page): Part | undefined {
  const isTarget = ({ role }: Part) => role === 'T'
  return readWishes(message, page)[0]
    ?.wishes.findLast((wish: Wish) => wish.parts.some(isTarget))
    ?.parts.find(isTarget)
}

/** A message with another thing in place of the one it was about. "The second one" is of the same kind. */
async function instead(
  message: string,
  { text, start, end }: Part,
  other: string,
  page: Page,
): Promise<FollowUp | undefined> {
  const kind = text
    .replace(/^(?:the|our|a|an|that|this)\s+/i, '')
    .replace(/^(?:first|second|third|last)\s+/i, '')
  const noun = kind.split(/\s+(?:in|on|of|at|by|from|under|about)\s/i)[0] ?? kind
  for (const said of [other.replace(/\bones?\b/i, noun), other]) {
    const changed = `${message.slice(0, start)}${said}${message.slice(end)}`
    if (await works(changed, page)) return { message: changed, page }
  }
  return undefined
}

/** Whether all of a message is understood as wishes. */
async function works(message: string, page: Page): Promise<boolean> {
  const { draft, reply } = await readMessage(message, page)
  return draft !== undefined && reply.unknown.every(({ isRemark }) => isRemark)
}
