import type { Page } from '../page.ts'
import { correct } from '../spelling.ts'
import { isWord, type Token, tokenise } from '../tokens.ts'
import { determiners } from '../words/plain.ts'
import type { Segments } from './segments.ts'

const ordinals = [
  'first firstly',
  'second secondly',
  'third thirdly',
  'fourth fourthly',
  'fifth',
  'sixth',
].map((words) => words.split(' '))
const further = ['then', 'finally', 'lastly']
const polite =
  /^[\s,]*(?:(?:ok|okay|so|well|please|could|would|can|will|you|kindly|i|need|want)[\s,]+)*(?:change|do)?\W*$/i

const isRequest = /\b(?:could|would|can|will)\b/i

/** The wishes of "first …, second …, third …". "First" before a noun that "second" stands before too only counts. */
export function enumeratedIn(message: string, page: Page): Segments | undefined {
  const tokens = correct(tokenise(message), page)
  const starts: number[] = []
  for (const [at, token] of tokens.entries()) {
    const isNext =
      isWord(token, ...(ordinals[starts.length] ?? [])) || (starts.length > 0 && isWord(token, ...further))
    if (isNext && !isNamed(tokens[at - 1])) starts.push(at)
  }
  const [first = 0] = starts
  const opening = message.slice(0, tokens[first]?.start)
  if (starts.length < 2 || !polite.test(opening)) return undefined
  const [noun, other] = starts.map((at) => tokens[at + 1])
  if (!isNamed(noun) && noun?.norm === other?.norm) return undefined
  const segments = starts.map((at, index) => {
    const next = starts[index + 1]
    const end = next === undefined ? message.length : tokens[next]?.start
    const said = message.slice(tokens[at]?.end, end).replace(/^[\s,:]+/, '')
    const text = next === undefined ? said : said.replace(/[\s,;.]*(?:\band)?[\s,]*$/i, '')
    return { text: isRequest.test(opening) ? text.replace(/[\s?]+$/, '') : text, about: undefined }
  })
  return segments.every(({ text }) => text.includes(' ')) ? { segments, isMarked: false } : undefined
}

/** "the second question": what is counted is named. */
const isNamed = (before: Token | undefined) => before?.kind === 'word' && determiners.has(before.norm)
