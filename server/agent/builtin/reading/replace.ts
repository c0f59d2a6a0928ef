import { listed, quoted } from '../../label.ts'
import { fitted } from '../../places.ts'
import { nameOf } from '../describe.ts'
import { draftOf, setNode } from '../edit.ts'
import { namingWords } from '../naming.ts'
import { ancestors, type Node, stemsOf, stringKind } from '../nodes.ts'
import { askWhich } from '../objects.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { Page } from '../page.ts'
import { isBelow, resolve } from '../targets.ts'
import { isMark, isWord, stem, type Token } from '../tokens.ts'
import { textOf } from '../values.ts'
import { determiners, fillers, functionWords } from '../words/plain.ts'
import { assignmentsOf, finished, type Given, readGiven } from './assign.ts'
import { connectiveAt } from './connectives.ts'
import { attempt, type Phrase, type Reading } from './reading.ts'
import { isAlike, shapeOf } from './shapes.ts'
import { contrastAt, purity, tailsOf, trim } from './tails.ts'

/** Words that stand on the page, those that take their place, and what else was said about where. */
type Pair = { old: Token[]; fresh: Token[]; hint: Token[]; cost: number; isLiteral: boolean }

const everywhere = new Set('everywhere throughout anywhere wherever'.split(' '))
const exchanging =
  /^(?:replace|substitute|swap|exchange|switch|swap out|switch out|trade|change|find|rename|update|correct|fix)$/

/** "B, not A", "replace A with B", "from A to B", "the 38% is 41% now": old words pick the target. */
export function readReplace(phrase: Phrase): Reading[] {
  const readings: Reading[] = []
  for (const pair of pairsOf(phrase)) {
    readings.push(
      ...attempt(() => {
        const made = replacePair(pair, phrase)
        return made ? [{ cost: pair.cost + made.cost, outcome: made.outcome }] : []
      }),
    )
  }
  return readings
}

function pairsOf({ body, verb, tokens, page }: Phrase): Pair[] {
  const pairs: Pair[] = []
  const said = verb?.phrase ?? ''
  if (
    said &&
    /^(?:add|insert|remove|delete|move|duplicate|undo|keep|highlight|feature|include|hide)$/.test(said)
  )
    return pairs
  const exchanges = exchanging.test(said)
  if (exchanges)
    for (let at = 1; at < Math.min(body.length - 1, 50); at++)
      if (isWord(body[at], 'with', 'for', 'by', 'to', 'into') || isMark(body[at], '→'))
        for (const { value, extra } of tailsOf(body.slice(at + 1), page).filter(({ old }) => !old))
          pairs.push({
            old: body.slice(0, at),
            fresh: value,
            hint: extra,
            cost: isWord(body[at], 'to', 'into') ? 0.9 : 0.3,
            isLiteral: true,
          })
  for (let at = 1; at < Math.min(body.length - 1, 40); at++) {
    const found = connectiveAt(body, at)
    if (
      !found ||
      (found.strength === 'weak' &&
        !verb &&
        !(isWord(body[at], 'to') && body.slice(0, at).some((token) => isWord(token, 'from'))))
    )
      continue
    if (isWord(body[at], 'on', 'at', 'as')) continue
    const target = body.slice(0, at)
    const isState = found.strength === 'state' && !verb
    if (!verb && target.some((token) => isMark(token, ',', '.') || isWord(token, 'and'))) continue
    for (const tail of tailsOf(body.slice(at + found.length), page)) {
      if (tail.old)
        pairs.push({ old: tail.old, fresh: tail.value, hint: target, cost: 0.2, isLiteral: false })
      else if (!exchanges && !(isState && !isFirm(tail.value)))
        for (const old of literalsIn(target, page, isMark(body[at], '→')))
          pairs.push({
            ...old,
            fresh: tail.value,
            hint: [...old.hint, ...tail.extra],
            cost: 0.5 + tail.cost,
            isLiteral: false,
          })
    }
    const from = target.findIndex((token) => isWord(token, 'from'))
    if (from > -1 && isWord(body[at], 'to') && at - from > 1)
      pairs.push({
        old: target.slice(from + 1),
        fresh: body.slice(at + found.length),
        hint: target.slice(0, from),
        cost: 0.2,
        isLiteral: true,
      })
  }
  for (let at = 1; at < Math.min(body.length - 1, 40); at++) {
    const length = contrastAt(body, at)
    if (length === undefined) continue
    const left = trim(body.slice(0, at))
    const old = trim(body.slice(at + length))
    // "use B instead of A"
    if (
      isWord(body[at], 'instead', 'rather') &&
      /^(?:use|say|write|put|have|call|make)$/.test(said) &&
      left.length <= 8
    )
      pairs.push({
        old,
        fresh: left.filter((token, index) => !(index < 3 && isWord(token, 'it', 'should', 'say', 'be'))),
        hint: [],
        cost: 0.4,
        isLiteral: true,
      })
    // "supports 3 carriers now, not 2"
    const isNumber = old.filter(({ kind }) => kind !== 'mark').length === 1 && old[0]?.kind === 'number'
    const number = isNumber ? left.findLastIndex(({ kind }) => kind === 'number') : -1
    if (number !== -1)
      pairs.push({
        old: old.slice(0, 1),
        fresh: left.slice(number, number + 1),
        hint: [...left.filter((_, index) => index !== number), ...old.slice(1)],
        cost: 0.6,
        isLiteral: false,
      })
    // "its 21 days not 14 days", "three sessions instead of two sessions"
    const size = old.length
    const lead = left.at(-size - 1)
    if (
      left.length >= size &&
      (!lead ||
        isWord(
          lead,
          'be',
          'is',
          'are',
          'to',
          'its',
          'now',
          'say',
          'use',
          'make',
          'need',
          'needs',
          'has',
          'have',
          'that',
          'it',
          'takes',
          'thats',
        ) ||
        size > 2)
    )
      pairs.push({ old, fresh: left.slice(-size), hint: left.slice(0, -size), cost: 0.8, isLiteral: false })
    // "with sixty days of notice, not thirty"
    const spelled =
      size === 1 && numberWord.test(old[0]?.norm ?? '')
        ? left.findLastIndex(({ norm }) => numberWord.test(norm))
        : -1
    if (spelled !== -1)
      pairs.push({
        old,
        fresh: left.slice(spelled, spelled + 1),
        hint: left.filter((_, index) => index !== spelled),
        cost: 0.6,
        isLiteral: false,
      })
  }
  const written = writtenPair(tokens)
  if (written) pairs.push(written)
  return pairs.filter(({ old, fresh }) => old.length > 0 && fresh.length > 0)
}

/** "where it says A, say B", "everywhere where is written A write B", "find A and put B there". */
function writtenPair(tokens: Token[]): Pair | undefined {
  const says = tokens.findIndex(
    (token, index) =>
      isWord(token, 'says', 'say', 'written', 'reads', 'writes', 'find', 'mentions', 'stands', 'wrote') &&
      index < 8,
  )
  if (
    says === -1 ||
    !tokens
      .slice(0, says + 1)
      .some((token) =>
        isWord(token, 'where', 'wherever', 'everywhere', 'every', 'whenever', 'find', 'anywhere'),
      )
  )
    return undefined
  const rest = tokens.slice(says + 1)
  const at = rest.findIndex(
    (token, index) =>
      index > 0 &&
      (isMark(token, ',', '→') ||
        isWord(
          token,
          'write',
          'put',
          'say',
          'use',
          'make',
          'should',
          'change',
          'replace',
          'it',
          'must',
          'and',
        )),
  )
  if (at === -1) return undefined
  const from = rest.findIndex(
    (token, index) =>
      index >= at &&
      token.kind !== 'mark' &&
      !isWord(
        token,
        'write',
        'put',
        'say',
        'use',
        'make',
        'should',
        'change',
        'replace',
        'it',
        'must',
        'be',
        'to',
        'with',
        'and',
        'read',
        'please',
        'that',
        'we',
        'want',
        'now',
        'just',
      ),
  )
  if (from === -1) return undefined
  const fresh = rest.slice(from)
  const isQuoted = fresh[0]?.kind === 'quote'
  const end = isQuoted ? 1 : fresh.findIndex((token) => isWord(token, 'there', 'instead', 'without'))
  return {
    old: rest.slice(0, at),
    fresh: end > 0 ? fresh.slice(0, end) : fresh,
    hint: [],
    cost: 0.3,
    isLiteral: true,
  }
}

const digits_: Record<string, string> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
}
const signs: [RegExp, string][] = [
  [/^(?:an? |the )?exclamation (?:mark|point)s?$/i, '!'],
  [/^(?:a |the )?question marks?$/i, '?'],
  [/^(?:a |the )?(?:full stops?|periods?)$/i, '.'],
  [/^(?:a |the )?commas?$/i, ','],
]
const signOf = (text: string) => signs.find(([pattern]) => pattern.test(text))?.[1]
const numberWord =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|dozen)$/

/** A statement changes the page only where its value can be told from talk. */
function isFirm(value: Token[]): boolean {
  return (
    (value.length === 1 && value[0]?.kind === 'quote') ||
    shapeOf(value.map(({ text }) => text).join(' ')) !== 'text'
  )
}

/** Spans of a phrase that stand on the page as they are: a figure with its unit, a quote, a whole text. */
function literalsIn(target: Token[], page: Page, isArrow: boolean): { old: Token[]; hint: Token[] }[] {
  const found: { old: Token[]; hint: Token[] }[] = []
  const body = target.filter((token) => token.kind !== 'mark')
  for (let start = 0; start < body.length; start++) {
    const first = body[start]
    if (first?.kind !== 'number' && first?.kind !== 'quote') continue
    for (let end = Math.min(body.length, start + 3); end > start; end--) {
      const old = body.slice(start, end)
      if (leavesWith(old.map(({ text }) => text).join(' '), page).length === 0) continue
      const hint = [...body.slice(0, start), ...body.slice(end)]
      // "the answer that starts with “…”" names a whole text by its words.
      if (
        first.kind === 'quote' &&
        hint.some(({ norm }) => namingWords.has(norm) && !/^words?$|^phrase$|^term$/.test(norm))
      )
        break
      found.push({ old, hint })
      break
    }
  }
  if (isArrow && body.length > 0 && body.length <= 8) {
    const words = body.slice(
      Math.max(
        0,
        body.findIndex(({ norm }) => !determiners.has(norm)),
      ),
    )
    const text = words.map(({ text }) => text).join(' ')
    if (words.length > 1 && leavesWith(text, page).length > 0) found.push({ old: words, hint: [] })
  }
  return found
}

/** The texts of a page that contain some words. */
export function leavesWith(text: string, page: Page): Node[] {
  const pattern = patternOf(text)
  return page.nodes.filter(
    ({ kind, value }) => kind === 'text' && typeof value === 'string' && value.search(pattern) !== -1,
  )
}

/** Finds words as whole words, in any case, with either kind of apostrophe. */
function patternOf(text: string): RegExp {
  const escaped = text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/['’]/g, "['’]")
    .replace(/\s+/g, '\\s+')
  const isEdge = (sign: string | undefined) => !!(sign && /[\p{L}\p{N}]/u.test(sign))
  return new RegExp(
    `${isEdge(text[0]) ? '(?<![\\p{L}\\p{N}])(?<!\\d[.,])' : ''}${escaped}${isEdge(text.at(-1)) ? '(?![\\p{L}\\p{N}])(?![.,]\\d)' : ''}`,
    'giu',
  )
}

function replacePair(
  { old, fresh, hint, isLiteral }: Pair,
  { page, source, scope, tokens }: Phrase,
): { cost: number; outcome: Outcome } | undefined {
  const said = textOf(withoutLead(old), source)
  const given = readGiven(fresh, source)
  if (!said || !given || said.text.length > 400) return undefined
  const isAll =
    tokens.some(({ norm }) => everywhere.has(norm)) ||
    hint.some((token) => isWord(token, 'all', 'every', 'page', 'copy'))
  const impure = purity(fresh, given, true)
  const oldShape = shapeOf(said.text)
  if (oldShape !== 'text' && !given.isQuoted && !isAlike(oldShape, given.shape)) return undefined
  if (
    !said.isQuoted &&
    !given.isQuoted &&
    given.tokens.length > 6 &&
    given.tokens.length > 3 * withoutLead(old).length
  )
    return undefined
  if (impure >= 5 || (given.text.toLowerCase() === said.text.toLowerCase() && given.text === said.text))
    return undefined
  let text = signOf(said.text) ?? said.text.replace(/[.,]$/, '')
  const sign = signOf(given.text)
  if (sign) Object.assign(given, { text: sign, isQuoted: true })
  let leaves = leavesWith(text, page)
  const digits = /^(?:the )?(\d+)(?:st|nd|rd|th)$/.exec(text)?.[1]
  if (leaves.length === 0 && digits) {
    text = digits
    leaves = leavesWith(digits, page)
  }
  const spelled =
    leaves.length === 0 ? text.replace(/\b\p{L}+\b/gu, (word) => digits_[word.toLowerCase()] ?? word) : text
  if (spelled !== text && leavesWith(spelled, page).length > 0) {
    text = spelled
    leaves = leavesWith(text, page)
    given.text = given.text.replace(/\b\p{L}+\b/gu, (word) => digits_[word.toLowerCase()] ?? word)
    given.shape = shapeOf(given.text)
  }
  if (scope) leaves = leaves.filter((leaf) => leaf === scope || isBelow(leaf, scope))
  const isName =
    leaves.length > 2 && hint.some((token) => isWord(token, 'name', 'brand', 'company', 'called'))
  const words = isName ? [] : contentOf(hint.filter((token) => !everywhere.has(token.norm)))
  let cost = impure
  if (leaves.length === 0)
    return isLiteral && said.isQuoted && old.length <= 2
      ? {
          cost: cost + 2,
          outcome: refused(`I found no ${quoted(text, 60)} on this page, so there was nothing to replace.`),
        }
      : undefined
  if (words.length > 0) {
    const named = narrow(hint, leaves, page)
    if (named) leaves = named
    else {
      const scored = leaves.map((leaf) => ({
        leaf,
        missing: words.filter((word) => !explains(leaf, word)).length,
      }))
      const least = Math.min(...scored.map(({ missing }) => missing))
      if (least >= words.length || least > 2) return undefined
      cost += least * 0.9
      leaves = scored.filter(({ missing }) => missing === least).map(({ leaf }) => leaf)
    }
  }
  const isNumber = /^\D?\d/.test(text)
  const whole = leaves.filter(
    ({ value }) => String(value).trim().toLowerCase().replace(/[.]$/, '') === text.toLowerCase(),
  )
  if (whole.length === 1 && leaves.length > 1 && !isAll && !isLiteral) leaves = whole
  if (leaves.length > 1 && page.focus.length > 0) {
    const near = leaves.filter((leaf) =>
      page.focus.some((node) => node === leaf || isBelow(leaf, node) || node.block === leaf.block),
    )
    if (near.length > 0 && !isAll && page.selected) leaves = near
  }
  const isProse = !isNumber && (said.isQuoted || isLiteral || tokens.length < 12)
  if (leaves.length > 1 && !isAll && !isProse && isLiteral && !said.isQuoted && words.length === 0) cost += 0
  if (
    leaves.length > 1 &&
    !isAll &&
    !isLiteral &&
    !(words.length === 0 && (isProse || withoutLead(old).length > 1))
  )
    return { cost: cost + 2, outcome: askWhich(leaves, page, (name) => `change ${name} to "${given.text}"`) }
  if (
    isLiteral &&
    !said.isQuoted &&
    !isNumber &&
    !/\p{Lu}/u.test(text) &&
    words.length === 0 &&
    namesSomething(withoutLead(old), page)
  )
    return undefined
  let draft = draftOf(page)
  for (const leaf of leaves) draft = setNode(draft, leaf, newValue(leaf, text, given))
  const where =
    leaves.length <= 3
      ? `in ${listed(leaves.map((leaf) => nameOf(leaf, page)))}`
      : `in ${leaves.length} places`
  return {
    cost,
    outcome: {
      kind: 'done',
      draft,
      said: `replaced ${quoted(text, 60)} with ${quoted(given.text, 60)} ${where}`,
      focus: leaves.map(({ key }) => key),
    },
  }
}

/** "replace the headline with X" names a thing; its words only happen to stand on the page. */
function namesSomething(tokens: Token[], page: Page): boolean {
  const words = tokens.map(({ norm }) => norm).join(' ')
  return page.nodes.some(({ names }) => names.has(words))
}

function withoutLead(tokens: Token[]): Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      !(
        isWord(
          token,
          'the',
          'all',
          'every',
          'word',
          'words',
          'phrase',
          'of',
          'a',
          'term',
          'text',
          'from',
          'occurrences',
          'mentions',
        ) &&
        index < 5 &&
        tokens.length > index + 1
      ),
  )
  const rest = trim(tokens.slice(Math.max(0, at)))
  return rest.length > 0 ? rest : tokens
}

/** What a text becomes with some of its words replaced. */
export function newValue(leaf: Node, old: string, given: Given): unknown {
  const value = String(leaf.value)
  const shape = shapeOf(value)
  const isWhole = value.trim().toLowerCase().replace(/[.]$/, '') === old.toLowerCase()
  if (isWhole || (shape !== 'text' && isAlike(shape, given.shape))) {
    const made = assignmentsOf(leaf, given)[0]
    if (made) return finished(leaf, made.value)
  }
  const isCount = /^\d[\d.,]*$/.test(old) || digits_[old.toLowerCase()] !== undefined
  const pattern = patternOf(old)
  const next = value.replace(pattern, (match, ...rest) => {
    const offset = rest.find((each): each is number => typeof each === 'number') ?? 0
    const after = value.slice(offset + match.length)
    const fresh = isCount
      ? withoutRepeat(given.text, after)
      : given.text.replace(/[.]$/, (dot) => (/[.]$/.test(match) || given.isQuoted ? dot : ''))
    const isStart =
      /^\p{Lu}/u.test(match) &&
      /^\p{Ll}/u.test(fresh) &&
      (offset === 0 || /[.!?]\s+$/.test(value.slice(0, offset)) || /^\p{Ll}/u.test(old))
    return isStart ? fresh.replace(/^./u, (sign) => sign.toUpperCase()) : fresh
  })
  return fitted(next.replace(/\.\.$/, '.'), {
    kind: stringKind(leaf.schema) ?? 'text',
    maxLength: leaf.schema.maxLength ?? 1000,
  })
}

/** "three days early" for "two" in "two days early": what stands there already is not said again. */
function withoutRepeat(words: string, after: string): string {
  const list = words.split(/\s+/)
  for (let count = Math.min(4, list.length - 1); count > 0; count--)
    if (after.trimStart().toLowerCase().startsWith(list.slice(-count).join(' ').toLowerCase()))
      return list.slice(0, -count).join(' ')
  return words
}

/** The leaves that belong to what the hint names. */
function narrow(hint: Token[], leaves: Node[], page: Page): Node[] | undefined {
  const found = resolve(hint, page, {
    fits: (node) => (leaves.some((leaf) => leaf === node || isBelow(leaf, node)) ? 1 : null),
    allowSeveral: true,
  })
  if (found.kind !== 'found') return undefined
  const inside = leaves.filter((leaf) => found.nodes.some((node) => node === leaf || isBelow(leaf, node)))
  return inside.length > 0 ? inside : undefined
}

const statement = new Set(
  'over under above below count figure amount it its is are was be we they you i our that this there now number count says say should must need needs take takes have has get got say reads text line word words section page change make please currently anymore actually'.split(
    ' ',
  ),
)

function contentOf(tokens: Token[]): string[] {
  return tokens
    .filter(
      ({ kind, norm }) =>
        kind !== 'mark' &&
        !statement.has(norm) &&
        !determiners.has(norm) &&
        !functionWords.has(norm) &&
        !fillers.has(norm),
    )
    .flatMap(({ norm, kind }) => (kind === 'quote' ? [...stemsOf(norm)] : [stem(norm)]))
}

function explains(leaf: Node, word: string): boolean {
  return [leaf, ...ancestors(leaf)].some(
    ({ names, labelStems, textStems, kind }) =>
      labelStems.has(word) ||
      (kind !== 'block' && textStems.has(word)) ||
      [...names.keys()].some((name) => name.split(' ').some((part) => stem(part) === word)),
  )
}
