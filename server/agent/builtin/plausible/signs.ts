import type { Document } from '../../../documents/schema.ts'
import { ancestors, type Node, nameWordsOf, singular } from '../nodes.ts'
import type { Page } from '../page.ts'
import { isPlain } from '../roles/clarity.ts'
import { vectorOf } from '../roles/network.ts'
import { stem, type Token, tokenise, wordsOf } from '../tokens.ts'
import { classesOf } from '../verbs.ts'
import { fillers, numbers } from '../words/plain.ts'
import { type Change, changesOf, kinds } from './changes.ts'

/** What speaks for or against an edit, by name. A sign that is missing had nothing to say. */
export type Signs = Record<string, number>

/** A word of the message, with what of the edit it is explained by. */
type Said = {
  text: string
  word: string
  stem: string
  start: number
  end: number
  isQuoted: boolean
  isNumber: boolean
  by?: 'value' | 'old' | 'name'
}

/** What an edit looks like beside the message that asked for it: which words it explains, and how new texts suit their place. */
export function signsOf(message: string, page: Page, after: Document): Signs {
  const changes = changesOf(page, after)
  const said = readWords(message)
  const signs: Signs = {}
  addMessage(signs, message, said)
  addContext(signs, message, page, changes)
  for (const change of changes) {
    if (change.kind === 'setText' || change.kind === 'fillText') addText(signs, change, message, said)
    else addOther(signs, change, said)
    addNames(signs, change, page, said)
  }
  addUnexplained(signs, page, said)
  return signs
}

function readWords(message: string): Said[] {
  const flat = tokenise(message).flatMap((token): (Token & { isQuoted?: true })[] =>
    token.kind === 'quote'
      ? tokenise(token.text).map((inner) => ({
          ...inner,
          start: inner.start + token.start + 1,
          end: inner.end + token.start + 1,
          isQuoted: true,
        }))
      : [token],
  )
  return flat
    .filter(({ kind }) => kind !== 'mark')
    .map(({ kind, text, norm, start, end, isQuoted = false }) => {
      const word = kind === 'word' ? norm : norm.replace(/^[$€£]\s?/, '')
      return { text, word, stem: stem(word), start, end, isQuoted, isNumber: kind === 'number' }
    })
}

const isIdle = (word: string) => isPlain(word) || fillers.has(word)
const contentOf = (words: readonly string[]) => words.filter((word) => !isIdle(word))
const most = (signs: Signs, name: string, value: number) => {
  if (!Number.isNaN(value)) signs[name] = Math.max(signs[name] ?? value, value)
}
const least = (signs: Signs, name: string, value: number) => {
  if (!Number.isNaN(value)) signs[name] = Math.min(signs[name] ?? value, value)
}
/** What part of some words is among others. */
const share = (words: string[], of: Set<string>) =>
  words.length === 0 ? Number.NaN : words.filter((word) => of.has(word)).length / words.length

const ways: Record<string, RegExp> = {
  question: /\?\s*$/,
  asks: /^\s*(?:what|which|who|why|how|when|where|is|are|does|do|should|shall)\b/,
  negation: /\b(?:not|no|never|isn['’]?t|don['’]?t|doesn['’]?t|aren['’]?t|without|won['’]?t|nothing|none)\b/,
  exception: /\b(?:keep|leave|stay|stays|except|only|but|rest|other|others)\b/,
  joined: /\b(?:and|plus|then|also)\b|[,;&]/,
  quotes: /["“”«»]|\s'/,
  colon: /:/,
  several: /\b(?:too|also|both|all|every|each|everywhere|same|twice|two places)\b/,
  pronoun: /\b(?:it|that|this|one|them|they|those|these|his|her|hers|its|ones)\b/,
  hedge: /\b(?:maybe|think|wonder|should we|would it|could be|perhaps|might|guess|probably|if)\b/,
  praise: /\b(?:love|great|nice|like|good|perfect|looks|fine|btw|cool)\b/,
  reason: /\b(?:now|anymore|any more|longer|currently|since|because|so that)\b/,
  contrast: /\b(?:instead|rather|not|than)\b/,
  rank: /\b(?:first|second|third|last|top|bottom|middle)\b/,
  length: /\b(?:short|shorter|words|max|trim|cut|longer|brief)\b/,
  spelling: /\b(?:typo|spell|spelled|spelt|spelling|misspelled)\b/,
}

function addMessage(signs: Signs, message: string, said: Said[]) {
  const text = message.toLowerCase()
  for (const [name, way] of Object.entries(ways)) signs[`message.${name}`] = Number(way.test(text))
  signs['message.words'] = Math.log(1 + said.length)
  signs['message.sentences'] = (message.match(/[.!?](?:\s|$)/g) ?? []).length
  signs['message.figures'] = (message.match(/\d+/g) ?? []).length
  const verbs = said.filter(({ word }) => classesOf(word).length > 0)
  signs['message.verbs'] = verbs.length
  const first = said.find(({ word }) => !fillers.has(word))
  signs['message.verbFirst'] = Number(first !== undefined && verbs.includes(first))
}

function addContext(signs: Signs, said: string, page: Page, changes: Change[]) {
  const { message, conversation } = page.context
  signs['context.selected'] = Number(page.selected !== undefined)
  // A follow-up that was put in full says all there is to it.
  const isFollowUp = conversation.length > 0 && message === said
  signs['context.followUp'] = Number(isFollowUp)
  const last = conversation.findLast(({ operations = [] }) => operations.length > 0)?.operations
  if (isFollowUp && last) {
    const acts = new Set(last.map(({ type }) => actOf(type)))
    const blocks = new Set(last.map((operation) => ('blockId' in operation ? operation.blockId : '')))
    signs['context.sameAct'] = Number(changes.every(({ kind }) => acts.has(actOf(kind))))
    signs['context.sameBlock'] = Number(changes.every(({ node }) => blocks.has(node?.block?.id ?? '-')))
  }
  signs['changes.count'] = Math.min(changes.length, 8)
  signs['changes.blocks'] = new Set(changes.map(({ node }) => node?.block?.id)).size
  for (const kind of kinds)
    signs[`changes.${kind}`] = Math.min(4, changes.filter((change) => change.kind === kind).length)
}

/** What an operation or a change does, in one word for both. */
const actOf = (name: string) =>
  /^(?:remove|clear|hide)/.test(name)
    ? 'remove'
    : (/^(?:add|move|setTheme)/.exec(name)?.[0] ??
      (name === 'show' ? 'add' : /^order/.test(name) ? 'move' : 'set'))

const articles = /^(?:a|an|the|our|my|one|this|that)\b/i
const joints =
  /^(?:to|for|of|at|in|on|with|by|from|and|or|not|is|are|now|as|but|only|just|keep|should|like)\b/i
const cutOff =
  /\b(?:to|for|of|at|in|on|with|by|from|and|or|not|is|are|as|but|only|please|instead|too|also|btw|pls|there|here|everywhere|again|now|then)[.!]?$/i
const instructing = new Set(
  'please pls instead btw delete remove change rename replace section button headline should keep it them one same note heading field accent spelled word words'.split(
    ' ',
  ),
)
/** The props whose texts have a form of their own. */
const props =
  'headline heading title name label role quote question answer body value when price note caption description intro eyebrow alt subheadline period'.split(
    ' ',
  )

function addText(signs: Signs, { node, old, now }: Change, message: string, said: Said[]) {
  const [had, has] = [wordsOf(old), wordsOf(now)]
  let start = 0
  while (start < had.length && start < has.length && had[start] === has[start]) start++
  let end = 0
  while (end < had.length - start && end < has.length - start && had.at(-1 - end) === has.at(-1 - end)) end++
  const came = has.slice(start, has.length - end)
  const went = had.slice(start, had.length - end)
  most(signs, 'text.kept', had.length ? (start + end) / had.length : 0)
  least(signs, 'text.keptLeast', had.length ? (start + end) / Math.max(had.length, has.length) : 0)
  most(signs, 'text.oldWords', Math.log(1 + had.length))
  most(signs, 'text.newWords', Math.log(1 + has.length))
  const growth = Math.log((1 + has.length) / (1 + had.length))
  most(signs, 'text.growth', Math.abs(growth))
  least(signs, 'text.growthLeast', growth)
  most(signs, 'text.came', came.length)
  most(signs, 'text.went', went.length)
  least(signs, 'text.common', has.length ? has.filter((word) => had.includes(word)).length / has.length : 0)
  least(signs, 'text.alike', likeness(had, has))
  least(signs, 'text.alikePart', likeness(went, came))
  const turned = (name: string, shape: RegExp) => {
    const [was, is] = [shape.test(old), shape.test(now)]
    most(signs, `text.${name}Lost`, Number(was && !is))
    most(signs, `text.${name}Came`, Number(old !== '' && !was && is))
  }
  turned('figure', /\d/)
  turned('capital', /^\p{Lu}/u)
  turned('stop', /[.!?]$/)
  turned('mark', /[,;:.!?–]\s/)
  turned('article', articles)
  turned('joint', joints)
  turned('cut', cutOff)
  turned('at', / at /)
  most(signs, 'text.sentences', (now.match(/[.!?]\s/g) ?? []).length)
  most(signs, 'text.instructing', came.filter((word) => instructing.has(word) && !had.includes(word)).length)
  most(signs, 'text.verb', Number(came.some((word) => classesOf(word).length > 0 && !had.includes(word))))
  const own = /^\d+$/.test(node?.prop ?? '')
    ? node?.parent?.prop === 'cells'
      ? 'cell'
      : 'point'
    : node?.prop
  for (const prop of [...props, 'cell', 'point']) most(signs, `prop.${prop}`, Number(prop === own))
  most(signs, 'prop.meta', Number(node?.kind === 'meta'))
  addValue(signs, came, now, message, said)
  const other = new Set(said.filter(({ by }) => by !== 'value').map(({ stem }) => stem))
  const named = share(contentOf(went).map(stem), other)
  most(signs, 'old.named', named)
  least(signs, 'old.namedLeast', named)
  const figures = old.match(/\d+(?:[.,]\d+)*/g) ?? []
  most(signs, 'old.figure', Number(figures.some((each) => !now.includes(each) && message.includes(each))))
  explain(said, old, 'old')
  explain(said, now, 'value')
}

const leads: Record<string, RegExp> = {
  to: /^(?:to|into|→|>)$/,
  colon: /^[:=–-]$/,
  is: /^(?:is|are|was|its|be)$/,
  says: /^(?:say|says|read|reads|saying|called|named|becomes?|as|call)$/,
  with: /^(?:with|by|use|using|write|put|add)$/,
  now: /^(?:now|just|only)$/,
  article: /^(?:a|an|the|our|my|this|that|one)$/,
  not: /^(?:not|no|never|without)$/,
}
const follows: Record<string, RegExp> = {
  and: /^(?:and|plus|then|or)$/,
  not: /^(?:not|instead|rather|no)$/,
  filler: /^(?:please|pls|now|too|thanks|also|again|there|here|everywhere)$/,
  joint: /^(?:in|on|at|for|to|from|of|as|under|above|below|with|by|because|since|so|but)$/,
}

/** Where in the message the new words stand, and what is before and after them. */
function addValue(signs: Signs, came: readonly string[], now: string, message: string, said: Said[]) {
  if (came.length === 0) return
  const stems = new Set(said.flatMap(({ word, stem }) => [word, stem]))
  least(
    signs,
    'value.said',
    came.filter((word) => stems.has(word) || stems.has(stem(word))).length / came.length,
  )
  const span = findWords(said, came) ?? findWords(said, wordsOf(now))
  most(signs, 'value.absent', Number(span === undefined))
  if (!span) return
  for (const each of span) each.by = 'value'
  const [first, last] = [span[0] as Said, span.at(-1) as Said]
  const before = message.slice(0, first.start).trimEnd()
  const after = message.slice(last.end)
  const sign = /[^\p{L}\p{N}]$/u.exec(before)?.[0] ?? ''
  const lead = /[,.;!?]/.test(sign)
    ? ','
    : /[:=→>"“”'«–-]/.test(sign)
      ? sign
      : (wordsOf(before.slice(-40)).at(-1) ?? '')
  most(signs, 'value.first', Number(before === ''))
  most(signs, 'value.quoted', Number(first.isQuoted))
  for (const [name, way] of Object.entries(leads)) most(signs, `lead.${name}`, Number(way.test(lead)))
  most(signs, 'lead.comma', Number(lead === ','))
  most(signs, 'lead.verb', Number(classesOf(lead).length > 0))
  const isOther = lead !== '' && !/["“”'«,]/.test(lead) && !Object.values(leads).some((way) => way.test(lead))
  most(signs, 'lead.other', Number(isOther))
  const isMarked = /^["”'’»)]?\s*[,.;!?\n(–-]/.test(after)
  const next = wordsOf(after.slice(0, 40))[0] ?? ''
  most(signs, 'value.last', Number(/^[\s"”'’.!»)]*$/.test(after)))
  most(signs, 'value.beforeMark', Number(isMarked))
  for (const [name, way] of Object.entries(follows)) most(signs, `next.${name}`, Number(way.test(next)))
  const isOpen = next !== '' && !isMarked && !Object.values(follows).some((way) => way.test(next))
  most(signs, 'next.other', Number(isOpen))
}

function addOther(signs: Signs, change: Change, said: Said[]) {
  const { kind, node, texts, old, now } = change
  const stems = new Set(said.map(({ stem }) => stem))
  if (/^(?:remove|clear|hide)/.test(kind)) {
    const all = contentOf([...texts, old].flatMap(wordsOf)).map(stem)
    most(signs, 'removed.words', Math.log(1 + all.length))
    least(signs, 'removed.label', share(contentOf(wordsOf(node?.label ?? '')).map(stem), stems))
    most(signs, 'removed.said', Number(all.some((word) => stems.has(word))))
  }
  if (kind.startsWith('add')) {
    const made = contentOf(texts.flatMap(wordsOf)).map(stem)
    least(signs, 'added.said', share(made, stems))
    most(signs, 'added.words', Math.log(1 + made.length))
    most(signs, 'added.texts', texts.length)
    least(signs, 'added.textsLeast', texts.length)
    most(signs, 'added.article', Number(texts.some((text) => articles.test(text))))
    most(
      signs,
      'added.instructing',
      Number(
        texts.some((text) =>
          /\b(?:required|optional|called|field|button|section|please|saying|with|option)\b/i.test(text),
        ),
      ),
    )
    for (const text of texts) {
      const span = findWords(said, wordsOf(text))
      least(signs, 'added.whole', Number(span !== undefined))
      for (const each of span ?? []) each.by = 'value'
    }
  }
  if (kind === 'setLink') {
    const address = now.toLowerCase().replace(/^(?:https?:\/\/|mailto:|tel:)/, '')
    least(signs, 'link.said', Number(said.some(({ text }) => text.toLowerCase().includes(address))))
  }
  for (const text of [...texts, old]) explain(said, text, kind.startsWith('add') ? 'value' : 'old')
}

/** Whether the message names what was changed, and how much there is that it could mean as well. */
function addNames(signs: Signs, { node }: Change, page: Page, said: Said[]) {
  if (!node) return
  const path = [node, ...ancestors(node)]
  const text = ` ${said.map(({ word }) => singular(word)).join(' ')} `
  const namesSaid = ({ names }: Node) => [...names.keys()].filter((name) => text.includes(` ${name} `))
  least(signs, 'named.own', Number(namesSaid(node).length > 0))
  least(signs, 'named.above', Number(path.slice(1).some((each) => namesSaid(each).length > 0)))
  const other = new Set(said.filter(({ by }) => by !== 'value').map(({ stem }) => stem))
  const labelShare = (of: Node | undefined) => share(contentOf(wordsOf(of?.label ?? '')).map(stem), other)
  const item = path.find(({ isItem }) => isItem)
  least(signs, 'named.item', item ? labelShare(item) : -1)
  least(signs, 'named.block', labelShare(path.at(-1)))
  const alike = page.nodes.filter(
    ({ prop, kind, value }) => prop === node.prop && kind === node.kind && value !== undefined,
  )
  most(signs, 'named.alike', Math.log(1 + alike.length))
  for (const each of path) {
    explain(said, each.label, 'name')
    for (const name of namesSaid(each)) explain(said, name, 'name', singular)
  }
}

const counting =
  /^(?:both|all|every|each|two|three|only|not|except|same|also|too|first|second|last|other|instead|and|it|that|them|one)$/

/** Words of the message that nothing of the edit has to do with. */
function addUnexplained(signs: Signs, page: Page, said: Said[]) {
  const total = Math.max(1, said.length)
  const rest = said.filter(({ by, word, isNumber }) => !by && word.length > 1 && (isNumber || !isIdle(word)))
  signs['unexplained.count'] = rest.length
  signs['unexplained.share'] = rest.length / total
  signs['unexplained.capitals'] = rest.filter(({ text, start }) => start > 0 && /^\p{Lu}/u.test(text)).length
  signs['unexplained.numbers'] = rest.filter(
    ({ isNumber, word }) => isNumber || Object.hasOwn(numbers, word),
  ).length
  signs['unexplained.quoted'] = rest.filter(({ isQuoted }) => isQuoted).length
  const { names, labels } = calledOn(page)
  signs['unexplained.names'] = rest.filter(({ word }) => names.has(singular(word))).length
  signs['unexplained.labels'] = rest.filter(({ stem }) => labels.has(stem)).length
  signs['unexplained.counting'] = said.filter(({ by, word }) => !by && counting.test(word)).length
  for (const by of ['value', 'old', 'name'] as const)
    signs[`explained.${by}`] = said.filter((each) => each.by === by).length / total
}

/** The words that what is there on a page goes by, and the stems of those in titles. */
type Called = { names: Set<string>; labels: Set<string> }
const called = new WeakMap<Node[], Called>()
function calledOn({ nodes }: Page): Called {
  const known = called.get(nodes)
  if (known) return known
  const found: Called = { names: new Set(), labels: new Set() }
  for (const node of nodes) {
    if (node.value === undefined) continue
    for (const word of nameWordsOf(node)) found.names.add(word)
    if (!node.isItem && node.kind !== 'block') continue
    for (const word of contentOf(wordsOf(node.label))) found.labels.add(stem(word))
  }
  called.set(nodes, found)
  return found
}

/** Marks the words of the message that a text has too. */
function explain(said: Said[], text: string, by: NonNullable<Said['by']>, form = (word: string) => word) {
  const stems = new Set(wordsOf(text).map((word) => stem(form(word))))
  if (stems.size > 0) for (const each of said) if (!each.by && stems.has(stem(form(each.word)))) each.by = by
}

/** The words of the message that are the given ones in a row, the last time they are. */
function findWords(said: Said[], words: readonly string[]): Said[] | undefined {
  if (words.length === 0) return undefined
  const flat = said.flatMap((each) => wordsOf(each.text).map((word) => ({ word, each })))
  for (let at = flat.length - words.length; at >= 0; at--)
    if (words.every((word, place) => flat[at + place]?.word === word))
      return flat.slice(at, at + words.length).map(({ each }) => each)
  return undefined
}

/** How near two texts are by what their words mean: the cosine of their vectors. */
function likeness(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [meaning(one), meaning(other)]
  if (!a || !b) return Number.NaN
  let [product, ofA, ofB] = [0, 0, 0]
  for (const [at, value] of a.entries()) {
    const beside = b[at] as number
    product += value * beside
    ofA += value * value
    ofB += beside * beside
  }
  return product / Math.sqrt(ofA * ofB || 1)
}

/** The words of the network are all there are, so this stays small. */
const lengths = new Map<string, number>()
function lengthOf(word: string, vector: Float32Array): number {
  const known = lengths.get(word)
  if (known !== undefined) return known
  const length = Math.hypot(...vector) || 1
  lengths.set(word, length)
  return length
}

function meaning(words: readonly string[]): Float32Array | undefined {
  let sum: Float32Array | undefined
  for (const word of words) {
    const vector = isPlain(word) ? undefined : vectorOf(word)
    if (!vector) continue
    sum ??= new Float32Array(vector.length)
    const length = lengthOf(word, vector)
    for (const [at, value] of vector.entries()) sum[at] = (sum[at] as number) + value / length
  }
  return sum
}
