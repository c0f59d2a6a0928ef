import { type BlockTypeName, blockTypes } from '../../../documents/blocks/index.ts'
import { newBlockId } from '../../../documents/ids.ts'
import type { Block } from '../../../documents/schema.ts'
import { listed, quoted } from '../../label.ts'
import { nameOf } from '../describe.ts'
import { draftOf, insertBlock, setList } from '../edit.ts'
import { namingWords } from '../naming.ts'
import { inWords, type Node, propsSchema, type Schema, singular } from '../nodes.ts'
import { askWhich } from '../objects.ts'
import { ask, askContent, type Outcome } from '../outcome.ts'
import type { Page } from '../page.ts'
import { isBelow, resolve } from '../targets.ts'
import { isMark, isWord, longestPhrase, namesIn, type Token } from '../tokens.ts'
import { textOf } from '../values.ts'
import { blockNames, fieldKinds, itemNames } from '../words/names.ts'
import { determiners, fillers, functionWords, numbers, ordinals } from '../words/plain.ts'
import { fillObject, fit, hasLabels, listTexts, makeField, textProps } from './fill.ts'
import { type Place, readPlace } from './place.ts'
import type { Phrase, Reading } from './reading.ts'

/** What a noun after "add" stands for. */
type Head = { kind: 'item'; type: string; list: string } | { kind: 'block'; type: string }

const heads = new Map<string, Head[]>()
for (const { name: type, props } of blockTypes) {
  for (const name of namesIn(blockNames[type] ?? inWords(type))) note(name, { kind: 'block', type })
  for (const list of listsOf(props as Schema))
    for (const name of namesIn(
      itemNames[`${type}.${list}`] ?? singular(inWords(list === 'items' ? type : list)),
    ))
      for (const said of [name, `${name}s`]) note(said, { kind: 'item', type, list })
}
for (const name of namesIn(Object.values(fieldKinds).join(',')))
  if (/drop|check ?box|tick ?box|text ?(?:area|box|field)/.test(name))
    note(name, { kind: 'item', type: 'form', list: 'fields' })
for (const name of ['section', 'block', 'text section', 'text block'])
  heads.set(name, [{ kind: 'block', type: 'text' }])

function note(name: string, head: Head) {
  heads.set(name, [...(heads.get(name) ?? []), head])
}

function listsOf(schema: Schema): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, of]) =>
    of.type === 'array' ? [name, ...(of.items ? listsOf(of.items) : [])] : [],
  )
}

const adding =
  /^(?:add|insert|include|append|create|introduce|put|put in|need|want|give|list|build|set up|throw in|pop in|work in|place|make|use|have|drop in|stick|attach|post|get|offer|slot in|squeeze in|ask for|ask|tack on|plug in|sneak in|slip in|show)$/
const certain =
  /^(?:add|insert|include|append|create|introduce|throw in|put in|ask for|attach|tack on|squeeze in)$/
const openers = new Set('new another'.split(' '))

/** "add a stat: 98% of claims accepted", "add X and Y to the logos", "the dropdown needs Z too", "new question: …". */
export function readAdd(phrase: Phrase): Reading[] {
  const { verb, body, tokens, page } = phrase
  const isNew =
    !verb &&
    (openers.has(tokens[0]?.norm ?? '') ||
      (isWord(tokens[0], 'one') && isWord(tokens[1], 'more')) ||
      tokens[0]?.norm === '+')
  if (
    isNew &&
    tokens[0]?.norm !== '+' &&
    !tokens.some(
      (token, index) =>
        index < 12 &&
        (isMark(token, ':', '.', '\n', 'bullet', '|') ||
          token.kind === 'quote' ||
          contentStarts.has(token.norm) ||
          isWord(token, 'with')),
    )
  )
    return []
  const needs = !verb
    ? tokens.findIndex(
        (token, index) =>
          index > 0 && index < 8 && isWord(token, 'needs', 'need', 'gets', 'misses', 'lacks', 'wants'),
      )
    : -1
  if (needs > 0) {
    const holder = resolve(tokens.slice(0, needs), page)
    const scoped =
      holder.kind === 'found' && holder.nodes.length === 1
        ? headed(tokens.slice(needs + 1), 0.3, { ...phrase, scope: holder.nodes[0] })
        : []
    return [...scoped, ...addTo(tokens.slice(needs + 1), tokens.slice(0, needs), 0.5, phrase)]
  }
  if (!(verb && adding.test(verb.phrase)) && !isNew) return []
  // "make the logo bigger" adds nothing; "make a new plan" does.
  if (
    verb &&
    !certain.test(verb.phrase) &&
    !isWord(body[0], 'a', 'an', 'another', 'one', 'two', 'three', 'new', 'some', 'in', 'more') &&
    body[0]?.kind !== 'quote'
  )
    return []
  const base = isNew || certain.test(verb?.phrase ?? '') ? 0 : 0.8
  const said = isNew && tokens[0]?.norm === '+' ? tokens.slice(1) : body
  // "put it on the page as a quote, …"
  const as = said.findIndex(
    (token, index) =>
      index > 0 && index < 7 && isWord(token, 'as') && isWord(said[index + 1], 'a', 'an', 'another', 'new'),
  )
  if (isWord(said[0], 'it', 'them', 'this', 'that'))
    return as === -1
      ? labelledFor(said.slice(1), base + 0.2, phrase)
      : headed(said.slice(as + 1), base, phrase)
  if (verb && /^ask(?: for)?$/.test(verb.phrase)) {
    const fields = page.nodes.filter(({ kind, prop }) => kind === 'list' && prop === 'fields')
    const label = said.filter(
      (token, index) =>
        !(index < 2 && isWord(token, 'for', 'their', 'the', 'a', 'an', 'people', 'them')) &&
        !isWord(token, 'too', 'also', 'well', 'as'),
    )
    const [list] = fields
    const made =
      list && fields.length === 1 && label.length > 0 && label.length < 8
        ? addItems(
            list,
            {
              head: { kind: 'item', type: 'form', list: 'fields' },
              modifiers: label,
              place: undefined,
              container: [],
              content: [],
              noun: [],
              count: undefined,
            },
            phrase,
          )
        : undefined
    return made ? [{ cost: 0.2 + made.cost, outcome: made.outcome }] : []
  }
  const readings = [
    ...headed(said, base, phrase),
    ...listedFor(said, base + 0.2, phrase),
    ...labelledFor(said, base + 0.3, phrase),
  ]
  return readings
}

/** "add at the end: Q: … A: …": the labels say what kind of thing it is. */
function labelledFor(body: Token[], base: number, phrase: Phrase): Reading[] {
  const { page, source } = phrase
  const colon = body.findIndex((token) => isMark(token, ':', '\n', 'bullet', '.'))
  const where = colon < 0 ? undefined : whereIn(body.slice(0, colon))
  if (!where) return []
  const holder =
    where.container.length > 0 ? resolve(where.container, page, { allowSeveral: true }) : undefined
  if (holder && holder.kind === 'nothing') return []
  const content = body.slice(colon + 1)
  const lists = page.nodes.filter(
    (list) =>
      list.kind === 'list' &&
      list.schema.items?.type === 'object' &&
      list.prop !== 'fields' &&
      hasLabels(list.schema.items, content, source),
  )
  const [list] = lists
  if (!list || lists.length > 1) return []
  const made = addItems(
    list,
    {
      head: { kind: 'item', type: '', list: list.prop },
      modifiers: [],
      place: where.place,
      container: [],
      content,
      noun: [],
      count: undefined,
    },
    phrase,
  )
  return made ? [{ cost: base + made.cost, outcome: made.outcome }] : []
}

const contentStarts = new Set('called named titled labelled labeled saying entitled reading'.split(' '))

/** Where the words of something new begin. */
function contentStart(tokens: Token[], from: number): number {
  const at = tokens.findIndex(
    (token, index) =>
      index >= from &&
      (isMark(token, ':', '–', '→', '|') ||
        (isMark(token, ',') && index > from) ||
        isMark(token, '.', '\n', 'bullet', '?') ||
        token.kind === 'quote' ||
        contentStarts.has(token.norm) ||
        isWord(token, 'with') ||
        (isWord(token, 'that', 'which') && isWord(tokens[index + 1], 'says', 'reads', 'say')) ||
        (token.kind === 'number' && /[$€£%]/.test(token.text))),
  )
  return at === -1 ? tokens.length : at
}

type Plan = {
  head: Head
  modifiers: Token[]
  place: Place | undefined
  container: Token[]
  content: Token[]
  noun: Token[]
  count: number | undefined
}

/** A noun that says what is added, where it goes, and its words. */
function headed(body: Token[], base: number, phrase: Phrase): Reading[] {
  const readings: Reading[] = []
  // "Below the hero add …" was turned around before; "at the end" may also come first.
  for (let at = 0; at < Math.min(body.length, 9); at++) {
    const found = longestPhrase(heads, body, at, 4)
    if (!found) continue
    const before = body.slice(0, at)
    if (
      before.some(
        (token) =>
          token.kind === 'quote' ||
          token.kind === 'mark' ||
          isWord(token, 'to', 'in', 'into', 'on', 'for', 'under', 'at', 'after', 'before', 'with'),
      )
    )
      break
    const end = at + found.length
    if (phrase.verb === undefined && at > 3) break
    const modifiers = before.filter(
      ({ norm }) =>
        !determiners.has(norm) &&
        !fillers.has(norm) &&
        numbers[norm] === undefined &&
        ordinals[norm] === undefined &&
        !isWord(
          { norm, kind: 'word' } as Token,
          'more',
          'one',
          'another',
          'new',
          'extra',
          'additional',
          'further',
          'some',
          'short',
          'small',
          'of',
          'single',
          'and',
          'also',
        ),
    )
    const count = before.map(({ norm }) => numbers[norm]).find((value) => value !== undefined && value > 1)
    for (const tail of tailsAfter(body, end)) {
      const inner = isWord(body[at], 'section', 'block') ? sectionOf(tail.content) : undefined
      for (const head of inner ? [inner] : found.value) {
        const plan: Plan = { head, modifiers, count, noun: body.slice(at, end), ...tail }
        const made = makePlan(plan, phrase)
        if (made) readings.push({ cost: base + made.cost + at * 0.05, outcome: made.outcome })
      }
    }
    if (readings.some(({ outcome }) => outcome.kind === 'done')) break
  }
  return readings
}

/** "a section with two figures": what it holds says what it is. */
function sectionOf(content: Token[]): Head | undefined {
  const at = content.findIndex((token) => isWord(token, 'with', 'of'))
  for (let index = at + 1; at === 0 && index < Math.min(content.length, 4); index++) {
    const found = longestPhrase(heads, content, index, 3)?.value.find(
      (head) => head.kind === 'item' && (head.list === 'items' || head.list === 'plans'),
    )
    if (found) return { kind: 'block', type: found.type }
  }
  return undefined
}

/** What comes after the noun: place and container in any order, then the content. */
function tailsAfter(
  body: Token[],
  end: number,
): { place: Place | undefined; container: Token[]; content: Token[] }[] {
  const tails: { place: Place | undefined; container: Token[]; content: Token[] }[] = []
  const start = contentStart(body, end)
  const middle = body.slice(end, start)
  const read = whereIn(middle)
  if (read) {
    let content = body.slice(start)
    // "New question, right at the top please. Q: …"
    const stop = content.findIndex(
      (token, index) => index > 0 && isMark(token, '.', '\n', 'bullet', ':', ','),
    )
    const front =
      isMark(content[0], ',') && stop > 1 && !read.place
        ? whereIn(content.slice(1, stop).filter((token) => !isWord(token, 'please', 'pls')))
        : undefined
    if (front && (front.place || front.container.length > 0))
      tails.push({
        place: front.place,
        container: [...read.container, ...front.container],
        content: content.slice(stop),
      })
    // "…, right after email": the place may come last.
    const back = trailingPlace(content)
    if (back && !read.place)
      tails.push({ place: back.place, container: [...read.container, ...back.container], content: back.rest })
    tails.push({ place: read.place, container: read.container, content })
    content = []
  } else if (middle.length > 0) {
    // "add a field for their budget", "add a question whether …": the words follow without a mark.
    const at = middle.findIndex((token) => isWord(token, 'for', 'about', 'asking', 'on'))
    if (at === 0) {
      const back = trailingPlace(body.slice(end + 1))
      tails.push({
        place: back?.place,
        container: back?.container ?? [],
        content: back?.rest ?? body.slice(end + 1),
      })
    } else tails.push({ place: undefined, container: [], content: body.slice(end) })
  }
  return tails
}

/** Reads "to the form", "at the end of the FAQ", "in the pricing after Growth". */
function whereIn(given: Token[]): { place: Place | undefined; container: Token[] } | undefined {
  const tokens = given.filter(
    (_, index) =>
      !(
        index >= given.length - 2 &&
        isWord(given[given.length - 2], 'we', 'you') &&
        isWord(given.at(-1), 'show', 'have', 'list', 'name', 'mention')
      ),
  )
  if (tokens.slice(0, -1).some(({ kind }) => kind === 'mark')) return undefined
  if (tokens.length === 0) return { place: undefined, container: [] }
  const located = readPlace(tokens)
  if (located && located.place.kind !== 'by') return { place: located.place, container: located.container }
  if (!isWord(tokens[0], 'to', 'in', 'into', 'for', 'on', 'of', 'under', 'inside', 'within')) return undefined
  const rest = tokens.slice(1)
  for (let at = 1; at < rest.length; at++) {
    const inner = readPlace(rest.slice(at))
    if (
      inner &&
      inner.place.kind !== 'by' &&
      !isWord(rest[at], 'the', 'a', 'over', 'have', 'in', 'it', 'want')
    )
      return { place: inner.place, container: [...rest.slice(0, at), ...inner.container] }
  }
  return { place: undefined, container: rest }
}

/** A place at the end of the content, after a comma or in its own words. */
function trailingPlace(
  content: Token[],
): { place: Place | undefined; container: Token[]; rest: Token[] } | undefined {
  for (let at = Math.max(1, content.length - 10); at < content.length; at++) {
    const token = content[at]
    if (
      !isWord(
        token,
        'right',
        'directly',
        'at',
        'after',
        'before',
        'below',
        'above',
        'under',
        'between',
        'to',
        'in',
        'just',
        'as',
      )
    )
      continue
    const read = whereIn(content.slice(at))
    if (!read || (!read.place && !isWord(token, 'to', 'in'))) continue
    if (!read.place && !isMark(content[at - 1], ',') && content[at - 1]?.kind !== 'quote') continue
    return { ...read, rest: content.slice(0, at) }
  }
  return undefined
}

function makePlan(plan: Plan, phrase: Phrase): { cost: number; outcome: Outcome } | undefined {
  const { head, container } = plan
  if (head.kind === 'block') return container.length === 0 || plan.place ? addBlock(plan, phrase) : undefined
  const { page, scope } = phrase
  const lists = page.nodes.filter(
    ({ kind, prop, block }) => kind === 'list' && prop === head.list && block?.type === head.type && true,
  )
  const all = [
    ...lists,
    ...page.nodes.filter(
      ({ kind, prop, block }) =>
        kind === 'list' && prop === head.list && block?.type === head.type && !lists.length,
    ),
  ]
  // A "question" is one of the FAQ, unless the form was named or there is no FAQ.
  const isAsked = head.list === 'fields' && plan.noun.some((token) => isWord(token, 'question', 'questions'))
  if (isAsked && container.length === 0 && !scope && page.document.blocks.some(({ type }) => type === 'faq'))
    return undefined
  const holder = holderFor(container, all, page, scope)
  if (holder === 'nothing') return undefined
  const chosen = holder
  if (chosen.length === 0) {
    // The page has none: a block of that kind is added with what was given.
    return head.list === 'items' || head.list === 'plans'
      ? addBlock({ ...plan, head: { kind: 'block', type: head.type } }, phrase)
      : undefined
  }
  if (chosen.length > 1) {
    const anchored =
      plan.place && 'anchor' in plan.place
        ? chosen.filter((list) => anchorIn(list, (plan.place as { anchor: Token[] }).anchor, page))
        : []
    if (anchored.length === 1) return addItems(anchored[0] as Node, plan, phrase)
    return {
      cost: 2,
      outcome: askWhich(
        chosen.map((list) => list.parent ?? list),
        page,
        (name) => `add it to ${name}`,
      ),
    }
  }
  return addItems(chosen[0] as Node, plan, phrase)
}

/** Lists that something can be added to, narrowed by where it was said to go. */
function holderFor(
  container: Token[],
  lists: Node[],
  page: Page,
  scope: Node | undefined,
): Node[] | 'nothing' {
  const words = container.filter(({ norm, kind }) => kind !== 'mark' && !determiners.has(norm))
  if (words.length > 0) {
    const found = resolve(container, page, {
      fits: (node) =>
        lists.some((list) => list === node || isBelow(list, node) || list.parent === node)
          ? node.kind === 'block'
            ? 1
            : 0.5
          : null,
    })
    if (found.kind === 'nothing') return 'nothing'
    const inside = lists.filter((list) => found.nodes.some((node) => list === node || isBelow(list, node)))
    const direct = inside.filter((list) => found.nodes.some((node) => list.parent === node || list === node))
    return direct.length > 0 ? direct : inside
  }
  if (scope) {
    const inside = lists.filter((list) => list === scope || isBelow(list, scope))
    if (inside.length > 0) return inside
  }
  if (lists.length > 1 && page.focus.length > 0) {
    const near = lists.filter((list) => page.focus.some((node) => isBelow(list, node) || isBelow(node, list)))
    if (near.length === 1) return near
  }
  return lists
}

function anchorIn(list: Node, anchor: Token[], page: Page): Node | undefined {
  const found = resolve(anchor, page, { fits: (node) => (node.parent === list ? 1 : null) })
  return found.kind === 'found' ? found.nodes[0] : undefined
}

function addItems(list: Node, plan: Plan, phrase: Phrase): { cost: number; outcome: Outcome } | undefined {
  const { source, page } = phrase
  const content = withoutLead(plan.content).filter(
    (token, index, all) => !(isMark(token, '?') && index === all.length - 1 && list.prop !== 'items'),
  )
  if (
    plan.content.length > 0 &&
    !content.some(({ kind }) => kind !== 'mark') &&
    plan.modifiers.length === 0 &&
    plan.place === undefined
  )
    content.length = 0
  const made = itemsFrom(list, content, plan, source)
  if (!made) return undefined
  if ('question' in made) return { cost: 1.5, outcome: askContent(made.question) }
  const at = indexFor(list, plan.place, page)
  if (at === undefined) return undefined
  return { cost: made.cost, outcome: insert(list, made.items, at, page) }
}

function withoutLead(tokens: Token[]): Token[] {
  let list = tokens
  while (
    list.length > 0 &&
    (isMark(list[0], ':', '–', ',', '→', '.') ||
      contentStarts.has(list[0]?.norm ?? '') ||
      isWord(list[0], 'with', 'that', 'says', 'say'))
  )
    list = list.slice(1)
  return list
}

const describing =
  /^(?:our|the|a|an|some|your|their|my|another|new|more)\b.*\b(?:customers?|clients?|partners?|quotes?|testimonials?|logos?|one|ones|questions?|features?|about|stuff|things?|numbers?|photo|picture|section|them|companies|company)\b|^(?:something|anything|some|a few|more|it|them|this|that|one|nice|good|latest)\b/i

/** The items that content makes for a list. */
function itemsFrom(
  list: Node,
  content: Token[],
  plan: Plan,
  source: string,
): { items: unknown[]; cost: number } | { question: string } | undefined {
  const schema = list.schema.items ?? {}
  const noun =
    plan.noun
      .map(({ text }) => text)
      .join(' ')
      .toLowerCase() || 'item'
  if (list.prop === 'fields') return fieldsFrom(list, content, plan, source)
  if (list.prop === 'columns') return undefined
  if (plan.modifiers.length > 0 && content.length > 0) return undefined
  const words = content.some(({ kind }) => kind !== 'mark') ? content : plan.modifiers
  if (
    list.schema.items?.type !== 'object' &&
    words.some(({ kind }) => kind === 'quote') &&
    words.some(
      (token) => token.kind === 'word' && !isWord(token, 'and', 'or', 'also', 'too', 'as', 'well', 'please'),
    )
  )
    return undefined
  if (words.length === 0) return { question: `What should the new ${singular(noun)} say?` }
  if (
    words.every(
      (token) =>
        token.kind === 'mark' ||
        (token.kind === 'word' &&
          !/^\p{Lu}/u.test(token.text.slice(0, 1)) &&
          (determiners.has(token.norm) ||
            functionWords.has(token.norm) ||
            fillers.has(token.norm) ||
            namingWords.has(token.norm))),
    )
  )
    return { question: `What should the new ${singular(noun)} say?` }
  if (list.prop === 'rows') return rowFrom(list, words, source)
  if (schema.type !== 'object') {
    const texts =
      plan.count === undefined &&
      !/s$/.test(noun) &&
      words.some(({ kind }) => kind !== 'quote') &&
      !words.some((token) => isMark(token, '|', 'bullet', '\n'))
        ? [textOf(words, source)?.text.replace(/\.$/, '') ?? '']
        : listTexts(words, source)
    return texts.some(
      (text) => !text || (describing.test(text) && !words.some(({ kind }) => kind === 'quote')),
    )
      ? { question: `What should the new ${singular(noun)} say?` }
      : {
          items: texts.map((text) =>
            fit(
              text.replace(/^\p{Ll}/u, (sign) => sign.toUpperCase()),
              schema,
            ),
          ),
          cost: 0,
        }
  }
  const groups = groupsOf(schema, words, plan, source)
  const items: unknown[] = []
  for (const group of groups) {
    const filled = fillObject(schema, group, source)
    if ('missing' in filled)
      return { question: `What is the ${inWords(filled.missing)} of the new ${singular(noun)}?` }
    if (
      Object.values(filled.value).some((text) => typeof text === 'string' && describing.test(text)) &&
      !group.some(({ kind }) => kind === 'quote') &&
      content.length > 0 &&
      Object.keys(filled.value).length === 1
    )
      return { question: `Give me the words of the new ${singular(noun)}.` }
    items.push(filled.value)
  }
  return { items, cost: 0 }
}

/** Several items in one wish: names in a list, lines, figures, pairs of question and answer. */
function groupsOf(schema: Schema, tokens: Token[], plan: Plan, source: string): Token[][] {
  const props = textProps(schema)
  const isMany = (plan.count ?? 0) > 1 || /s$/.test(plan.noun.at(-1)?.norm ?? '') || plan.noun.length === 0
  const split = (isEdge: (token: Token, index: number) => boolean) => {
    const groups: Token[][] = [[]]
    for (const [index, token] of tokens.entries()) {
      if (isEdge(token, index)) groups.push([])
      else groups.at(-1)?.push(token)
    }
    return groups.filter((group) => group.some(({ kind }) => kind !== 'mark'))
  }
  if (props.length === 1) {
    if (!isMany && !tokens.some((token) => isMark(token, ','))) return [tokens]
    if (tokens.some((token) => isMark(token, '–') || token.norm === '+')) return [[]]
    const last = tokens.findLastIndex((token) => isMark(token, ','))
    return split(
      (token, index) =>
        isMark(token, ',', ';', '|', '\n', 'bullet') ||
        (isWord(token, 'and') && index > last) ||
        token.norm === '&',
    )
  }
  const lines = split((token) => isMark(token, 'bullet', '\n', ';'))
  if (lines.length > 1 && lines.every((line) => !('missing' in fillObject(schema, line, source))))
    return lines
  if (props[0] === 'value' && isMany) {
    const figures = split(
      (token, index) =>
        (isMark(token, ',') || isWord(token, 'and')) &&
        tokens.slice(index + 1, index + 3).some(({ kind }) => kind === 'number'),
    )
    if (figures.length > 1) return figures
  }
  if (props[0] === 'question' && isMany) {
    const questions: Token[][] = []
    let from = 0
    const marks = tokens.flatMap((token, index) => (isMark(token, '?') ? [index] : []))
    for (const [number] of marks.entries()) {
      const next = marks[number + 1]
      const until =
        next === undefined
          ? tokens.length
          : tokens.findLastIndex((token, index) => index < next && isMark(token, '.', '!', '\n', 'bullet')) +
            1
      questions.push(tokens.slice(from, until))
      from = until
    }
    if (questions.length > 1) return questions
  }
  return [tokens]
}

function rowFrom(
  list: Node,
  tokens: Token[],
  source: string,
): { items: unknown[]; cost: number } | { question: string } | undefined {
  const columns =
    list.parent?.children.find(({ prop }) => prop === 'columns')?.children.map(({ label }) => label) ?? []
  const question = `What stands in the new row? Give me its label and ${columns.length} cells, for ${listed(columns)}.`
  const bars = splitAt(tokens, (token) => isMark(token, '|')).map((part) => textOf(part, source)?.text ?? '')
  if (bars.length === columns.length + 1)
    return { items: [{ label: bars[0], cells: bars.slice(1) }], cost: 0 }
  // "Contract length, Solvane: One project, General contractor: …"
  const starts = columns.map((column) => {
    const words = column.toLowerCase().split(/\s+/)
    return tokens.findIndex(
      (_, index) =>
        words.every((word, offset) => tokens[index + offset]?.norm === word) &&
        (isMark(tokens[index + words.length], ':', '–', '=', '→') ||
          tokens[index + words.length]?.kind === 'quote' ||
          isWord(tokens[index + words.length], 'is', 'has', 'gets', 'with')),
    )
  })
  const quotes = columns.map((column) => {
    const words = column.toLowerCase().split(/\s+/)
    const last = words.at(-1) ?? ''
    const at = tokens.findIndex(
      (token, index) =>
        token.norm === last &&
        tokens
          .slice(Math.max(0, index - words.length - 2), index)
          .some((each) => isWord(each, 'for', 'at', 'with')),
    )
    return at === -1 ? undefined : tokens.slice(0, at).findLast(({ kind }) => kind === 'quote')
  })
  const firstQuote = tokens.findIndex(({ kind }) => kind === 'quote')
  if (firstQuote >= 0 && quotes.every(Boolean) && new Set(quotes).size === columns.length) {
    const opening = tokens[firstQuote]
    const label = quotes.includes(opening)
      ? (textOf(tidy(tokens.slice(0, firstQuote)), source)?.text.replace(/[,:]?\s*(?:with)?$/, '') ?? '')
      : (opening?.text ?? '')
    if (label) return { items: [{ label, cells: quotes.map((quote) => quote?.text) }], cost: 0 }
  }
  if (starts.every((at) => at > 0)) {
    const order = [...starts].sort((a, b) => a - b)
    const cells = columns.map((column, index) => {
      const from = (starts[index] ?? 0) + column.split(/\s+/).length
      const to = order[order.indexOf(starts[index] ?? 0) + 1] ?? tokens.length
      return textOf(tidy(tokens.slice(from, to)), source)?.text.replace(/\.$/, '') ?? ''
    })
    const label = textOf(tidy(tokens.slice(0, order[0])), source)?.text.replace(/[.,:]$/, '') ?? ''
    return label && cells.every(Boolean) ? { items: [{ label, cells }], cost: 0 } : { question }
  }
  const parts = splitAt(tokens, (token) => isMark(token, ',', ':', '–', ';', '/'))
    .map((part) => textOf(tidy(part), source)?.text.replace(/\.$/, '') ?? '')
    .filter(Boolean)
  return parts.length === columns.length + 1
    ? { items: [{ label: parts[0], cells: parts.slice(1) }], cost: 0 }
    : { question }
}

function tidy(tokens: Token[]): Token[] {
  let list = tokens
  while (
    list.length > 0 &&
    (isMark(list[0], ':', '–', '=', ',', '.', '→', ';') ||
      isWord(list[0], 'is', 'has', 'gets', 'and', 'with'))
  )
    list = list.slice(1)
  while (list.length > 1 && (isMark(list.at(-1), ',', ';', ':', '–', '.') || isWord(list.at(-1), 'and')))
    list = list.slice(0, -1)
  return list
}

function splitAt(tokens: Token[], isEdge: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (isEdge(token)) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

const fieldNoise = new Set(
  'required optional mandatory compulsory obligatory not non voluntary required. dropdown select checkbox field box input please it should be make is for which that asking people visitors users them question about'.split(
    ' ',
  ),
)

/** A new field: its label is quoted, comes after the noun, or stands before it ("a phone number field"). */
function fieldsFrom(
  list: Node,
  content: Token[],
  plan: Plan,
  source: string,
): { items: unknown[]; cost: number } | { question: string } | undefined {
  const taken = (list.value as { name: string }[]).map(({ name }) => name)
  const said = [...plan.modifiers, ...plan.noun, ...content]
  const quote = content.find(({ kind }) => kind === 'quote')
  const isKind = (token: Token) => fieldNoise.has(token.norm) && token.kind === 'word'
  const named = plan.modifiers.filter((token) => !isKind(token))
  const with_ = content.findIndex(
    (token) => isWord(token, 'with', 'options', 'choices') || isMark(token, ':'),
  )
  let label = quote?.text
  let options: string[] | undefined
  const isChoice = said.some((token) => isWord(token, 'dropdown', 'select', 'choice', 'options', 'choices'))
  if (quote && isChoice) {
    const after = content
      .slice(content.indexOf(quote) + 1)
      .filter((token) => !isWord(token, 'with', 'options', 'choices', 'the', 'and') || isWord(token, 'and'))
    const end = after.findIndex(
      (token) => isMark(token, '.') || isWord(token, 'optional', 'required', 'mandatory'),
    )
    options = listTexts(tidy(end === -1 ? after : after.slice(0, end)), source)
  } else if (!label && named.length > 0) {
    label = textOf(named, source)?.text
    if (isChoice && content.length > 0)
      options = listTexts(
        tidy(content.filter((token) => !isWord(token, 'options', 'choices', 'with'))),
        source,
      )
  } else if (!label && content.length > 0) {
    const end = content.findIndex(
      (token, index) =>
        index > 0 && (isMark(token, ',', '.', ';', '(', ':') || isWord(token, 'with', 'as', 'which', 'that')),
    )
    const words = tidy(end === -1 ? content : content.slice(0, end)).filter(
      (token, index) => !(index < 2 && isWord(token, 'for', 'their', 'the', 'a', 'an', 'your')),
    )
    label = textOf(words, source)?.text
    const rest = end === -1 ? [] : content.slice(end)
    if (isChoice)
      options = listTexts(tidy(rest.filter((token) => !isWord(token, 'options', 'choices', 'with'))), source)
  }
  void with_
  // What else was said must be about the field: whether it is required, its kind.
  const rest = content.filter(
    (token) =>
      token.kind !== 'mark' &&
      token !== quote &&
      !isKind(token) &&
      !options &&
      !(label ?? '').toLowerCase().includes(token.norm) &&
      !determiners.has(token.norm) &&
      !isWord(
        token,
        'and',
        'with',
        'as',
        'can',
        'leave',
        'blank',
        'empty',
        'to',
        'of',
        'called',
        'named',
        'labelled',
      ),
  )
  if (!label || describing.test(label)) return { question: 'What should the new field ask for?' }
  if (rest.length > 0) return undefined
  if (isChoice && !options?.length)
    return {
      question:
        'Which choices should it offer? For example: add a dropdown “Team size” with 1–10, 11–50, 51+.',
    }
  return { items: [makeField(label.replace(/\s+field$/i, ''), taken, said, options)], cost: 0 }
}

function indexFor(list: Node, place: Place | undefined, page: Page): number | undefined {
  const count = list.children.length
  if (!place || place.kind === 'last') return count
  if (place.kind === 'first') return 0
  if (place.kind === 'at') return Math.min(count, Math.max(0, place.index))
  if (place.kind === 'by') return undefined
  if (place.kind === 'between') {
    const found = place.anchors.map((anchor) => anchorIn(list, anchor, page)?.index)
    return found.some((index) => index === undefined) ? undefined : Math.max(...(found as number[]))
  }
  const anchor = 'anchor' in place ? anchorIn(list, place.anchor, page) : undefined
  return anchor ? anchor.index + ('anchor' in place && place.kind === 'after' ? 1 : 0) : undefined
}

function insert(list: Node, items: unknown[], at: number, page: Page): Outcome {
  const values = Array.isArray(list.value) ? list.value : []
  const draft = setList(draftOf(page), list, values.toSpliced(at, 0, ...items))
  const holder = list.parent ? nameOf(list.parent, page) : 'the page'
  const labels = items.map((item) =>
    typeof item === 'string'
      ? item
      : String(
          Object.values(item as object).find(
            (value) => typeof value === 'string' && value !== (item as { name?: string; type?: string }).type,
          ) ?? '',
        ),
  )
  const shown =
    list.prop === 'fields' ? items.map((item) => String((item as { label: string }).label)) : labels
  return {
    kind: 'done',
    draft,
    said: `added ${listed(shown.map((text) => quoted(text, 50)))} to ${holder}`,
    focus: [`${list.key}/${at}`],
  }
}

/** "add X and Y to the logos": the words come first, then where they go. */
function listedFor(body: Token[], base: number, phrase: Phrase): Reading[] {
  const readings: Reading[] = []
  for (let at = body.length - 2; at >= 0; at--) {
    if (
      !isWord(
        body[at],
        'to',
        'in',
        'into',
        'on',
        'under',
        'for',
        'at',
        'after',
        'before',
        'between',
        'below',
        'above',
      )
    )
      continue
    const stop = body.findIndex((token, index) => index > at && isMark(token, ',', ':', '–'))
    const where = whereIn(stop === -1 ? body.slice(at) : body.slice(at, stop))
    if (!where) continue
    const rest = stop === -1 ? [] : body.slice(stop)
    readings.push(
      ...addTo(
        [...body.slice(0, at), ...rest],
        where.container.length > 0
          ? where.container
          : where.place && 'anchor' in where.place
            ? []
            : where.container,
        base,
        phrase,
        where.place,
      ),
    )
  }
  if (phrase.scope) readings.push(...addTo(body, [], base + 0.1, phrase))
  return readings
}

function addTo(content: Token[], container: Token[], base: number, phrase: Phrase, place?: Place): Reading[] {
  const { page, source, scope } = phrase
  const words = content.filter(
    (token, index) => !(isWord(token, 'too', 'also', 'well', 'as', 'please') && index >= content.length - 3),
  )
  const tail = trailingPlace(words)
  const given = tail?.place && !place ? tail.rest : words
  // "a row “…”" names what is added; it is no text.
  const lead = given.findIndex(({ norm }) => !determiners.has(norm))
  if (lead > 0 && longestPhrase(heads, given, lead, 3)) return []
  if (given.length === 0) return []
  const lists = page.nodes.filter((node) => node.kind === 'list' && isOpenList(node))
  let chosen: Node[]
  if (container.some(({ kind, norm }) => kind !== 'mark' && !determiners.has(norm))) {
    const found = resolve(container, page, {
      fits: (node) =>
        lists.some((list) => list === node || list.parent === node)
          ? node.kind === 'item' || node.kind === 'block'
            ? 1
            : 0.5
          : null,
    })
    if (found.kind !== 'found') return []
    chosen = lists.filter((list) => found.nodes.some((node) => list === node || list.parent === node))
  } else if (scope) chosen = lists.filter((list) => list === scope || list.parent === scope)
  else if (place && 'anchor' in place)
    chosen = lists.filter((list) => anchorIn(list, place.anchor, page) !== undefined)
  else return []
  const isName =
    given.some(({ kind, text }) => kind === 'quote' || /^\p{Lu}/u.test(text)) ||
    given.every(({ kind }) => kind !== 'word')
  const readings: Reading[] = []
  for (const list of chosen) {
    const plan: Plan = {
      head: { kind: 'item', type: '', list: list.prop },
      modifiers: [],
      place: place ?? tail?.place,
      container: [],
      content: given,
      noun: [],
      count: undefined,
    }
    if (list.prop === 'fields') plan.modifiers = given.filter(({ kind }) => kind !== 'quote')
    const text = textOf(given, source)?.text ?? ''
    if (describing.test(text) && !given.some(({ kind }) => kind === 'quote')) {
      readings.push({
        cost: base + 1.5,
        outcome: ask(`Which words should I add? Give me the name or the text itself.`),
      })
      continue
    }
    const made = addItems(
      list,
      list.prop === 'fields' ? { ...plan, content: given.filter(({ kind }) => kind === 'quote') } : plan,
      phrase,
    )
    if (made)
      readings.push({
        cost:
          base +
          made.cost +
          (given.some(
            (token, index) =>
              index > 0 && isWord(token, 'to', 'in', 'on') && determiners.has(given[index + 1]?.norm ?? ''),
          ) ||
          isWord(
            given.findLast(({ kind }) => kind !== 'mark'),
            'right',
            'directly',
          )
            ? 3
            : 0) +
          (isName ? 0 : 0.5) +
          (list.prop === 'fields' ? 0.3 : 0),
        outcome: made.outcome,
      })
  }
  return readings
}

function isOpenList(list: Node): boolean {
  const item = list.schema.items ?? {}
  return (
    item.type !== 'object' ||
    list.prop === 'fields' ||
    (item.required ?? []).filter((prop) => prop !== 'id').length <= 2
  )
}

/** A whole block from the words that were given. */
function addBlock(plan: Plan, { page, source }: Phrase): { cost: number; outcome: Outcome } | undefined {
  const { type } = plan.head
  if (type === 'image' || type === 'video' || type === 'custom' || type === 'hero') return undefined
  const name = namesIn(blockNames[type] ?? inWords(type))[0] ?? type
  const content = withoutLead(plan.content)
  if (plan.modifiers.length > 0 && type !== 'text') return undefined
  const props = propsFrom(type, content, plan, source, page)
  if (!props) return { cost: 1.5, outcome: askContent(`What should the new ${name} say? Give me its words.`) }
  const after = afterFor(plan.place, page)
  if (after === undefined) return undefined
  const id = newBlockId(page.document, type as BlockTypeName, props)
  const block = { id, type, props, sources: [] } as unknown as Block
  return {
    cost: 0.3,
    outcome: {
      kind: 'done',
      draft: insertBlock(draftOf(page), block, after),
      said: `added a ${name} section`,
      focus: [`${id}/`],
    },
  }
}

function propsFrom(
  type: string,
  content: Token[],
  plan: Plan,
  source: string,
  page: Page,
): object | undefined {
  const schema = propsSchema(type)
  if (content.length === 0 || type === 'comparison') return undefined
  const list = Object.entries(schema.properties ?? {}).find(
    ([prop, of]) => of.type === 'array' && schema.required?.includes(prop),
  )
  if (list) {
    const [prop, of] = list
    const heading = content[0]?.kind === 'quote' && isMark(content[1], ':', '–', ',') ? content[0] : undefined
    const titled = content.findIndex((token) =>
      isWord(token, 'heading', 'title', 'headline', 'called', 'titled'),
    )
    const title =
      heading ?? (titled !== -1 && content[titled + 1]?.kind === 'quote' ? content[titled + 1] : undefined)
    const from = title ? content.indexOf(title) + 1 : countLead(content)
    const node = { schema: of, prop, children: [], parent: undefined, value: [] } as unknown as Node
    const made =
      prop === 'fields'
        ? undefined
        : itemsFrom(
            node,
            withoutLead(content.slice(from)),
            { ...plan, modifiers: [], noun: [], count: 2 },
            source,
          )
    if (!made || 'question' in made) return undefined
    return {
      ...(title ? { heading: fit(title.text, schema.properties?.heading ?? {}) } : {}),
      [prop]: made.items,
    }
  }
  if (type === 'cta') {
    const action = page.document.blocks
      .map(({ props }) => (props as { primaryAction?: object }).primaryAction)
      .find(Boolean)
    const filled = fillObject({ ...schema, required: ['headline'] }, content, source, ['headline', 'body'])
    return 'missing' in filled
      ? undefined
      : { ...filled.value, primaryAction: action ?? { label: 'Get in touch', link: 'action:primary' } }
  }
  const order =
    type === 'quote' ? ['quote', 'name', 'role'] : type === 'text' ? ['heading', 'body'] : textProps(schema)
  const filled = fillObject(schema, content, source, order)
  if ('missing' in filled) return undefined
  const { heading, body } = filled.value as { heading?: string; body?: string }
  if (type === 'text' && heading && !body && heading.length > 80) return { body: heading }
  return Object.keys(filled.value).length > 0 ? filled.value : undefined
}

/** "two questions: …": the count before the colon is no content. */
function countLead(content: Token[]): number {
  const colon = content.findIndex((token) => isMark(token, ':'))
  return colon > 0 &&
    colon <= 4 &&
    content.slice(0, colon).every(({ kind }) => kind === 'word' || kind === 'number')
    ? colon + 1
    : 0
}

/** The block after which a new one goes; null is the top, undefined an anchor that was not found. */
function afterFor(place: Place | undefined, page: Page): string | null | undefined {
  const { blocks } = page.document
  if (!place) return (blocks.at(-1)?.type === 'cta' ? blocks.at(-2)?.id : blocks.at(-1)?.id) ?? null
  if (place.kind === 'first') return null
  if (place.kind === 'last') return blocks.at(-1)?.id ?? null
  if (place.kind === 'by') return undefined
  if (place.kind === 'at')
    return place.index === 0 ? null : (blocks[Math.min(place.index, blocks.length) - 1]?.id ?? null)
  const anchors = ('anchors' in place ? place.anchors : 'anchor' in place ? [place.anchor] : []).map(
    (anchor) =>
      resolve(anchor, page, { fits: (node) => (node.kind === 'block' ? 1 : null), allowSeveral: true }),
  )
  const found = anchors.map((each) => (each.kind === 'found' ? each.nodes.at(-1)?.block : undefined))
  const [first] = found
  if (!first || found.some((block) => !block)) return undefined
  return place.kind === 'before' ? (blocks[blocks.indexOf(first) - 1]?.id ?? null) : first.id
}
