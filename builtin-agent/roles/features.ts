import { blockTypes } from '../../document/index.ts'
import { namingWords } from '../naming.ts'
import { singular } from '../nodeNames.ts'
import type { OpenPage } from '../page.ts'
import { isAllKnown } from '../targets/candidates.ts'
import { resolve } from '../targets/resolve.ts'
import { namesIn, stem, type Token, wordsOf } from '../tokens.ts'
import { classesOf } from '../verbs.ts'
import { colors, fontWords } from '../words/looks.ts'
import {
  blockNames, choiceWords, fieldKinds, flagWords, iconWords, itemNames, metadataNames, partNames, themeNames,
} from '../words/names.ts' // biome-ignore format: a list
import {
  determiners, fillerPhrases, fillers, functionWords, genericBlockWords, genericItemWords, genericTextWords, isFunctionWord, numbers,
  ordinals, pointingWords, reasonWords,
} from '../words/plain.ts' // biome-ignore format: a list
import type { Input } from './network.ts'

/** The kinds of a word according to the tables of names, such as `block`, `colour` or `verb:remove`. */
const kindsOf = new Map<string, Set<string>>()
const longest = 4
function know(kind: string, phrases: Iterable<string>) {
  for (const phrase of phrases) {
    const words = phrase.split(' ')
    if (words.length > longest) continue
    const kinds = kindsOf.get(phrase)
    if (kinds) kinds.add(kind)
    else kindsOf.set(phrase, new Set([kind]))
  }
}
const listed = (table: Record<string, string>) => Object.values(table).flatMap(namesIn)
know('block', [...listed(blockNames), ...blockTypes.map(({ name }) => name.toLowerCase())])
know('item', listed(itemNames))
know('part', listed(partNames))
know('theme', listed(themeNames))
know('meta', listed(metadataNames))
know('choice', Object.values(choiceWords).flatMap(listed))
know(
  'flag',
  Object.values(flagWords).flatMap(({ on, off }) => [...namesIn(on), ...namesIn(off)]),
)
know('icon', [...listed(iconWords), ...Object.keys(iconWords)])
know('field', listed(fieldKinds))
know('colour', colors.keys())
know('font', listed(fontWords as Record<string, string>))
know(
  'filler',
  [...fillers].map((word) => word.replaceAll('_', ' ')),
)
know('courtesy', namesIn(fillerPhrases))
know('the', determiners)
know('function', functionWords)
know('section', genericBlockWords)
know('entry', genericItemWords)
know('wording', genericTextWords)
know('pointing', pointingWords)
know('ordinal', Object.keys(ordinals))
know('count', Object.keys(numbers))
know('reason', reasonWords)
know(
  'place',
  'after before above below under underneath beneath between next beside behind top bottom end beginning start front first last up down higher lower left right'.split(
    ' ',
  ),
)
know('past', 'was were had been did came got went said used'.split(' '))
know('person', 'i we you they he she my our your their his her us them me'.split(' '))

/** The words of a page, its complete texts and names, and all texts in one string. */
type Texts = { words: Set<string>; whole: Set<string>; names: Set<string>; all: string }
const known = new WeakMap<OpenPage['nodes'], Texts>()
function textsOf(page: OpenPage): Texts {
  const found = known.get(page.nodes)
  if (found) return found
  const texts: Texts = { words: new Set(), whole: new Set(), names: new Set(), all: '' }
  for (const { value, kind, isItem, label } of page.nodes) {
    if (isItem || kind === 'block') texts.names.add(wordsOf(label).join(' '))
    if (typeof value !== 'string' || kind === 'theme') continue
    const words = wordsOf(value)
    texts.whole.add(words.join(' '))
    for (const word of words) texts.words.add(word)
  }
  texts.all = ` ${[...texts.whole].join(' \n ')} `
  known.set(page.nodes, texts)
  return texts
}

const isBreak = (token: Token | undefined) =>
  !token || (token.kind === 'mark' && /^[.!?;\n]|^bullet$/.test(token.norm))
const isPause = (token: Token | undefined) =>
  isBreak(token) || (token?.kind === 'mark' && /^[,–():]$/.test(token.norm))

/** The features of each word of a message: the word, its context, its kinds, and its occurrence on the page. */
export function inputsOf(tokens: Token[], page: OpenPage): Input[] {
  const texts = textsOf(page)
  const own = tokens.map((token) => wordFeatures(token, texts))
  markPhrases(tokens, own, texts)
  markMentions(tokens, own, page)
  const around = surroundings(tokens)
  return tokens.map((token, at) => {
    const word = wordAt(tokens, at)
    const features = [`w0=${word}`]
    if (token.kind === 'word') features.push(`stem=${stem(token.norm)}`, `end=${token.norm.slice(-3)}`)
    for (const feature of own[at] ?? []) features.push(`0:${feature}`)
    features.push(...(around[at] ?? []))
    return { word, features }
  })
}

/** All numbers count as the same word, and a text in quotation marks as one word. */
function wordAt(tokens: Token[], at: number): string {
  const token = tokens[at]
  if (!token) return at < 0 ? '^' : '$'
  if (token.kind === 'number') return '<number>'
  if (token.norm === '\n') return '⏎'
  return token.kind === 'word' || token.kind === 'mark' ? token.norm : `<${token.kind}>`
}

function wordFeatures(token: Token, texts: Texts): Set<string> {
  const features = new Set<string>([`kind:${token.kind}`])
  const { norm, text, kind } = token
  if (kind === 'quote') {
    const words = wordsOf(text).join(' ')
    features.add(
      texts.whole.has(words) || texts.names.has(words)
        ? 'quote:whole'
        : [...texts.whole].some((whole) => ` ${whole} `.includes(` ${words} `))
          ? 'quote:within'
          : 'quote:new',
    )
    features.add(`quote:${Math.min(4, words.split(' ').length)}`)
  }
  if (kind === 'number') {
    const words = wordsOf(text)
    features.add(
      /[$€£¥]/.test(text)
        ? 'number:price'
        : /%/.test(text)
          ? 'number:percent'
          : /(?:st|nd|rd|th)$/.test(norm)
            ? 'number:ordinal'
            : 'number:plain',
    )
    features.add(words.every((word) => texts.words.has(word)) ? 'number:onpage' : 'number:new')
  }
  if (kind === 'word') {
    if (/^\p{Lu}/u.test(text)) features.add('capital')
    if (/^\p{Lu}{2,}$/u.test(text)) features.add('capitals')
    if (token.possessive) features.add('owner')
    if (texts.words.has(norm)) features.add('onpage')
    if (texts.names.has(norm)) features.add('name')
    for (const name of classesOf(norm)) features.add(`is:verb:${name}`)
    if (namingWords.has(norm)) features.add('naming')
  }
  return features
}

/** Whether up to three words occur on the page in sequence. */
const isRun = (phrase: string, { all }: Texts) => phrase.split(' ').length <= 3 && all.includes(` ${phrase} `)

/** Marks phrases from the tables and the page on each of their words. */
function markPhrases(tokens: Token[], own: Set<string>[], texts: Texts) {
  for (let at = 0; at < tokens.length; at++) {
    let phrase = ''
    for (let length = 1; length <= 6 && at + length <= tokens.length; length++) {
      const token = tokens[at + length - 1] as Token
      if (token.kind !== 'word' && token.kind !== 'number') break
      const norm = token.kind === 'number' ? wordsOf(token.text).join(' ') : token.norm
      phrase += (length > 1 ? ' ' : '') + norm
      const kinds =
        length <= longest
          ? (kindsOf.get(phrase) ??
            kindsOf.get(phrase.slice(0, phrase.lastIndexOf(' ') + 1) + singular(norm)))
          : undefined
      for (const kind of kinds ?? [])
        for (let each = at; each < at + length; each++) own[each]?.add(`is:${kind}`)
      const run = length >= 2 && isRun(phrase, texts)
      for (let each = at; each < at + length; each++) {
        if (run) own[each]?.add(length === 2 ? 'run:2' : 'run:3')
        if (length >= 2 && (texts.whole.has(phrase) || texts.names.has(phrase))) own[each]?.add('whole')
      }
    }
  }
}

/** Marks the longest phrase from each word on that refers to something on the page. */
function markMentions(tokens: Token[], own: Set<string>[], page: OpenPage) {
  let reached = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.kind === 'mark') continue
    let bestLength = 0
    let bestScore = 0
    let several = false
    for (let length = Math.min(9, tokens.length - at); length >= 1; length--) {
      const window = tokens.slice(at, at + length)
      if (window.some(({ kind }) => kind === 'mark')) continue
      const last = window.at(-1) as Token
      if (last.kind === 'word' && isFunctionWord(last.norm)) continue
      const found = isAllKnown(window, page) ? resolve(window, page) : undefined
      if (!found || found.kind === 'nothing') continue
      const score = found.kind === 'found' ? found.score : 4
      if (score > bestScore + 0.5) {
        bestLength = length
        bestScore = score
        several = found.kind === 'unclear'
      }
    }
    if (bestLength === 0) continue
    const size = `${Math.min(4, bestLength)}`
    if (at >= reached) {
      own[at]?.add('m:begin')
      own[at]?.add(`m:${several ? 'several' : bestScore >= 12 ? 'sure' : bestScore >= 7 ? 'likely' : 'weak'}`)
      own[at]?.add(`m:length${size}`)
      for (let each = at + 1; each < at + bestLength; each++) own[each]?.add('m:inside')
      own[at + bestLength - 1]?.add('m:end')
      reached = at + bestLength
    }
  }
}

/** The context of each word: the start of its sentence, the last verb, and the distance from them. */
function surroundings(tokens: Token[]): string[][] {
  const result: string[][] = []
  let opened = -1
  let paused = -1
  let verb = ''
  let link = ''
  let count = 0
  let isFirstVerb = true
  const ends: number[] = []
  let end = tokens.length
  for (let at = tokens.length - 1; at >= 0; at--) {
    ends[at] = end
    if (isBreak(tokens[at])) end = at
  }
  for (const [at, token] of tokens.entries()) {
    const list = [
      `from=${Math.min(6, at - opened - 1)}`,
      `pause=${Math.min(4, at - paused - 1)}`,
      `verb=${verb}`,
      `link=${link}`,
      `left=${Math.min(4, (ends[at] ?? 0) - at)}`,
      `ends=${wordAt(tokens, ends[at] ?? tokens.length)}`,
    ]
    if (opened === -1) list.push('sentence:first')
    if (opened >= 0) list.push(`after=${wordAt(tokens, opened)}`)
    list.push(`open=${wordAt(tokens, opened + 1)}`)
    if (isFirstVerb) list.push('noverb')
    result.push(list)
    if (isBreak(token)) {
      opened = at
      verb = ''
      link = ''
      isFirstVerb = true
      count = 0
    }
    if (isPause(token)) paused = at
    if (token.kind === 'word') {
      count++
      const classes = classesOf(token.norm)
      if (classes.length > 0 && (isFirstVerb || at === paused + 1) && count < 12) {
        verb = token.norm
        link = ''
        isFirstVerb = false
      }
      if (
        /^(?:to|with|as|into|say|says|read|reads|be|is|are|called|from|for|by|instead|of|not|in|on)$/.test(
          token.norm,
        )
      )
        link = token.norm
    }
    if (token.kind === 'mark' && /^[:→=]$/.test(token.norm)) link = token.norm
  }
  return result
}
