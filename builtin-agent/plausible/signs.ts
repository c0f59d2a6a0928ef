import type { Document } from '../../document/index.ts'
import { nameWordsOf, singular } from '../nodeNames.ts'
import { type Node, withAncestors } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { stem, wordsOf } from '../tokens.ts'
import { classesOf } from '../verbs.ts'
import { fillers, numbers } from '../words/plain.ts'
import { changesOf, type EditChange, kinds } from './changes.ts'
import { contentWords, findWords, isIdle, markExplained, readWords, type SaidWord, share } from './said.ts'
import { least, most, type Signs } from './tally.ts'
import { addText, articles } from './textSigns.ts'

/** The features of an edit in relation to its message: which words it explains, and how new texts suit their properties. */
export function signsOf(message: string, page: OpenPage, after: Document): Signs {
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

function addMessage(signs: Signs, message: string, said: SaidWord[]) {
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

function addContext(signs: Signs, said: string, page: OpenPage, changes: EditChange[]) {
  const { message, conversation } = page.context
  signs['context.selected'] = Number(page.selected !== undefined)
  // A follow-up that was completed contains everything that matters.
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

/** One name for the kinds of operations and changes that do the same. */
const actOf = (name: string) =>
  /^(?:remove|clear|hide)/.test(name)
    ? 'remove'
    : (/^(?:add|move|setTheme)/.exec(name)?.[0] ??
      (name === 'show' ? 'add' : /^order/.test(name) ? 'move' : 'set'))

function addOther(signs: Signs, change: EditChange, said: SaidWord[]) {
  const { kind, node, texts, old, now } = change
  const stems = new Set(said.map(({ stem }) => stem))
  if (/^(?:remove|clear|hide)/.test(kind)) {
    const all = contentWords([...texts, old].flatMap(wordsOf)).map(stem)
    most(signs, 'removed.words', Math.log(1 + all.length))
    least(signs, 'removed.label', share(contentWords(wordsOf(node?.label ?? '')).map(stem), stems))
    most(signs, 'removed.said', Number(all.some((word) => stems.has(word))))
  }
  if (kind.startsWith('add')) {
    const made = contentWords(texts.flatMap(wordsOf)).map(stem)
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
  for (const text of [...texts, old]) markExplained(said, text, kind.startsWith('add') ? 'value' : 'old')
}

/** Whether the message names the changed node, and how many other nodes it could refer to. */
function addNames(signs: Signs, { node }: EditChange, page: OpenPage, said: SaidWord[]) {
  if (!node) return
  const path = withAncestors(node)
  const text = ` ${said.map(({ word }) => singular(word)).join(' ')} `
  const namesSaid = ({ names }: Node) => [...names.keys()].filter((name) => text.includes(` ${name} `))
  least(signs, 'named.own', Number(namesSaid(node).length > 0))
  least(signs, 'named.above', Number(path.slice(1).some((each) => namesSaid(each).length > 0)))
  const other = new Set(said.filter(({ by }) => by !== 'value').map(({ stem }) => stem))
  const labelShare = (of: Node | undefined) => share(contentWords(wordsOf(of?.label ?? '')).map(stem), other)
  const item = path.find(({ isItem }) => isItem)
  least(signs, 'named.item', item ? labelShare(item) : -1)
  least(signs, 'named.block', labelShare(path.at(-1)))
  const alike = page.nodes.filter(
    ({ prop, kind, value }) => prop === node.prop && kind === node.kind && value !== undefined,
  )
  most(signs, 'named.alike', Math.log(1 + alike.length))
  for (const each of path) {
    markExplained(said, each.label, 'name')
    for (const name of namesSaid(each)) markExplained(said, name, 'name', singular)
  }
}

const counting =
  /^(?:both|all|every|each|two|three|only|not|except|same|also|too|first|second|last|other|instead|and|it|that|them|one)$/

/** Words of the message that have no relation to the edit. */
function addUnexplained(signs: Signs, page: OpenPage, said: SaidWord[]) {
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

/** The names of nodes on a page, and the stems of their labels. */
type Called = { names: Set<string>; labels: Set<string> }
const called = new WeakMap<Node[], Called>()
function calledOn({ nodes }: OpenPage): Called {
  const known = called.get(nodes)
  if (known) return known
  const found: Called = { names: new Set(), labels: new Set() }
  const there = nodes.filter(({ value }) => value !== undefined)
  for (const [node] of Map.groupBy(there, ({ names }) => names).values())
    for (const word of nameWordsOf(node as Node)) found.names.add(word)
  for (const { isItem, kind, label } of there)
    if (isItem || kind === 'block')
      for (const word of contentWords(wordsOf(label))) found.labels.add(stem(word))
  called.set(nodes, found)
  return found
}
