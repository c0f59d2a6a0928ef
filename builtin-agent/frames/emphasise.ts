import type { Clause } from '../clauses/clause.ts'
import { nameOf } from '../describe.ts'
import { draftOf, setNode } from '../edit.ts'
import { quoted } from '../label.ts'
import { isBelow, type Node, stringKind } from '../nodes.ts'
import { askWhich } from '../objects.ts'
import { type Frame, type Outcome, refused } from '../outcome.ts'
import type { Page } from '../page.ts'
import { fitted } from '../places.ts'
import { resolve } from '../targets/resolve.ts'
import { isWord, type Token } from '../tokens.ts'
import { linkOf } from '../values/read.ts'
import { holdsText, isText } from './texts.ts'

/** Bold and italic of a text or of words in it, and links on words. */
export const emphasiseFrame: Frame = (clause, page) => {
  const { tokens } = clause
  const said = tokens.map(({ norm }) => norm).join(' ')
  const isLink =
    isWord(tokens[0], 'link', 'hyperlink', 'turn', 'make') && /\bword|phrase|text|link|hyperlink\b/.test(said)
  const target = tokens.map(linkOf).find((link) => link !== undefined)
  const linkToken = tokens.find((token) => token.kind !== 'quote' && linkOf(token) !== undefined)
  if (isLink && target && linkToken) return linkWords(tokens, linkToken, target, page)
  const style = /\b(?:unbold|not bold|no longer bold|regular|remove the bold|un bold)\b/.test(said)
    ? 'plain'
    : /\bbold(?:ed|face)?\b|\bembolden\b/.test(said)
      ? 'bold'
      : /\bitalic[s]?\b|\bitalici[sz]e\b/.test(said)
        ? 'italic'
        : undefined
  if (
    !style ||
    tokens.some((token) =>
      isWord(token, 'section', 'block', 'background', 'look', 'style', 'theme', 'colour', 'color', 'tone'),
    )
  )
    return undefined
  return emphasise(
    tokens.filter(
      (token) =>
        !isWord(
          token,
          'bold',
          'italic',
          'italics',
          'italicise',
          'italicize',
          'make',
          'in',
          'be',
          'should',
          'put',
          'set',
          'unbold',
          'embolden',
          'regular',
          'bolded',
          'font',
          'turn',
          'have',
          'must',
          'needs',
          'to',
          'not',
          'print',
          'is',
          'boldface',
        ),
    ),
    style,
    clause,
    page,
  )
}

function emphasise(
  rest: Token[],
  style: 'bold' | 'italic' | 'plain',
  { source }: Clause,
  page: Page,
): Outcome | undefined {
  const quote = rest.find(({ kind }) => kind === 'quote')
  const place = rest.filter(
    (token) => token !== quote && !isWord(token, 'word', 'words', 'phrase', 'text', 'the', 'part'),
  )
  const named = place.length > 0 ? resolve(place, page, { fits: holdsText }) : undefined
  if (quote) {
    const scope = named?.kind === 'found' ? named.nodes : undefined
    const holders = page.nodes.filter(
      (node) =>
        isText(node) !== null &&
        stringKind(node.schema) !== 'text' &&
        String(node.value).toLowerCase().includes(quote.norm) &&
        (!scope || scope.some((above) => above === node || isBelow(node, above))),
    )
    if (holders.length > 1 && !scope)
      return askWhich(holders, page, (name) => `make "${quote.text}" bold in ${name}`)
    return holders[0]
      ? mark(holders[0], quote.norm, style, page)
      : refused(`I found no ${quoted(quote.text)} there.`)
  }
  const word = rest.findIndex((token) => isWord(token, 'word', 'words', 'phrase'))
  if (word !== -1) return markWord(rest.slice(word + 1), source, style, page)
  const found =
    rest.length === 0 ? { kind: 'found' as const, nodes: page.focus } : resolve(rest, page, { fits: isText })
  if (found.kind === 'unclear') return askWhich(found.nodes, page, (name) => `make ${name} ${style}`)
  const node =
    found.kind === 'found' ? found.nodes.find((candidate) => isText(candidate) !== null) : undefined
  return node ? mark(node, undefined, style, page) : undefined
}

function markWord(
  tokens: Token[],
  source: string,
  style: 'bold' | 'italic' | 'plain',
  page: Page,
): Outcome | undefined {
  const split = tokens.findIndex((token, index) => index > 0 && isWord(token, 'in', 'of', 'from', 'on'))
  const words = split === -1 ? tokens : tokens.slice(0, split)
  const phrase = source.slice(words[0]?.start, words.at(-1)?.end).toLowerCase()
  const found = split === -1 ? undefined : resolve(tokens.slice(split + 1), page, { fits: isText })
  const nodes =
    found?.kind === 'found'
      ? found.nodes
      : page.nodes.filter(
          (node) => isText(node) !== null && String(node.value).toLowerCase().includes(phrase),
        )
  const node = nodes.length === 1 ? nodes[0] : undefined
  return node && phrase ? mark(node, phrase, style, page) : undefined
}

function mark(
  node: Node,
  words: string | undefined,
  style: 'bold' | 'italic' | 'plain',
  page: Page,
): Outcome {
  const text = String(node.value)
  const name = nameOf(node, page)
  if (stringKind(node.schema) === 'text')
    return refused(`${name.replace(/^t/, 'T')} is plain text; it can’t have bold or italic words.`)
  const sign = style === 'bold' ? '**' : '*'
  const bare = text.replaceAll('**', '').replace(/(?<!\\)\*/g, '')
  const start = words ? text.toLowerCase().indexOf(words) : 0
  if (start === -1) return refused(`I found no ${quoted(words ?? '')} in ${name}.`)
  const end = words ? start + words.length : text.length
  const value =
    style === 'plain'
      ? bare
      : words
        ? `${text.slice(0, start)}${sign}${text.slice(start, end)}${sign}${text.slice(end)}`
        : `${sign}${bare}${sign}`
  return {
    kind: 'done',
    draft: setNode(
      draftOf(page),
      node,
      fitted(value, { kind: stringKind(node.schema) ?? 'rich', maxLength: node.schema.maxLength ?? 1000 }),
    ),
    said: `made ${words ? `${quoted(text.slice(start, end))} in ${name}` : name} ${style}`,
    focus: [node.key],
  }
}

/** "link the word claims in the intro to /claims". */
function linkWords(tokens: Token[], linkToken: Token, link: string, page: Page): Outcome | undefined {
  const at = tokens.findIndex((token) => isWord(token, 'word', 'words', 'phrase', 'text'))
  const quote = tokens.find((token) => token.kind === 'quote' && token !== linkToken)
  const word = quote ?? tokens[at + 1]
  if (
    !word ||
    (at === -1 && !quote) ||
    word === linkToken ||
    (word.kind === 'word' && isWord(word, 'in', 'to', 'of'))
  )
    return undefined
  const place = tokens
    .slice(tokens.indexOf(word) + 1)
    .filter(
      (token) =>
        token !== linkToken && !isWord(token, 'to', 'in', 'with', 'go', 'should', 'at', 'link', 'a', 'point'),
    )
  const found = place.length > 0 ? resolve(place, page, { fits: isText }) : undefined
  const holders = (found?.kind === 'found' ? found.nodes : page.nodes).filter(
    (node) =>
      isText(node) !== null &&
      stringKind(node.schema) !== 'text' &&
      String(node.value).toLowerCase().includes(word.norm),
  )
  if (holders.length === 0) return refused(`I found no ${quoted(word.text)} there.`)
  if (holders.length > 1)
    return askWhich(holders, page, (name) => `link the word "${word.text}" in ${name} to ${link}`)
  const node = holders[0] as Node
  const text = String(node.value)
  const start = text.toLowerCase().indexOf(word.norm)
  const value = `${text.slice(0, start)}[${text.slice(start, start + word.norm.length)}](${link})${text.slice(start + word.norm.length)}`
  return {
    kind: 'done',
    draft: setNode(draftOf(page), node, value),
    said: `linked ${quoted(word.text)} in ${nameOf(node, page)} to ${link}`,
    focus: [node.key],
  }
}
