import { isMark, isWord, type Token } from '../tokens.ts'
import { colorAt, linkOf, textOf } from './read.ts'
import { type Shape, shapeOf } from './shapes.ts'

/** A given value with all readings that it allows. */
export type Given = {
  tokens: Token[]
  text: string
  isQuoted: boolean
  shape: Shape
  link: string | undefined
  /** The verb says that the value is a name. */
  isName: boolean
  /** The value is the target of a link. */
  isLink: boolean
  /** The value is a colour, so it is no text unless quoted. */
  isColor: boolean
  /** Only a flag or a choice can take it, as nothing indicates a text. */
  isOption: boolean
  /** For a person, the value is a role. */
  isRole: boolean
}

const trailing = new Set(
  'please pls plz thanks thx ty cheers asap instead too now again ok okay anymore'.split(' '),
)
const adverbs = new Set(['now', 'again', 'too', 'instead', 'anymore'])
/** Verbs that open the label of a button. */
export const callToAct =
  /^(?:book|buy|call|start|try|join|apply|order|shop|sign|contact|register|subscribe|request|watch|download|schedule|talk|reserve|donate|upgrade|begin|act|enrol|enroll|reply|chat|get)\b/i
const isCall = (list: Token[]) =>
  list.length <= 4 && callToAct.test(list[0]?.norm ?? '') && isWord(list.at(-1), 'now', 'again')

export function readGiven(
  tokens: Token[],
  source: string,
  is: 'name' | 'link' | 'any' = 'any',
  /** Whether a network determined the value's words; then the last ones belong to it. */
  isRead = false,
): Given | undefined {
  let list = tokens
  const isLead = (token: Token | undefined) =>
    isWord(token, 'just', 'simply', 'only', 'now') && /^\p{Ll}/u.test(token?.text ?? '')
  while (isMark(list[0], ':', ',', '–', '→', '=') || isLead(list[0])) list = list.slice(1)
  while (
    list.length > 1 &&
    list.at(-1)?.kind === 'word' &&
    trailing.has(list.at(-1)?.norm ?? '') &&
    !isCall(list) &&
    !(isRead && adverbs.has(list.at(-1)?.norm ?? '') && list.length > 3)
  )
    list = list.slice(0, -1)
  const isNegated = isWord(list[0], 'not') && list[0]?.start === list[1]?.start
  const read = textOf(isNegated ? list.slice(1) : list, source)
  const value = read && isNegated ? { ...read, text: `not ${read.text}` } : read
  if (!value) return undefined
  const [first] = list
  const phone = list.find(({ kind }) => kind === 'phone' || kind === 'email' || kind === 'url')
  const link = linkOf(list.length === 1 ? first : undefined) ?? (is === 'link' ? linkOf(phone) : undefined)
  return {
    tokens: list,
    text: value.text,
    isQuoted: value.isQuoted,
    shape: link ? 'link' : shapeOf(value.text),
    link,
    isName: is === 'name',
    isLink: is === 'link' && link !== undefined,
    isColor:
      !value.isQuoted && colorAt(list, 0)?.length === list.filter(({ kind }) => kind !== 'mark').length,
    isOption: false,
    isRole: false,
  }
}
