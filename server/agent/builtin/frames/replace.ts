import { listed, quoted } from '../../label.ts'
import { fitted } from '../../places.ts'
import type { Clause } from '../clauses.ts'
import { nameOf } from '../describe.ts'
import { draftOf, setNode } from '../edit.ts'
import { ancestors, type Node, stringKind } from '../nodes.ts'
import { type Frame, type Outcome, refused } from '../outcome.ts'
import { openPage, type Page } from '../page.ts'
import { isBelow, resolve } from '../targets.ts'
import { isMark, isWord, stem, type Token, wordsOf } from '../tokens.ts'
import { textOf } from '../values.ts'
import { verbAt } from '../verbs.ts'
import { determiners, functionWords } from '../words/plain.ts'

/** Replaces words wherever they stand: "replace A with B", "where it says A, say B", "B, not A", "use B instead of A". */
export const replaceFrame: Frame = (clause, page) => {
  const pair = pairOf(clause, page)
  if (!pair) return undefined
  const more = pairsIn(clause, page)
  if (more) return more
  if (/[()]/.test(pair.fresh) || /\bwith\b/.test(pair.fresh))
    return refused('Put the words to replace in quotation marks, one pair in each sentence.')
  const { old, fresh, scope } = pair
  const within = scope && scope.length > 0 ? scopeOf(scope, page) : []
  if (
    within === undefined ||
    [old, fresh].some(
      (text) =>
        wordsOf(text).length > 0 &&
        wordsOf(text).every((word) => functionWords.has(word) || determiners.has(word)),
    )
  )
    return undefined
  return replaceWords(old, fresh, page, within, pair.mustExist)
}

/** "replace A with B (and C with D)": each pair in turn. */
function pairsIn({ tokens, source }: Clause, page: Page): Outcome | undefined {
  const verb = verbAt(tokens, 0)
  if (!verb?.classes.has('replace') || tokens.filter((token) => isWord(token, 'with', 'by')).length < 2)
    return undefined
  const parts: Token[][] = [[]]
  for (const token of tokens.slice(verb.length)) {
    if (isMark(token, '(', ')', ',') || isWord(token, 'and')) parts.push([])
    else parts.at(-1)?.push(token)
  }
  let draft = page
  const said: string[] = []
  for (const part of parts.filter((words) => words.some((token) => isWord(token, 'with', 'by')))) {
    const at = part.findIndex((token) => isWord(token, 'with', 'by'))
    const [old, fresh] = [
      textOf(part.slice(0, at), source)?.text,
      textOf(cutScope(part.slice(at + 1), source, page).before, source)?.text,
    ]
    const outcome = old && fresh ? replaceWords(old, fresh, draft, [], true) : undefined
    if (outcome?.kind !== 'done') return outcome
    draft = openPage(page.context, outcome.draft.document)
    said.push(outcome.said)
  }
  return said.length > 1
    ? { kind: 'done', draft: { document: draft.document }, said: listed(said), focus: [] }
    : undefined
}

type Pair = { old: string; fresh: string; scope: Token[] | undefined; mustExist: boolean }

function pairOf(clause: Clause, page: Page): Pair | undefined {
  return everywhere(clause) ?? arrowPair(clause) ?? verbPair(clause, page) ?? contrast(clause, page)
}

/** "where it says A, say B", "every time it says A it should say B", "find A and put B there". */
function everywhere({ tokens, source }: Clause): Pair | undefined {
  const says = tokens.findIndex((token) => isWord(token, 'says', 'say', 'reads', 'mentions', 'find'))
  const opens =
    isWord(tokens[0], 'where', 'wherever', 'everywhere', 'every', 'whenever', 'find', 'anywhere', 'each') ||
    isWord(tokens[1], 'where', 'every', 'wherever')
  if (!opens || says === -1) return undefined
  const rest = tokens.slice(says + 1)
  const at = rest.findIndex(
    (token, index) =>
      index > 0 &&
      (isMark(token, ',', '→') ||
        isWord(
          token,
          'it',
          'should',
          'say',
          'put',
          'write',
          'make',
          'change',
          'replace',
          'and',
          'use',
          'we',
          'you',
          'to',
          'with',
        )),
  )
  if (at === -1) return undefined
  const tail = rest.slice(at)
  const start = tail.findIndex(
    (token) =>
      !isMark(token, ',', '→', ':') &&
      !isWord(
        token,
        'it',
        'should',
        'say',
        'put',
        'write',
        'make',
        'change',
        'replace',
        'and',
        'use',
        'to',
        'with',
        'be',
        'read',
        'there',
        'that',
        'instead',
        'now',
        'we',
        'you',
        'want',
        'please',
        'just',
        'must',
        'needs',
      ),
  )
  const old = textOf(rest.slice(0, at), source)
  const fresh = textOf(withoutThere(tail.slice(Math.max(0, start))), source)
  return old && fresh && start !== -1
    ? { old: old.text, fresh: fresh.text, scope: undefined, mustExist: true }
    : undefined
}

const withoutThere = (tokens: Token[]) =>
  tokens.filter(
    (token, index) =>
      !(index >= tokens.length - 2 && isWord(token, 'there', 'instead', 'in', 'its', 'place') && index > 0),
  )

/** "roof check → site check, everywhere". */
function arrowPair({ tokens, source }: Clause): Pair | undefined {
  const at = tokens.findIndex((token) => isMark(token, '→'))
  const end = tokens.findIndex((token) => isWord(token, 'everywhere', 'throughout'))
  if (at < 1 || end < at || verbAt(tokens, 0)) return undefined
  const [old, fresh] = [textOf(tokens.slice(0, at), source), textOf(tokens.slice(at + 1, end), source)]
  return old && fresh ? { old: old.text, fresh: fresh.text, scope: undefined, mustExist: true } : undefined
}

/** "replace A with B", "swap A for B", "change A to B" where A is words of the page. */
function verbPair({ tokens, source }: Clause, page: Page): Pair | undefined {
  const verb = verbAt(tokens, 0)
  const instead = insteadOf(tokens, source, verb?.length ?? 0)
  if (instead) return instead
  const declares = !verb && tokens[0]?.kind === 'quote'
  if (
    !declares &&
    !(verb?.classes.has('replace') || verb?.classes.has('rename') || verb?.classes.has('change'))
  )
    return undefined
  let body = tokens.slice(verb?.length ?? 0)
  if (isWord(body[0], 'out')) body = body.slice(1)
  const at = body.findIndex(
    (token, index) =>
      index > 0 &&
      (isWord(token, 'with', 'for', 'by', 'to', 'into') ||
        isMark(token, '→', '=') ||
        (declares && isWord(token, 'should', 'must'))),
  )
  if (at === -1) return undefined
  const { before, scope: first } = cutScope(body.slice(0, at), source, page)
  let after = body.slice(at + 1)
  while (isWord(after[0], 'be', 'say', 'read', 'now') || isMark(after[0], ':')) after = after.slice(1)
  const isOpen = after[0]?.kind === 'quote' && after.length > 1
  const tail = isOpen
    ? after
        .slice(1)
        .filter(
          (token) =>
            token.kind !== 'mark' &&
            !isWord(token, 'only', 'nowhere', 'else', 'just', 'everywhere', 'throughout', 'in', 'on'),
        )
    : []
  if (tail.length > 0 && !scopeOf(tail, page)) return undefined
  const { before: value, scope: second } = isOpen
    ? { before: after.slice(0, 1), scope: tail }
    : cutScope(after, source, page)
  const old = textOf(withoutAll(before), source)
  const fresh = textOf(value, source)
  if (!old || !fresh) return undefined
  const isLiteral =
    old.isQuoted ||
    before.some(({ kind }) => kind === 'number') ||
    /^[\p{P}\p{S}]+$/u.test(old.text) ||
    (occurs(old.text, page) &&
      (/^(?:replace|substitute|swap|exchange|switch|find|trade)/.test(verb?.phrase ?? '') ||
        resolve(before, page).kind === 'nothing') &&
      !isVerbNaming(before))
  if (!isLiteral) return undefined
  if (old.isQuoted && !fresh.isQuoted && value.length > 12) return undefined
  return {
    old: old.text,
    fresh: fresh.text,
    scope: [...first, ...second],
    mustExist: old.isQuoted && (verb?.classes.has('replace') ?? false),
  }
}

const isVerbNaming = (tokens: Token[]) =>
  tokens.length > 0 && determiners.has(tokens[0]?.norm ?? '') && tokens.length < 3

function withoutAll(tokens: Token[]): Token[] {
  const at = tokens.findIndex(
    (token) =>
      !isWord(
        token,
        'all',
        'every',
        'any',
        'the',
        'word',
        'words',
        'phrase',
        'instances',
        'instance',
        'occurrences',
        'occurrence',
        'mentions',
        'mention',
        'of',
        'each',
        'text',
        'number',
        'sentence',
        'term',
      ),
  )
  return at === -1 ||
    (at > 0 &&
      !tokens.some((token) =>
        isWord(
          token,
          'all',
          'every',
          'word',
          'words',
          'phrase',
          'instances',
          'occurrences',
          'mentions',
          'mention',
          'text',
          'number',
          'sentence',
          'term',
          'any',
          'each',
        ),
      ))
    ? tokens
    : tokens.slice(at)
}

/** "use refund instead of credit note", "say X rather than Y". */
function insteadOf(tokens: Token[], source: string, from: number): Pair | undefined {
  const at = tokens.findIndex(
    (token, index) =>
      (isWord(token, 'instead') && isWord(tokens[index + 1], 'of')) ||
      (isWord(token, 'rather') && isWord(tokens[index + 1], 'than')),
  )
  if (at < 1) return undefined
  const verb = tokens[0]
  if (!isWord(verb, 'say', 'use', 'write', 'put', 'call', 'have', 'it', 'name', 'make')) return undefined
  const lead = tokens
    .slice(from, at)
    .filter((token, index) => !(index < 3 && isWord(token, 'it', 'should', 'say', 'be', 'the', 'word')))
  const fresh = textOf(lead, source)
  const old = textOf(tokens.slice(at + 2), source)
  return fresh && old && lead.length <= 8 && (old.isQuoted || tokens.length - at < 9)
    ? { old: old.text, fresh: fresh.text, scope: undefined, mustExist: true }
    : undefined
}

/** "its 21 days not 14 days", "Starter supports 3 carriers now, not 2". */
function contrast({ tokens, source }: Clause, page: Page): Pair | undefined {
  const at = tokens.findLastIndex((token) => isWord(token, 'not'))
  if (at < 1 || at === tokens.length - 1) return undefined
  const oldTokens = tokens.slice(at + 1).filter((token) => !isWord(token, 'anymore', 'longer'))
  const old = textOf(oldTokens, source)
  if (!old || oldTokens.length > 8) return undefined
  let left = tokens.slice(0, at)
  while (
    left.length > 0 &&
    (isMark(left.at(-1), ',', '–', '.') || isWord(left.at(-1), 'now', 'and', 'but', 'actually'))
  )
    left = left.slice(0, -1)
  const size = oldTokens.filter(({ kind }) => kind !== 'mark').length
  const number =
    size === 1 && oldTokens[0]?.kind === 'number' ? left.findLastIndex(({ kind }) => kind === 'number') : -1
  const freshTokens = number !== -1 ? left.slice(number, number + 1) : left.slice(-size)
  const fresh = textOf(freshTokens, source)
  if (!fresh || !occurs(old.text, page)) return undefined
  const hint = left.filter((token) => !freshTokens.includes(token))
  return {
    old: old.text,
    fresh: fresh.text,
    scope: hint.filter(
      (token) =>
        !isWord(
          token,
          'its',
          'it',
          'is',
          'should',
          'be',
          'thats',
          'that',
          'say',
          'says',
          'now',
          'are',
          'was',
          'supports',
          'has',
          'have',
        ),
    ),
    mustExist: false,
  }
}

/** "… in the FAQ", "… everywhere", "… on the page": where to replace, taken off the end. */
function cutScope(tokens: Token[], source: string, page: Page): { before: Token[]; scope: Token[] } {
  const everywhereAt = tokens.findIndex(
    (token, index) =>
      index > 0 &&
      (isWord(token, 'everywhere', 'throughout') ||
        (isWord(token, 'across', 'on', 'over') &&
          isWord(tokens[index + 1], 'the', 'all', 'whole', 'this', 'entire') &&
          isWord(tokens.at(-1), 'page', 'site', 'copy', 'text', 'everywhere'))),
  )
  if (everywhereAt > 0) return { before: tokens.slice(0, everywhereAt), scope: [] }
  const [head, end] = [tokens[0], tokens.at(-1)]
  if (head && end && head.kind !== 'quote' && occurs(source.slice(head.start, end.end), page))
    return { before: tokens, scope: [] }
  for (let index = tokens.length - 2; index > 0; index--) {
    if (!isWord(tokens[index], 'in', 'on', 'of', 'from', 'inside', 'within')) continue
    const scope = tokens.slice(index + 1)
    if (scopeOf(scope, page)) return { before: tokens.slice(0, index), scope }
  }
  return { before: tokens, scope: [] }
}

/** Where words of a hint point to: a thing on the page, or the texts that share most words with it. */
function scopeOf(tokens: Token[], page: Page): Node[] | undefined {
  if (tokens.every(({ norm, kind }) => kind === 'mark' || functionWords.has(norm) || determiners.has(norm)))
    return []
  const found = resolve(tokens, page, {
    allowSeveral: true,
    fits: ({ kind }) => (kind === 'theme' || kind === 'meta' ? null : 0),
  })
  if (found.kind === 'found') return found.nodes
  const stems = tokens
    .filter(({ norm }) => !functionWords.has(norm) && !determiners.has(norm))
    .map(({ norm }) => stem(norm))
  const scored = page.nodes
    .filter(({ kind }) => kind === 'text')
    .map((node) => ({
      node,
      points: stems.filter(
        (word) =>
          node.textStems.has(word) || [...ancestors(node)].some((above) => above.labelStems.has(word)),
      ).length,
    }))
  const best = Math.max(0, ...scored.map(({ points }) => points))
  if (best < Math.min(2, stems.length) || best < stems.length / 2) return undefined
  return scored.filter(({ points }) => points === best).map(({ node }) => node)
}

function patternOf(text: string): RegExp {
  const escaped = text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/['’]/g, "['’]")
    .replace(/\s+/g, '\\s+')
  const edge = (sign: string | undefined) => !!(sign && /[\p{L}\p{N}]/u.test(sign))
  return new RegExp(
    `${edge(text[0]) ? '(?<![\\p{L}\\p{N}])' : ''}${escaped}${edge(text.at(-1)) ? '(?![\\p{L}\\p{N}])(?![.,]\\d)' : ''}`,
    'giu',
  )
}

function occurs(text: string, page: Page): boolean {
  const pattern = patternOf(text)
  return page.nodes.some(
    ({ kind, value }) => kind === 'text' && typeof value === 'string' && value.search(pattern) !== -1,
  )
}

export function replaceWords(
  old: string,
  fresh: string,
  page: Page,
  within: Node[],
  mustExist: boolean,
): Outcome | undefined {
  const pattern = patternOf(old)
  const inScope = (node: Node) =>
    within.length === 0 || within.some((above) => above === node || isBelow(node, above))
  const nodes = page.nodes.filter(
    (node) =>
      node.kind === 'text' &&
      typeof node.value === 'string' &&
      inScope(node) &&
      String(node.value).search(pattern) !== -1,
  )
  if (nodes.length === 0)
    return mustExist
      ? refused(`I found no ${quoted(old, 60)} on this page, so there was nothing to replace.`)
      : undefined
  let draft = draftOf(page)
  let count = 0
  for (const node of nodes) {
    const text = String(node.value).replace(pattern, (match) => {
      count++
      return /^\p{Lu}/u.test(match) && /^\p{Ll}/u.test(old) && /^\p{Ll}/u.test(fresh)
        ? fresh.replace(/^./u, (sign) => sign.toUpperCase())
        : fresh
    })
    draft = setNode(
      draft,
      node,
      fitted(text, { kind: stringKind(node.schema) ?? 'text', maxLength: node.schema.maxLength ?? 1000 }),
    )
  }
  const where =
    nodes.length <= 3 ? `in ${listed(nodes.map((node) => nameOf(node, page)))}` : `in ${count} places`
  return {
    kind: 'done',
    draft,
    said: `replaced ${quoted(old, 60)} with ${quoted(fresh, 60)} ${where}`,
    focus: nodes.map(({ key }) => key),
  }
}
