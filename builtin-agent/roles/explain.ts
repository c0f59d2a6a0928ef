import { textOfNode } from '../additions/texts.ts'
import { askWhich } from '../asking.ts'
import { nameOf, sectionsOf } from '../describe.ts'
import { saysShorter } from '../explicit.ts'
import { listed, quoted } from '../label.ts'
import { inWords, singular } from '../nodeNames.ts'
import type { Node } from '../nodes.ts'
import { removeNodes } from '../operations/remove.ts'
import { ask, askContent, type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { limitIn } from '../recognisers/questions.ts'
import { isPronoun } from '../references/back.ts'
import { alikeFor } from '../references/point.ts'
import { Refusal } from '../refusal.ts'
import { wordsOf } from '../tokens.ts'
import { hasGap } from './givens.ts'
import { meantBy } from './meant.ts'
import { isTopic } from './topics.ts'
import { phraseOf, wholePage } from './ways.ts'
import type { Part, Wish } from './wishes.ts'

/** Explains why a wish can't be carried out: its target is missing or ambiguous, or it gives no value. */
export function explain(wish: Wish, page: OpenPage, message: string, since: number): Outcome | undefined {
  const { targets, pointed } = meantBy(wish, page, message, since)
  const value = wish.parts.find(({ role }) => role === 'V')
  const [target] = targets
  const isOfMany = target !== undefined && pointed.length === 0 && /^(?:all|every|each)\b/i.test(target.text)
  if (wish.act === 'rewrite' && saysShorter(wish.said) && (isOfMany || isWholePage(target, page)))
    return askWhatToShorten(page)
  if (target && pointed.length === 0) {
    if (isPronoun(target.text))
      return refused(
        `I can’t tell what ${quoted(target.text)} means here. Name it, and say what to do with it.`,
      )
    const alike = alikeFor(phraseOf(target), page).sort(
      (a, b) => page.nodes.indexOf(a) - page.nodes.indexOf(b),
    )
    const named = (name: string) =>
      `${message.slice(wish.parts[0]?.start, target.start)}${name}${message.slice(target.end, wish.parts.at(-1)?.end)}`
    return alike.length > 1
      ? askWhich(alike, page, named)
      : refused(
          `I found no ${quoted(phraseOf(target).replace(/^(?:the|a|an|our|my)\s+/i, ''), 60)} on this page. It has: ${sectionsOf(page)}.`,
        )
  }
  const [gone] = pointed[0]?.nodes ?? []
  const kept = wish.act === 'remove' && gone ? keptFor(gone, page) : undefined
  if (kept) return refused(kept)
  const old = wish.parts.find(({ role }) => role === 'O')
  if (old && value && targets.length === 0)
    return refused(`I found no ${quoted(old.text, 60)} on this page, so I changed nothing.`)
  const [full] = pointed[0]?.nodes ?? []
  const most = full?.schema.maxLength
  if (value && full && most !== undefined && value.text.length > most)
    return tooLong(value.text, full, most, page)
  if (value && hasGap(value.text))
    return refused('That text has a gap in it. Give me the words as they should stand on the page.')
  if (value && full && isTopic(value, message))
    return askContent(
      `What should ${nameOf(full, page)} say about that? Give me the words; I write none of my own.`,
      `Change ${nameOf(full, page)} to`,
    )
  if (value && wish.act === 'add') return partsMissing(wish, page)
  if (value) return undefined
  const [node] = pointed[0]?.nodes ?? []
  const kind = wish.parts.find(({ role }) => role === 'K')
  if (wish.act === 'add' && kind && /\b(?:image|picture|photo|screenshot)\b/i.test(kind.text))
    return askContent(
      'Which picture of your assets should it be? Say its name.',
      `${phraseOf(wish.parts[0] as Part)} ${phraseOf(kind)} of`,
    )
  if (wish.act === 'add')
    return askContent(
      kind
        ? `What should ${phraseOf(kind).replace(/^(?:an?|another|one more|some)\s+(?:new\s+)?/i, 'the new ')} say? I write no text of my own.`
        : 'What should I add? Give me the words; I write none of my own.',
    )
  if ((wish.act === 'set' || wish.act === 'replace') && node)
    return askContent(`What should ${nameOf(node, page)} become? Give me the words.`)
  const isClear = wish.act !== undefined && (wish.act !== 'rewrite' || saysShorter(wish.said))
  return isClear && !node
    ? (limitIn(message, page) ?? ask('What should I do that with? Name it.'))
    : undefined
}

function isWholePage(target: Part | undefined, page: OpenPage): boolean {
  if (!target || isPronoun(target.text)) return page.focus.length === 0 && page.selected === undefined
  return wholePage.test(target.text.trim())
}

/** Texts are shortened one at a time, the longest ones first. */
function askWhatToShorten(page: OpenPage): Outcome {
  const lengthOf = ({ value }: Node) => String(value).length
  const longest = page.nodes
    .filter((node) => node.kind === 'text' && node.parent?.kind === 'block' && lengthOf(node) > 30)
    .sort((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, 3)
  return ask(
    'I shorten one text at a time, and remove sections that you name. Which text is too long?',
    longest.map((node) => `Shorten ${nameOf(node, page)}`),
  )
}

/** Offers another text of the section with enough room. Nothing is shortened, and no existing text replaced. */
function tooLong(text: string, node: Node, most: number, page: OpenPage): Outcome {
  const reason = `That can’t be done: the new text has ${text.length} characters, and at most ${most} fit into ${nameOf(node, page)}.`
  const section = node.above.at(-1)
  const other = section && textOfNode(section)
  const room = other && (other.schema.maxLength ?? 0) - String(other.value).length - 1
  if (!room || room < text.length) return refused(reason)
  const name = nameOf(other, page)
  return refused(`${reason} There is room for it in ${name}.`, [`Add a sentence to ${name}: ${text}`])
}

/** Asks for what a new item still needs. */
function partsMissing({ parts }: Wish, page: OpenPage): Outcome | undefined {
  const kind = singular(wordsOf(parts.find(({ role }) => role === 'K')?.text ?? '').at(-1) ?? '')
  const item = page.nodes.find(({ isItem, names }) => isItem && names.has(kind))
  const needed = item?.children.filter(
    ({ prop, kind: each }) => each === 'text' && item.schema.required?.includes(prop),
  )
  if (!needed || needed.length < 2) return undefined
  const names = needed.map(({ prop }) => inWords(prop))
  return askContent(
    `A new ${kind} needs its ${listed(names)}. Give me the words for each; I write none of my own.`,
  )
}

/** The reason why a node can't be removed. */
function keptFor(node: Node, page: OpenPage): string | undefined {
  try {
    const removal = removeNodes([node], page)
    return removal.kind === 'refused' ? removal.reason : undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
