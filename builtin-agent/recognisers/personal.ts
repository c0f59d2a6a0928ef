import { fillLine } from '../../document/index.ts'
import { escapeInline } from '../../shared/inline.ts'
import { unusedNotes } from '../compose/leftOut.ts'
import { addNeeds } from '../compose/needs.ts'
import { type NoteStatement, statements, statesOnly } from '../compose/notes.ts'
import { personalise, wanted } from '../compose/personalise.ts'
import { quoted } from '../label.ts'
import { stemsOf } from '../nodes.ts'
import { addSources, draftOf, setNode } from '../operations/edit.ts'
import { type Outcome, refused } from '../outcome.ts'
import { nodeAt, type OpenPage } from '../page.ts'
import { Refusal } from '../refusal.ts'
import type { Segments } from '../segments/segments.ts'
import { resolve } from '../targets/resolve.ts'
import { isMark, isWord, type Token, tokenise, wordsOf } from '../tokens.ts'
import { fillerLength, verbAt } from '../verbs.ts'

const them = new Set(
  'them they their her him she he this person visitor visitors prospect customer client lead account company audience reader buyer notes note logs log call calls history context know knowledge data info information last us our have about based using it its what everything at of from the and all on in with for to page whole more personal relevant specific entire my what we new'.split(
    ' ',
  ),
)
const plain = /^(?:personali[sz]e|tailor|customi[sz]e|adapt|individuali[sz]e)$/

/** The named blocks, or the whole page; undefined if the message is about another audience or something unknown. */
function targetOf(tokens: Token[], page: OpenPage): { blockIds: string[] | undefined } | undefined {
  const { person, account, audience } = page.context
  const own = new Set(
    [person?.name, account?.name, account?.domain, audience.name].flatMap((name) => wordsOf(name ?? '')),
  )
  const isName = ({ norm, kind }: Token) => kind === 'word' && !them.has(norm) && !own.has(norm)
  const parts = partsOf(tokens).filter((part) => part.some(isName))
  if (parts.length === 0) return { blockIds: page.selected && [page.selected.id] }
  const blocks = parts.map((part) => blockOf(part, page) ?? blockOf(part.filter(isName), page))
  const blockIds = blocks.flatMap((block) => block?.id ?? [])
  return blockIds.length === parts.length ? { blockIds } : undefined
}

/** "The hero and the quote" names two blocks. */
function partsOf(tokens: Token[]): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (isWord(token, 'and', 'plus')) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

function blockOf(name: Token[], page: OpenPage) {
  const found = resolve(name, page, {
    fits: ({ kind }) => (kind === 'block' || kind === 'text' ? 0 : null),
  })
  return found.kind === 'found' ? found.nodes[0]?.block : undefined
}

function compose(page: OpenPage, blockIds: string[] | undefined): Outcome {
  const { document, said, used } = personalise(page.context, page.document, blockIds)
  const left = unusedNotes(page.context, used)
  const count = used.length
  const line = `I used ${count === 1 ? 'one note' : `${count} statements from your notes`}.`
  const hint = [count > 0 ? line : wanted, left.line ?? ''].filter(Boolean).join(' ')
  return {
    kind: 'done',
    draft: { document },
    said: `personalised ${said}`,
    focus: [],
    ...(hint ? { hint } : {}),
    suggestions: left.messages,
  }
}

function greet(page: OpenPage): Outcome {
  const hero = page.document.blocks.find(({ type }) => type === 'hero')
  const headline = hero && nodeAt(page, hero.id, 'headline')
  if (!hero || !headline) return refused('There is no hero on this page to greet them in.')
  const { person, account, brand, page: about } = page.context
  const name = person
    ? escapeInline(fillLine('{{person.firstName|}}', { account, person, brand, page: about }), true)
    : ''
  const text = String(headline.value)
  if (name && text.includes(name)) return refused(`The headline greets ${name} already.`)
  const lower =
    /^\p{Lu}\p{Ll}/u.test(text) && !/^(?:I|[A-Z]\w*[A-Z])\b/.test(text)
      ? text.replace(/^./u, (sign) => sign.toLowerCase())
      : text
  const keeps = wordsOf(brand.name)[0] === wordsOf(text)[0]
  const line = `${name || '{{person.firstName|Hello}}'}, ${keeps ? text : lower}`
  const sources =
    person && name ? [{ kind: 'person_field' as const, id: person.personId, field: 'name' }] : []
  if ([...line].length > 160) throw new Refusal('The headline is too long to greet somebody in it.')
  return {
    kind: 'done',
    draft: addSources(setNode(draftOf(page), headline, line), hero.id, sources),
    said: `changed the headline to ${quoted(line)}`,
    focus: [headline.key],
  }
}

/** Whether a clause asks to use what is known about them: "open with their roll-out", "mention the visit in the notes". */
const isMention = (said: string) =>
  /^(?:(?:mention|reference|bring up|work in|(?:open|lead|start|begin) with) (?:that )?(?:they|their|she|he|her|his)\b|(?:mention|include|say|add|work in|note|tell them|reference|bring up|use)\b.*\b(?:from|in|my|our|the|your|to) (?:\w+ )?(?:notes?|crm|logs?)\b)/.test(
    said,
  )

/** "Start with their quote" is about a section of the page. */
function leadsWithBlock(tokens: Token[], page: OpenPage): boolean {
  if (!isWord(tokens[0], 'open', 'lead', 'start', 'begin')) return false
  const name = tokens.slice(2).filter(({ norm }) => !them.has(norm))
  return resolve(name, page, { fits: ({ kind }) => (kind === 'block' ? 0 : null) }).kind !== 'nothing'
}

/** Adds the statement of a note that the message refers to. */
function mention(tokens: Token[], page: OpenPage, all = false): Outcome {
  // Words that don't identify a note, such as the second part of "check-out".
  const noise = new Set(
    'mention that they their she he notes note from my our the in about it include say add crm log logs them use work reference bring up open lead start begin with and of out off up over page headline hero anyway all same still nevertheless regardless'.split(
      ' ',
    ),
  )
  const about = tokens
    .filter(({ norm, kind }) => (kind === 'word' || kind === 'number') && !noise.has(norm))
    .map(({ text }) => text)
    .join(' ')
  const wanted = [...stemsOf(about)]
  const scored = statements(page.context, all)
    .map((statement) => ({ statement, points: wanted.filter((word) => statement.stems.has(word)).length }))
    .sort((a, b) => b.points - a.points)
  const best = scored[0]
  if (!best || best.points < Math.max(1, Math.ceil(wanted.length / 2)))
    return refused(
      `I found nothing about ${quoted(about, 60)} in the notes. Give me the sentence and where it goes, for example: add a sentence to the subheadline: …`,
    )
  if (all) return noted(page, best.statement)
  if (page.nodes.some(({ value }) => typeof value === 'string' && value.includes(best.statement.said)))
    return refused(`The page says ${quoted(best.statement.said)} already.`)
  const hero = page.document.blocks.find(({ type }) => type === 'hero')
  const node = hero && nodeAt(page, hero.id, 'subheadline')
  if (!hero || !node) return refused('There is no hero on this page to mention it in.')
  const old = typeof node.value === 'string' ? `${node.value.replace(/(?<![.!?])$/, '.')} ` : ''
  const text = `${old}${best.statement.said}.`
  if ([...text].length > (node.schema.maxLength ?? 400))
    return refused('There is no room for it in the subheadline. Shorten that first.')
  return {
    kind: 'done',
    draft: addSources(setNode(draftOf(page), node, text), hero.id, [best.statement.source]),
    said: `added ${quoted(best.statement.said)} to the subheadline, with the note as its source`,
    focus: [node.key],
  }
}

/** Adds a statement from a note that was not used before. */
function noted(page: OpenPage, statement: NoteStatement): Outcome {
  const draft = addNeeds(draftOf(page), [statement])
  if (!draft) return refused(`The page says ${quoted(statement.said)} already.`)
  return {
    kind: 'done',
    draft,
    said: `added ${quoted(statement.said)} to what we heard, with the note as its source`,
    focus: [],
  }
}

export function recognisePersonal(given: Token[], page: OpenPage): Outcome | undefined {
  const tokens = given.slice(fillerLength(given, 0)).filter(({ kind }) => kind !== 'mark')
  const said = tokens.map(({ norm }) => norm).join(' ')
  // A message with given content is an ordinary addition.
  if (given.some((token) => token.kind === 'quote' || isMark(token, ':'))) return undefined
  if (
    /\b(?:greet|welcome|address)\b.*\b(?:them|him|her|visitor|visitors|person|people|reader|name)\b/.test(
      said,
    ) ||
    /^(?!.*\b(?:number|phone|mobile|email|mail|photo|picture|title|role|company)\b).*\b(?:use|add|put|include|insert)\b.*\b(?:first name|their name|his name|her name|visitors name|the visitors name)\b/.test(
      said,
    )
  )
    return greet(page)
  if (/^(?:use|mention|include|add)\b.*\b(?:note|remark|line|sentence)s? about\b/.test(said))
    return mention(tokens, page, true)
  if (isMention(said) && !leadsWithBlock(tokens, page)) return mention(tokens, page)
  const target = targetOfPersonalising(tokens, said, page)
  return target && compose(page, target.blockIds)
}

function targetOfPersonalising(tokens: Token[], said: string, page: OpenPage) {
  const verb = verbAt(tokens, 0)
  const isPlain = verb !== undefined && plain.test(verb.phrase)
  const isLoose =
    /^(?:make|rewrite) (?:it|this|the page|the headline|the hero|the \w+)? ?(?:more )?(?:personal|relevant|about|specific|for|to)\b|^use (?:what we know|our notes|my notes|the notes|their notes)/.test(
      said,
    )
  return isPlain || isLoose ? targetOf(tokens.slice(verb?.length ?? 0), page) : undefined
}

/** A wish to personalise is one of the first clauses. */
const mostClauses = 4

/** Splits a message after a clause that asks to personalise, or to use what is known about them. */
export function splitPersonal(message: string, page: OpenPage): Segments | undefined {
  const ends = message.matchAll(/[,;.!](?=\s)|\n|\s(?=(?:and|but|then|also|plus)\s)/gi)
  for (const { index, 0: mark } of [...ends].slice(0, mostClauses)) {
    const first = message.slice(0, index)
    const rest = message
      .slice(index + 1)
      .trim()
      .replace(/^(?:and|but|then|also|plus)\s/i, '')
      .replace(/\?$/, '')
    const [tokens, others] = [first, rest].map(clauseOf) as [Token[], Token[]]
    if (tokens.some((token) => token.kind === 'quote' || isMark(token, ':'))) return undefined
    // A conjunction without a verb after it joins two targets.
    if (others.length === 0 || (mark === ' ' && !verbAt(others, 0))) continue
    const said = tokens.map(({ norm }) => norm).join(' ')
    const isPersonal = targetOfPersonalising(tokens, said, page) || (isMention(said) && verbAt(others, 0))
    if (isPersonal)
      return { segments: [first, rest].map((text) => ({ text, about: undefined })), isMarked: true }
  }
  return undefined
}

function clauseOf(text: string): Token[] {
  const tokens = tokenise(text)
  return tokens.slice(fillerLength(tokens, 0))
}

/** Refuses a fact about the audience that is in no note, as every personal statement needs a source. */
export function unnoted(message: string, page: OpenPage): Outcome | undefined {
  if (!statesOnly(message, page.context)) return undefined
  return refused(
    `${quoted(message.trim(), 60)} is in none of your notes. Save it as a note of theirs, and I use it.`,
  )
}
