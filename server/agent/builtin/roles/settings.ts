import { quoted } from '../../label.ts'
import { nameOf, namesOf } from '../describe.ts'
import { draftOf, setNode } from '../edit.ts'
import type { Node } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import type { Page } from '../page.ts'
import { type Assignment, assignmentsOf, flagOf, type Given, readGiven } from '../reading/assign.ts'
import { leavesWith, newValue } from '../reading/replace.ts'
import { applyAll } from '../reading/set.ts'
import { focused, type Pointed } from '../references/point.ts'
import { isBelow } from '../targets.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { numbers } from '../words/plain.ts'
import { reference, trimmed, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

const titles =
  /\b(?:director|chief|officer|ceo|coo|cfo|cto|cmo|head|manager|owner|founder|president|vp|lead|partner|chair|chairman|chairwoman|secretary|principal|dean|supervisor|coordinator|engineer|consultant)\b/i

/** A property becomes a value; or, where the old words are given, these are replaced in the text that has them. */
export function* settings(
  value: Part,
  old: Part | undefined,
  /** What the message names; undefined where it names nothing. */
  named: Pointed[] | undefined,
  page: Page,
  message: string,
): Generator<Way> {
  const everywhere =
    /\b(?:everywhere|throughout|wherever|all over|each time|every time|whole page|entire page|across the page)\b/i.test(
      message,
    )
  if (old) {
    const text = old.isQuote ? old.text : trimmed(old.text)
    let isFound = false
    const next = value.isQuote ? value.text : counterpart(trimmed(value.text), text)
    const leaves = leavesWith(text, page)
    for (const { nodes, likelihood } of everywhere || !named ? [{ nodes: [], likelihood: 0.95 }] : named) {
      const found = leaves.filter(
        (leaf) => nodes.length === 0 || nodes.some((node) => node === leaf || isBelow(leaf, node)),
      )
      isFound ||= found.length > 0
      const isClear = found.length === 1 || (found.length > 1 && (everywhere || (!named && text.length > 2)))
      const outcome = isClear ? replaceIn(found, text, next, page) : undefined
      if (!outcome) continue
      const where = found.length > 1 ? ' everywhere' : ` in ${namesOf(found, page)}`
      yield { likelihood, saying: `Replace “${text}” with “${next}”${where}`, outcome }
    }
    // What should go is not there: then it was probably read wrong.
    if (!isFound && wordsOf(text).length > 0 && !isAmount(text)) return
    if (!named) yield { likelihood: 0.7, saying: `Change “${text}” to “${next}”` }
  }
  const isNegated = negation.test(
    message
      .slice(0, value.start)
      .split(/[.!?\n,;]/)
      .at(-1) ?? '',
  )
  for (const { nodes, likelihood } of named ?? (old ? [] : focused(page))) {
    const [node] = nodes as [Node]
    if (node.kind === 'theme' || node.kind === 'asset') {
      yield { likelihood, saying: `Change ${nameOf(node, page)} to ${trimmed(value.text)}` }
      continue
    }
    if (isNegated) {
      const flag = [node, ...node.children].find(
        ({ kind, prop }) => kind === 'flag' && flagOf(prop, trimmed(value.text)) !== undefined,
      )
      if (flag)
        yield {
          likelihood,
          saying: `Make ${nameOf(node, page)} ${flagOf(flag.prop, trimmed(value.text)) ? 'not ' : ''}${trimmed(value.text)}`,
          outcome: applyAll(
            [{ node: flag, value: flagOf(flag.prop, trimmed(value.text)) ? undefined : true, cost: 0 }],
            page,
          ),
        }
      continue
    }
    if (isEmphasis(value)) {
      yield { likelihood, saying: `Make ${reference(node)} ${trimmed(value.text)}` }
      continue
    }
    yield* numbered(node, value, likelihood, page)
    for (const given of givensOf(value, node)) {
      const isRole =
        node.block?.type === 'quote' && titles.test(value.text) && wordsOf(value.text).length <= 8
      const each = nodes.map((one) => assignmentsOf(bodyOf(one, value), { ...given, isRole })[0])
      if (each.every((assignment) => assignment !== undefined))
        yield { likelihood, saying: sayingOf(each, page), outcome: applyAll(each, page) }
    }
    yield {
      likelihood,
      saying: `Change ${reference(node)} to ${value.isQuote ? `“${value.text}”` : trimmed(value.text)}`,
    }
    yield {
      likelihood,
      saying: `Make ${reference(node)} ${value.isQuote ? `“${value.text}”` : trimmed(value.text)}`,
    }
  }
}

/** Assignments as one would ask for them. */
const sayingOf = (assignments: Assignment[], page: Page) =>
  assignments
    .map(({ node, value }) =>
      node.kind === 'flag' && node.parent
        ? `Make ${nameOf(node.parent, page)} ${node.prop === 'required' ? (value ? 'required' : 'optional') : value ? node.prop : `not ${node.prop}`}`
        : `Change ${nameOf(node, page)} to ${node.kind === 'text' || node.kind === 'meta' ? `“${String(value)}”` : String(value)}`,
    )
    .join('. ')

const negation = /\b(?:not|no longer|never|n['’]t|isn['’]?t|shouldn['’]?t|without)\b[^.!?]*$/i
export const isVague = ({ text, isQuote }: Part) =>
  !isQuote &&
  (/^(?:something|anything|whatever|(?:a )?bit)\b/i.test(text) ||
    /^(?:the |our |some |a |an )?(?:latest|newest|right|correct|current|actual|better|different|nicer|catchier|other|updated|new)\b/i.test(
      text,
    ) ||
    /^(?:lower|higher|bigger|smaller|larger|shorter|longer|better|nicer|clearer|stronger|punchier|friendlier)$/i.test(
      trimmed(text),
    ))
export const isEmphasis = ({ text, isQuote }: Part) =>
  !isQuote &&
  /^(?:in )?(?:bold|italics?|uppercase|lowercase|capitals|upper case|lower case|underlined)$/i.test(
    trimmed(text),
  )
export const isPicture = ({ text, isQuote }: Part) =>
  !isQuote && /\b(?:picture|photo|image|screenshot|logo)\b/i.test(text)

/** A value in the ways it can be meant: as it stands, where it leads, and without words that only say what it is. */
function givensOf(value: Part, node: Node): Given[] {
  if (value.isQuote)
    return [readGiven(tokenise(`“${value.text}”`), `“${value.text}”`)].flatMap((given) => given ?? [])
  const text = spoken(trimmed(value.text))
  const leads =
    (node.kind === 'group' || node.kind === 'link') &&
    tokenise(text).some(({ kind }) => kind === 'email' || kind === 'url')
  const plain = text
    .replace(/^(?:the|a|an|as|pure|plain)\s+/i, '')
    .replace(/\s+(?:plan|field|one|option|icon|layout|background|colou?r)$/i, '')
  return [
    leads ? readGiven(tokenise(text), text, 'link') : undefined,
    readGiven(
      tokenise(value.text.endsWith('.') && wordsOf(text).length > 4 ? `${text}.` : text),
      value.text.endsWith('.') && wordsOf(text).length > 4 ? `${text}.` : text,
    ),
    plain !== text && wordsOf(plain).length <= 3 ? optional(readGiven(tokenise(plain), plain)) : undefined,
  ].flatMap((given) => given ?? [])
}
const optional = (given: Given | undefined) => given && { ...given, isOption: true }

/** Signs that were dictated. */
const spoken = (text: string) =>
  text
    .replace(/\s+full stop$/i, '.')
    .replace(/\s+question mark$/i, '?')
    .replace(/\s+exclamation (?:mark|point)$/i, '!')

/** Of a section or an item, a sentence is its text, not its title. */
function bodyOf(node: Node, { text }: Part): Node {
  if (node.kind !== 'block' && !node.isItem) return node
  if (wordsOf(text).length < 4 || !/[.!]["”']?\s*$/.test(text)) return node
  return (
    node.children.find(({ kind, prop }) => kind === 'text' && /^(?:body|answer|quote)$/.test(prop)) ?? node
  )
}

/** A button that shows a phone number or an address: what it shows and where it leads change together. */
function* numbered(node: Node, value: Part, likelihood: number, page: Page): Generator<Way> {
  const [contact, ...others] = tokenise(value.text).filter(({ kind }) => kind === 'phone' || kind === 'email')
  const group = node.kind === 'group' ? node : node.parent?.kind === 'group' ? node.parent : undefined
  const label = group?.children.find(({ prop }) => prop === 'label')
  const link = group?.children.find(({ prop }) => prop === 'link')
  if (!contact || others.length > 0 || !label || !link || typeof label.value !== 'string') return
  const shown = tokenise(label.value).find(({ kind }) => kind === contact.kind)
  const phone =
    shown ??
    tokenise(label.value).find(
      ({ kind, text }) => kind === 'number' && contact.kind === 'phone' && text.length > 3,
    )
  if (!phone) return
  const text =
    label.value.slice(0, phone.start) +
    contact.text +
    label.value.slice(phone.kind === 'number' ? label.value.length : phone.end)
  const leads =
    contact.kind === 'phone' ? `tel:${contact.text.replace(/[^\d+]/g, '')}` : `mailto:${contact.text}`
  const both = [
    { node: label, value: text, cost: 0 },
    { node: link, value: leads, cost: 0 },
  ]
  yield { likelihood, saying: sayingOf(both, page), outcome: applyAll(both, page) }
}

/** Several things become several values, in their order: "the three bullets as A, B and C". */
export function* listings(values: Part[], pointed: Pointed[], page: Page): Generator<Way> {
  const texts = values.flatMap((part) => {
    const quotes = tokenise(part.isQuote ? `“${part.text}”` : part.text).filter(
      ({ kind }) => kind === 'quote',
    )
    return quotes.length > 0 ? quotes.map(({ text }) => text) : [trimmed(part.text)]
  })
  for (const { nodes, likelihood } of pointed) {
    const list =
      nodes.length === 1 && nodes[0]?.children.length === texts.length ? (nodes[0]?.children ?? []) : nodes
    if (list.length !== texts.length) continue
    const each = list.map((node, at) => {
      const given = readGiven(tokenise(`“${texts[at]}”`), `“${texts[at]}”`)
      return given && assignmentsOf(node, given)[0]
    })
    if (each.every((assignment) => assignment !== undefined))
      yield { likelihood, saying: sayingOf(each, page), outcome: applyAll(each, page) }
  }
}

const isAmount = (text: string) =>
  /^[$€£¥]?\s?[\d.,]+\s?[%€£¥+]?$/.test(text) || numbers[text.toLowerCase()] !== undefined
/** "219 roofs, not 212": of the new words what stands for the old ones. */
function counterpart(value: string, old: string): string {
  const amounts = value.split(/\s+/).filter((word) => isAmount(trimmed(word)))
  return isAmount(old) && amounts.length === 1 ? trimmed(amounts[0] as string) : value
}

function replaceIn(nodes: Node[], old: string, next: string, page: Page): Outcome | undefined {
  const given = readGiven(tokenise(`“${next}”`), `“${next}”`)
  if (!given) return undefined
  const draft = nodes.reduce((made, node) => setNode(made, node, newValue(node, old, given)), draftOf(page))
  const where = nodes.length > 1 ? `${nodes.length} places` : namesOf(nodes, page)
  return {
    kind: 'done',
    draft,
    said: `replaced ${quoted(old, 60)} with ${quoted(next, 60)} in ${where}`,
    focus: nodes.map(({ key }) => key),
  }
}
