import { listed } from '../label.ts'
import { type Clause, readClauses } from './clauses.ts'
import { undoFrame } from './frames/history.ts'
import type { Node } from './nodes.ts'
import { withObject } from './objects.ts'
import { nodeAt, openPage, type Page } from './page.ts'
import { planMessage } from './plan.ts'
import { isWord, wordsOf } from './tokens.ts'
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
  for (const { outcome } of await planMessage(asked, page)) {
    if (outcome?.kind !== 'ask' && outcome?.kind !== 'refused') continue
    const options = outcome.kind === 'ask' ? outcome.options : outcome.suggestions
    const choice = pick(words, options)
    if (choice !== undefined) return { message: choice }
    if (outcome.kind !== 'ask' || options.length > 0) continue
    const own = readClauses(message, page)
    if (
      own.some(
        ({ act, tokens }) =>
          act === 'question' ||
          (act === 'wish' &&
            verbAt(tokens, 0) !== undefined &&
            tokens.length > 2 &&
            !/^["“'‘]/.test(message.trim())),
      )
    )
      continue
    const text = message.trim()
    const given = /^["“'‘«„]|\|/.test(text) ? text : `"${text.replaceAll('"', "'")}"`
    for (const joint of [': ', ' answer ', ' ']) {
      const joined = `${asked.trim().replace(/[.!?]$/, '')}${joint}${given}`
      if (await works(joined, page)) return { message: joined }
    }
  }
  return undefined
}

/** The option that an answer names: by its place, by agreeing, or by words that no other option has. */
function pick(words: string[], options: string[]): string | undefined {
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
  if (!match || message.length > 200) return undefined
  const [last] = readClauses(asked, page)
  const undo = readClauses('undo', page)[0]
  if (!last || !undo) return undefined
  const outcome = await undoFrame(undo, page)
  if (outcome?.kind !== 'done') return undefined
  const reverted = openPage(page.context, outcome.draft.document)
  const isOther = /the other one/i.test(message) || !match[1]
  const focus = page.focus.flatMap(({ key }) => reverted.nodes.find((node) => node.key === key) ?? [])
  const target = isOther ? `the other ${nounOf(last)}` : (match[1] ?? '').replace(/[.!]+$/, '')
  for (const said of [
    withObject(last, target),
    withObject(last, target.replace(/\b(?:the )?one\b/i, `the ${nounOf(last)}`)),
  ]) {
    const next = { ...reverted, focus: isOther ? focus : [] }
    if (await works(said, next)) return { message: said, page: next }
  }
  return undefined
}

/** "the FAQ too", "same for the pricing", "and the logos". */
async function readRepeat(message: string, asked: string, page: Page): Promise<FollowUp | undefined> {
  const match =
    /^(?:and |also |now )?(?:(?:do )?the same (?:for|with|to|thing (?:for|with|to)) |same (?:for|with|thing for|thing with) )?(.+?)(?: too| as well| also)?[.!]?$/i.exec(
      message.trim(),
    )
  const isRepeat = /^(?:and|also)\b|\bsame\b|\b(?:too|as well|also)[.!]?$/i.test(message.trim())
  const [last] = readClauses(asked, page)
  const own = readClauses(message, page)
  if (
    !match?.[1] ||
    !isRepeat ||
    !last ||
    own.some(({ tokens }) => verbAt(tokens, 0) && tokens.length > 1 && !isWord(tokens[0], 'same', 'do'))
  )
    return undefined
  const said = withObject(last, match[1])
  return (await works(said, page)) ? { message: said } : undefined
}

/** Whether all of a message is understood as wishes. */
async function works(message: string, page: Page): Promise<boolean> {
  const steps = await planMessage(message, page)
  return (
    steps.some(({ outcome }) => outcome?.kind === 'done') &&
    steps.every(({ isWish, outcome }) => !isWish || outcome?.kind === 'done')
  )
}

function nounOf({ tokens }: Clause): string {
  const verb = verbAt(tokens, 0)
  const start = verb?.length ?? 0
  const end = tokens.findIndex(
    (token, index) =>
      index > start &&
      (isWord(token, 'to', 'into', 'with', 'as', 'by', 'from', 'of', 'in', 'should', 'say') ||
        token.kind !== 'word'),
  )
  return listed([
    tokens
      .slice(start, end === -1 ? undefined : end)
      .map(({ text }) => text)
      .filter((word) => !/^(?:the|a|an|first|second|third|last)$/i.test(word))
      .join(' '),
  ])
}
