import { nameOf } from '../describe.ts'
import { draftOf, setNode } from '../edit.ts'
import { quoted } from '../label.ts'
import type { Node } from '../nodes.ts'
import { askWhich } from '../objects.ts'
import { type Frame, type Outcome, refused } from '../outcome.ts'
import type { Page } from '../page.ts'
import { sentencesOf } from '../pieces.ts'
import { resolve } from '../targets/resolve.ts'
import { isWord, type Token } from '../tokens.ts'
import { spellings, unsafeSpellings } from '../words/english.ts'
import { isText } from './texts.ts'

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
