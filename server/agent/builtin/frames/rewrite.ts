import { quoted } from '../../label.ts'
import { fitted } from '../../places.ts'
import type { Clause } from '../clauses/clause.ts'
import { nameOf, namesOf } from '../describe.ts'
import { draftOf, setNode } from '../edit.ts'
import { isBelow, type Node, stringKind } from '../nodes.ts'
import { askWhich } from '../objects.ts'
import { ask, type Frame, type Outcome, refused } from '../outcome.ts'
import type { Page } from '../page.ts'
import { sentencesOf } from '../pieces.ts'
import { shorten, toWords } from '../shorten.ts'
import { resolve } from '../targets/resolve.ts'
import { isMark, isWord, type Token } from '../tokens.ts'
import { linkOf, numberAt } from '../values/read.ts'
import { verbAt } from '../verbs.ts'
import { spellings, unsafeSpellings } from '../words/english.ts'

const isText = (node: Node) => (node.kind === 'text' && typeof node.value === 'string' ? 2 : null)
const holdsText = (node: Node) =>
  isText(node) ?? (node.kind === 'block' || node.kind === 'item' || node.kind === 'group' ? 0 : null)

/** "shorten the intro", "make it shorter", "the intro is too long, 12 words at most". */
export const shortenFrame: Frame = (clause, page) => {
  const { tokens } = clause
  const said = tokens.map(({ norm }) => norm).join(' ')
  const verb = verbAt(tokens, 0)
  const opens =
    verb?.classes.has('shorten') &&
    !(isWord(tokens[0], 'cut', 'reduce') && !/\b(?:down|short|half|words|shorter|by)\b/.test(said))
  const wants =
    /\b(?:shorter|more concise|conciser|briefer|snappier|punchier|tighter|less wordy|crisper|more compact|too long|too wordy|a bit wordy|a bit long|way too long|half as long|half the length)\b/.exec(
      said,
    )
  const most =
    /\b(?:max|maximum|at most|no more than|under|up to|within|less than|below|of|to|in)\b(?: of)?(?: about| around| max| only| just)? (\d+|\w+) words?\b/.exec(
      said,
    ) ?? /\b(\d+|\w+) words? (?:max|maximum|at most|or less|or fewer|tops)\b/.exec(said)
  const limit = most?.[1]
    ? numberAt({
        kind: /^\d+$/.test(most[1]) ? 'number' : 'word',
        text: most[1],
        norm: most[1],
        start: 0,
        end: 0,
      })
    : undefined
  if (!opens && !wants && limit === undefined) return undefined
  if (tokens.some(({ kind }) => kind === 'quote') && /\bto\b/.test(said)) return undefined
  const object = objectOf(tokens, opens ? (verb?.length ?? 0) : 0)
  const found = object.length === 0 ? undefined : resolve(object, page, { fits: holdsText })
  if (found?.kind === 'unclear') return askWhich(found.nodes, page, (name) => `shorten ${name}`)
  if (found?.kind === 'nothing') return undefined
  const nodes = found?.nodes ?? page.focus
  // Of an item in which a text is selected, that text is meant.
  const selected = page.selected
    ? page.focus.filter((node) => isText(node) !== null && node.parent && nodes.includes(node.parent))
    : []
  const texts =
    selected.length > 0 ? selected : nodes.flatMap((node) => (isText(node) !== null ? [node] : longest(node)))
  if (texts.length === 0)
    return object.length === 0 ? ask('Which text should be shorter?', ['shorten the subheadline']) : undefined
  return shortenTexts(texts, { words: limit, isHalf: /\bhalf\b/.test(said) }, page)
}

const noise = new Set(
  'make is are a bit little too much way far long wordy shorter more concise briefer snappier punchier tighter less crisper compact max maximum at most no than under up to within words word please should be the of half as length by down keep it short only just about around or fewer tops cut reduce and in version and its lot quite so sound punchy get limit'.split(
    ' ',
  ),
)

function objectOf(tokens: Token[], from: number): Token[] {
  const end = tokens.findIndex(
    (token, index) =>
      index > from && (isMark(token, ',', '.', '–') || isWord(token, 'max', 'maximum', 'to', 'under', 'by')),
  )
  const head = end === -1 ? tokens : tokens.slice(0, end)
  const rest = head
    .slice(from)
    .filter((token) => token.kind === 'quote' || (token.kind === 'word' && !noise.has(token.norm)))
  return rest
}

/** The text of a block or item that is meant by shortening it: its longest. */
export function longest(node: Node): Node[] {
  const texts = node.children
    .filter((child) => isText(child) !== null)
    .sort((a, b) => String(b.value).length - String(a.value).length)
  return texts.slice(0, 1)
}

export type Limit = {
  words?: number | undefined
  sentences?: number | undefined
  characters?: number | undefined
  isHalf?: boolean
}

function shortened(text: string, { words, sentences, characters, isHalf }: Limit): string | undefined {
  if (words !== undefined) return toWords(text, words)
  if (isHalf) return toWords(text, Math.max(3, Math.floor(text.split(/\s+/).length / 2)))
  if (sentences !== undefined) {
    const all = sentencesOf(text)
    const end = all[sentences - 1]?.end
    const short = all.length > sentences && end !== undefined ? text.slice(0, end).trim() : undefined
    // "Yes." alone does not say what the text said.
    return short && short.split(/\s+/).length >= 4 * sentences ? short : undefined
  }
  if (characters === undefined) return shorten(text)
  for (let most = text.split(/\s+/).length - 1; most >= 3; most--) {
    const short = toWords(text, most)
    if (short && short.length <= characters) return short
  }
  return undefined
}

/** Texts made shorter by leaving out whole sentences or clauses. */
export function shortenTexts(nodes: Node[], limit: Limit, page: Page): Outcome {
  let draft = draftOf(page)
  const done: Node[] = []
  let last = ''
  for (const node of nodes) {
    const text = String(node.value)
    const short = shortened(text, limit)
    if (!short || short === text) continue
    draft = setNode(
      draft,
      node,
      fitted(short, { kind: stringKind(node.schema) ?? 'text', maxLength: node.schema.maxLength ?? 1000 }),
    )
    done.push(node)
    last = short
  }
  if (done.length === 0)
    return refused(
      `I can’t shorten ${namesOf(nodes, page)} by rules without losing its sense. Tell me the words it should have, or connect a language model.`,
    )
  return {
    kind: 'done',
    draft,
    said: `shortened ${namesOf(done, page)}${done.length === 1 ? ` to ${quoted(last, 100)}` : ''}`,
    focus: done.map(({ key }) => key),
  }
}

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

/** British or American spelling, bullet points, upper case: work that rules do well. */
export const formFrame: Frame = ({ tokens }, page) => {
  const said = tokens.map(({ norm }) => norm).join(' ')
  const variety =
    /\b(british|uk|american|us)\b(?: english)?(?: spelling| english)/.exec(said)?.[1] ??
    /\b(?:spelling|english)\b.*\b(british|american|uk|us)\b/.exec(said)?.[1]
  if (variety) return respell(page.nodes, /british|uk/.test(variety), page)
  if (
    /\b(?:bullet points|bullets|bulleted list|bullet list|bullet point)\b/.test(said) &&
    /\b(?:turn|make|convert|change|into|as|to|break|split)\b/.test(said)
  )
    return bullets(tokens, page)
  const style = /\b(?:all caps|uppercase|upper case|capital letters|block capitals|caps)\b/.test(said)
    ? 'upper'
    : /\b(?:lowercase|lower case|small letters)\b/.test(said)
      ? 'lower'
      : /\b(?:title case|capitali[sz]e (?:every|each|all))\b/.test(said)
        ? 'title'
        : /\b(?:sentence case)\b/.test(said)
          ? 'sentence'
          : undefined
  return style ? recase(tokens, style, page) : undefined
}

export function respell(nodes: Node[], toBritish: boolean, page: Page): Outcome {
  let draft = draftOf(page)
  const changed: string[] = []
  for (const node of nodes) {
    if (isText(node) === null) continue
    let text = String(node.value)
    for (const [american, british] of spellings) {
      if (unsafeSpellings.has(american)) continue
      const [from, to] = toBritish ? [american, british] : [british, american]
      const rest = to.startsWith(from) ? `(?!${to.slice(from.length)})` : ''
      text = text.replace(new RegExp(`(?<![\\p{L}])${from}${rest}`, 'giu'), (match) => {
        changed.push(match)
        return /^\p{Lu}/u.test(match) ? to.replace(/^./, (sign) => sign.toUpperCase()) : to
      })
    }
    if (text !== node.value) draft = setNode(draft, node, text)
  }
  const name = toBritish ? 'British' : 'American'
  if (changed.length === 0)
    return refused(`I found no word on this page that is spelt differently in ${name} English.`)
  return {
    kind: 'done',
    draft,
    said: `changed ${changed.length} word${changed.length === 1 ? '' : 's'} to ${name} spelling`,
    focus: [],
  }
}

/** Sentences of a text as points, before the points that are there. */
function bullets(tokens: Token[], page: Page): Outcome | undefined {
  const rest = tokens.filter(
    (token) =>
      token.kind === 'quote' ||
      (token.kind === 'word' &&
        !isWord(
          token,
          'turn',
          'make',
          'convert',
          'change',
          'into',
          'as',
          'bullet',
          'bullets',
          'points',
          'point',
          'list',
          'bulleted',
          'text',
          'to',
          'break',
          'split',
          'up',
          'use',
          'a',
          'body',
          'paragraph',
          'paragraphs',
          'copy',
          'it',
        )),
  )
  const found = rest.some(({ norm }) => !/^(?:the|in|of)$/.test(norm))
    ? resolve(rest, page, {
        fits: (node) =>
          node.kind === 'block' && node.children.some(({ prop }) => prop === 'points') ? 1 : null,
      })
    : { kind: 'found' as const, nodes: page.focus.filter(({ kind }) => kind === 'block') }
  const block = found.kind === 'found' ? found.nodes[0] : undefined
  const body = block?.children.find(({ prop }) => prop === 'body')
  const points = block?.children.find(({ prop }) => prop === 'points')
  if (!block || !body || !points) return undefined
  if (typeof body.value !== 'string')
    return refused(`${nameOf(block, page).replace(/^t/, 'T')} has no paragraphs to turn into points.`)
  const text = body.value
  const sentences = sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter(Boolean)
  const all = [...sentences, ...((points.value as string[] | undefined) ?? [])]
  if (all.length > (points.schema.maxItems ?? 20)) return refused('That would be more points than fit there.')
  return {
    kind: 'done',
    draft: setNode(setNode(draftOf(page), body, undefined), points, all),
    said: `turned the text of ${nameOf(block, page)} into ${sentences.length} points`,
    focus: [block.key],
  }
}

function recase(
  tokens: Token[],
  style: 'upper' | 'lower' | 'title' | 'sentence',
  page: Page,
): Outcome | undefined {
  const rest = tokens.filter(
    (token) =>
      token.kind === 'quote' ||
      (token.kind === 'word' &&
        !isWord(
          token,
          'make',
          'put',
          'in',
          'all',
          'caps',
          'uppercase',
          'upper',
          'lower',
          'case',
          'lowercase',
          'title',
          'capital',
          'letters',
          'block',
          'capitals',
          'capitalise',
          'capitalize',
          'every',
          'each',
          'word',
          'words',
          'be',
          'should',
          'to',
          'use',
          'for',
          'of',
          'small',
          'sentence',
          'write',
          'convert',
          'set',
          'change',
          'into',
        )),
  )
  const withTitle = style === 'title' && tokens.filter((token) => isWord(token, 'title')).length > 1
  const found =
    rest.length === 0 && !withTitle
      ? { kind: 'found' as const, nodes: page.focus }
      : resolve(withTitle ? tokens.filter((token) => isWord(token, 'title')).slice(0, 1) : rest, page, {
          fits: isText,
        })
  if (found.kind === 'unclear')
    return askWhich(
      found.nodes,
      page,
      (name) => `make ${name} ${style === 'upper' ? 'uppercase' : 'lowercase'}`,
    )
  const node =
    found.kind === 'found' ? found.nodes.find((candidate) => isText(candidate) !== null) : undefined
  if (!node) return undefined
  const text = String(node.value)
  const value =
    style === 'upper'
      ? text.toUpperCase()
      : style === 'lower'
        ? text.toLowerCase()
        : style === 'title'
          ? text.replace(/(?<![\p{L}'’])\p{Ll}(?=\p{L}{3,})/gu, (sign) => sign.toUpperCase())
          : text.toLowerCase().replace(/^./u, (sign) => sign.toUpperCase())
  if (value === text) return refused(`${nameOf(node, page).replace(/^t/, 'T')} is written like that already.`)
  return {
    kind: 'done',
    draft: setNode(draftOf(page), node, value),
    said: `changed ${nameOf(node, page)} to ${quoted(value)}`,
    focus: [node.key],
  }
}

/** "highlight the first plan", "mark Growth as most popular". */
export const highlightFrame: Frame = ({ tokens, source: _source }, page) => {
  const verb = verbAt(tokens, 0)
  if (!verb?.classes.has('highlight') || isWord(tokens[0], 'make')) return undefined
  const off = isWord(tokens[0], 'unhighlight')
  const rest = tokens.slice(verb.length)
  const as = rest.findIndex((token) => isWord(token, 'as'))
  const flagged = (node: Node) => (node.children.some(({ prop }) => prop === 'highlighted') ? 1 : null)
  const not = rest.findIndex((token, index) => index > 0 && isWord(token, 'not'))
  const object = (as !== -1 ? rest.slice(0, as) : not !== -1 ? rest.slice(0, not) : rest).filter(
    (token) => !isWord(token, 'instead'),
  )
  const found = resolve(object, page, { fits: flagged })
  if (found.kind === 'unclear') return askWhich(found.nodes, page, (name) => `highlight ${name}`)
  if (found.kind !== 'found' || (isWord(tokens[0], 'mark', 'flag') && as === -1)) return undefined
  if (
    as !== -1 &&
    !/recommended|popular|best|highlighted|featured|preferred|favou?rite|default|value/.test(
      rest
        .slice(as)
        .map(({ norm }) => norm)
        .join(' '),
    )
  )
    return undefined
  const item = found.nodes[0] as Node
  let draft = draftOf(page)
  for (const other of item.parent?.children ?? [])
    for (const child of other.children)
      if (child.prop === 'highlighted' && (other === item || child.value === true))
        draft = setNode(draft, child, other === item && !off ? true : undefined)
  return {
    kind: 'done',
    draft,
    said: `${off ? 'no longer highlight' : 'highlighted'} ${nameOf(item, page)}`,
    focus: [item.key],
  }
}
