import { nameOf } from '../describe.ts'
import { draftOf, setNode } from '../edit.ts'
import { quoted } from '../label.ts'
import { askWhich } from '../objects.ts'
import type { Frame } from '../outcome.ts'
import { isWord, stem, type Token } from '../tokens.ts'
import { verbAt } from '../verbs.ts'
import { determiners, fillers, functionWords } from '../words/plain.ts'

const noise = new Set(
  'number numbers amount count total figure went up grew increased rose dropped fell down to now we have has got our already by more than over currently its reached hit changed update change make set should be says say their they is are'.split(
    ' ',
  ),
)
const number = /\d+(?:[.,]\d+)*/g

/** "the number of roofs is 230 by now", "we now have 150 shippers": one figure in a text that speaks of it. */
export const numberFrame: Frame = ({ tokens }, page) => {
  const figures = tokens.filter(({ kind }) => kind === 'number')
  const [figure] = figures
  if (figures.length !== 1 || !figure || tokens.length > 16 || tokens.some(({ kind }) => kind === 'quote'))
    return undefined
  const verb = verbAt(tokens, 0)
  const states = tokens.some((token) =>
    isWord(
      token,
      'now',
      'grew',
      'went',
      'increased',
      'rose',
      'dropped',
      'fell',
      'reached',
      'hit',
      'already',
      'should',
      'changed',
    ),
  )
  if (!states && !verb?.classes.has('change')) return undefined
  const words = tokens.filter(
    (token) =>
      token.kind === 'word' &&
      !noise.has(token.norm) &&
      !functionWords.has(token.norm) &&
      !determiners.has(token.norm) &&
      !fillers.has(token.norm),
  )
  if (words.length === 0) return undefined
  const stems = words.map(({ norm }: Token) => stem(norm))
  const texts = page.nodes.filter(
    ({ kind, value, textStems }) =>
      kind === 'text' &&
      typeof value === 'string' &&
      (value.match(number) ?? []).length === 1 &&
      stems.every((word) => textStems.has(word)),
  )
  if (texts.length > 1) return askWhich(texts, page, (name) => `change ${name} to "…"`)
  const [node] = texts
  if (!node) return undefined
  const old = String(node.value)
  // A price is no number of something.
  if ((figure.text.match(/[$€£]/g) ?? []).some((sign) => !old.includes(sign))) return undefined
  const value = old.replace(
    number,
    figure.text.replace(/[$€£%+]/g, (sign) => (old.includes(sign) ? '' : sign)),
  )
  if (value === old) return undefined
  return {
    kind: 'done',
    draft: setNode(draftOf(page), node, value),
    said: `changed ${nameOf(node, page)} from ${quoted(old)} to ${quoted(value)}`,
    focus: [node.key],
  }
}
