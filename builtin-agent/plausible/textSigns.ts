import { stem, wordsOf } from '../tokens.ts'
import { classesOf } from '../verbs.ts'
import type { EditChange } from './changes.ts'
import { likeness } from './likeness.ts'
import { contentWords, findWords, markExplained, type SaidWord, share } from './said.ts'
import { least, most, type Signs } from './tally.ts'

export const articles = /^(?:a|an|the|our|my|one|this|that)\b/i
const joints =
  /^(?:to|for|of|at|in|on|with|by|from|and|or|not|is|are|now|as|but|only|just|keep|should|like)\b/i
const cutOff =
  /\b(?:to|for|of|at|in|on|with|by|from|and|or|not|is|are|as|but|only|please|instead|too|also|btw|pls|there|here|everywhere|again|now|then)[.!]?$/i
const instructing = new Set(
  'please pls instead btw delete remove change rename replace section button headline should keep it them one same note heading field accent spelled word words'.split(
    ' ',
  ),
)
/** Properties whose texts have a typical form. */
const props =
  'headline heading title name label role quote question answer body value when price note caption description intro eyebrow alt subheadline period'.split(
    ' ',
  )

/** How a new text suits its property and resembles the one that it replaces. */
export function addText(signs: Signs, { node, old, now }: EditChange, message: string, said: SaidWord[]) {
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
  const named = share(contentWords(went).map(stem), other)
  most(signs, 'old.named', named)
  least(signs, 'old.namedLeast', named)
  const figures = old.match(/\d+(?:[.,]\d+)*/g) ?? []
  most(signs, 'old.figure', Number(figures.some((each) => !now.includes(each) && message.includes(each))))
  markExplained(said, old, 'old')
  markExplained(said, now, 'value')
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

/** The position of the new words in the message, and the words around them. */
function addValue(signs: Signs, came: readonly string[], now: string, message: string, said: SaidWord[]) {
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
  const [first, last] = [span[0] as SaidWord, span.at(-1) as SaidWord]
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
