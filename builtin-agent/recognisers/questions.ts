import { nameOf, sectionsOf } from '../describe.ts'
import { listed, quoted } from '../label.ts'
import { singular } from '../nodeNames.ts'
import type { Node } from '../nodes.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { point } from '../references/point.ts'
import { stem, wordsOf } from '../tokens.ts'
import { abilities, limits } from '../words/limits.ts'
import { isFunctionWord } from '../words/plain.ts'

const request =
  /^\W*(?:please\s+|and\s+|so\s+|hi\W+|hey\W+|ok\W+)*(?:can|could|would|will)\s+(?:you|we|u|i|the|our|it|this|all|everything)\b/i
const opensQuestion =
  /^\W*(?:and\s+|so\s+|but\s+)?(?:do|does|did|is|are|was|were|should|shall|what|why|which|who|how|when|where|has|have we|have you)\b/i
const thanks =
  /^\W*(?:ok|okay|many|thanks|thank you|thx|cheers|ty|great|perfect|awesome|nice|love it|looks? (?:good|great|nice|fine)|good job|nice work|well done|cool|good|i (?:like|love) it|excellent|brilliant|amazing|wonderful|lovely|so much|a lot|that|it|this|is|are|really|very|now|much|better|\W)+$/i
const keeping =
  /\b(?:leave|keep|stays?|remain|fine|(?:don['’]?t|do not|never|not) (?:touch|change|remove|delete|move|edit))\b/i
const kept =
  /\b(?:leave|keep|touch|change|remove|delete|move|edit)\s+((?:the|our|my)\s+[\w\s]{2,40}?)(?:\s+(?:alone|as|in|where|unchanged|untouched)\b.*)?[.!]*$/i
const taken =
  /[.!?,]\s*(?:(?:oh|no|wait|actually|hm+|ah)[\s,.!]*)*(?:leave|keep) (?:it|them|that|this)(?: in| there| alone| as is| after all)?[.!\s]*$/i

/** A text that the message gives may be a question. */
const dictated =
  /^\W*(?:please\s+)?(?:also\s+)?(?:add|insert|include|change|set|make|replace|new)\b[^?:]{0,80}:\s/i
const dismissal =
  /^\W*(?:(?:ok|okay|sorry|ah|oh|actually)\W+)*(?:no|nope|never\s?mind|forget (?:it|that|about it)|nothing|cancel(?: that| it)?|stop|skip it|no,? (?:thanks|thank you))(?:\W+(?:thanks|thank you|please))?\W*$/i

/** Whether a message asks for information. Requests in the form of a question are wishes. */
export const isQuestion = (message: string) =>
  !request.test(message) && !dictated.test(message) && (/\?\s*$/.test(message) || opensQuestion.test(message))
export const isThanks = (message: string) => message.length < 100 && thanks.test(message)
export const staysAsIs = (message: string) => message.length < 400 && taken.test(message)

/** The answer to a message that only takes a wish or an offer back. */
export const dismissed = (message: string): Outcome | undefined =>
  message.length < 60 && dismissal.test(message)
    ? { kind: 'answer', text: 'All right, I change nothing. To take back what I did before, say “undo”.' }
    : undefined

/** The limit that a message touches, by its vocabulary. Quoted words and labels of the page are ignored. */
export function limitIn(message: string, page: OpenPage): Outcome | undefined {
  const said = wordsOf(message.replace(/["“][^"”]*["”]/g, ' ')).join(' ')
  const isTitle = (words: string) =>
    words.includes(' ') && page.nodes.some(({ label }) => wordsOf(label).join(' ').includes(words))
  for (const { words, answer, suggestions } of limits) {
    const [found] = words.exec(said) ?? []
    if (found !== undefined && !isTitle(found)) return refused(answer, suggestions)
  }
  if (!keeping.test(message)) return undefined
  const [, phrase] = kept.exec(message) ?? []
  const [node] = phrase ? (point(phrase, page)[0]?.nodes ?? []) : []
  return { kind: 'answer', text: `I left ${node ? nameOf(node, page) : 'everything'} as it is.` }
}

/** Answers a question about the page, without changing it. */
export function answerQuestion(message: string, page: OpenPage): Outcome {
  const said = wordsOf(message).join(' ')
  const known = askedOfAgent(said, page) ?? counted(said, page) ?? placed(message, page) ?? shown(said, page)
  const limit = known === undefined ? limitIn(message, page) : undefined
  if (limit) return limit
  const fallback = `I changed nothing, as this is a question (${quoted(message, 60)}). The page has: ${sectionsOf(page)}. Tell me what to change, for example: “change the headline to …”.`
  return { kind: 'answer', text: known ?? fallback }
}

/** Answers questions about the agent's abilities, actions and knowledge. */
function askedOfAgent(said: string, { context }: OpenPage): string | undefined {
  if (/\bwhat (?:can|could|do) (?:you|i|u)\b|\bhow (?:do|does) (?:you|this|it) work\b|\bhelp\b/.test(said))
    return `${abilities} For example: “change the headline to …”, “remove the pricing”, “make it blue”.`
  if (/^why\b|^what (?:did|have) you\b|\bwhat changed\b/.test(said)) {
    const last = context.conversation.findLast(
      ({ author, operations }) => author === 'agent' && (operations?.length ?? 0) > 0,
    )
    return last
      ? `My last change was: ${last.text.split('\n')[0]} Say “undo” to take it back.`
      : 'I have changed nothing on this page yet.'
  }
  if (/\b(?:visits?|visitors|views|clicks|opened|conversion|traffic)\b/.test(said))
    return 'I don’t see visits. The statistics of this page and of its audiences are under Analytics.'
  if (!/\bwho (?:is|are)\b.*\b(?:page|this|audience|it)\b|\bwhat do (?:you|we) know\b/.test(said))
    return undefined
  const { person, account, notes, audience } = context
  const who = listed([person?.name, account?.name].filter((name): name is string => Boolean(name)))
  return who
    ? `This page is for ${who}. There ${notes.length === 1 ? 'is 1 note' : `are ${notes.length} notes`} about them.`
    : `This page is for “${audience.name}”; no person or account is linked.`
}

function counted(said: string, page: OpenPage): string | undefined {
  const [, noun = ''] = /how many (?:\w+ )??(\w+)/.exec(said) ?? []
  const word = [noun, ...wordsOf(said)].map(singular).find((each) => /^(?:section|block|part)$/.test(each))
  if (!/how many/.test(said)) return undefined
  if (word) return `The page has ${page.document.blocks.length} sections: ${sectionsOf(page)}.`
  const items = page.nodes.filter(
    ({ isItem, names }) => isItem && wordsOf(said).some((each) => names.has(singular(each))),
  )
  const [first] = items
  const nodes = items.filter(({ parent }) => parent === first?.parent)
  return first
    ? `There ${nodes.length === 1 ? 'is' : 'are'} ${nodes.length} in ${nameOf(first.above.at(-1) ?? first, page)}: ${listed(nodes.map(({ label }) => quoted(label, 40)))}.`
    : undefined
}

/** Answers which of two sections is above the other. */
function placed(message: string, page: OpenPage): string | undefined {
  const [, one, other] =
    /^\W*(?:is|are)\s+(.{2,60}?)\s+(?:above|below|before|after)(?:\s+or\s+(?:above|below|before|after))?\s+(.{2,60}?)\W*$/i.exec(
      message,
    ) ?? []
  const [first, second] = [one, other].map((phrase) => phrase && point(phrase, page)[0]?.nodes[0])
  if (!first || !second) return undefined
  const placeOf = ({ block }: Node) => page.document.blocks.findIndex(({ id }) => id === block?.id)
  const isAbove = placeOf(first) < placeOf(second)
  return `${nameOf(first, page).replace(/^t/, 'T')} is ${isAbove ? 'above' : 'below'} ${nameOf(second, page)}.`
}

const asking = new Set(
  'what whats which where how is are does do page say says tell me current currently right now much it cost costs about you see there have we has any on'.split(
    ' ',
  ),
)

/** Answers with the value of the named node. */
function shown(said: string, page: OpenPage): string | undefined {
  const words = said.split(' ').filter((word) => !asking.has(word))
  const isThere = /^(?:is|are|do|does|have|has) (?:there|we|it|the page|this page)\b/.test(said)
  const [node] = words.length > 0 ? (point(words.join(' '), page)[0]?.nodes ?? []) : []
  if (isThere) return node ? `Yes: ${nameOf(node, page)}.` : `No. The page has: ${sectionsOf(page)}.`
  const name = node && nameOf(node, page).replace(/^t/, 'T')
  if (node && typeof node.value === 'string') return `${name} says ${quoted(node.value, 200)}.`
  if (node?.kind === 'block')
    return `${name} is section ${page.document.blocks.findIndex(({ id }) => id === node.block?.id) + 1} of ${page.document.blocks.length}${node.label ? ` and is headed ${quoted(node.label, 80)}` : ''}.`
  if (node?.isItem) {
    const texts = node.children.flatMap(({ kind, value }) =>
      kind === 'text' && typeof value === 'string' ? [quoted(value, 100)] : [],
    )
    return `${name} says: ${texts.join(', ')}.`
  }
  const stems = words.filter((word) => !isFunctionWord(word)).map(stem)
  const hits = page.nodes.filter(
    ({ kind, textStems, value }) =>
      kind === 'text' && value !== undefined && stems.some((word) => textStems.has(word)),
  )
  return hits.length > 0
    ? `The page says ${listed(hits.slice(0, 3).map(({ value }) => quoted(String(value), 100)))}.`
    : undefined
}
