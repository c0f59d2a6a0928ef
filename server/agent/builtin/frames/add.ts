import { type BlockTypeName, blockTypes } from '../../../documents/blocks/index.ts'
import { newBlockId } from '../../../documents/ids.ts'
import type { Block } from '../../../documents/schema.ts'
import { listed, quoted } from '../../label.ts'
import { fitted } from '../../places.ts'
import type { Clause } from '../clauses.ts'
import { type Content, linkIn, makeField, makeItem, readContent, textProps } from '../content.ts'
import { nameOf } from '../describe.ts'
import { draftOf, insertBlock, setList, setNode } from '../edit.ts'
import { inWords, type Node, propsSchema, type Schema, singular, stringKind } from '../nodes.ts'
import { askWhich } from '../objects.ts'
import { ask, askContent, type Frame, type Outcome, refused } from '../outcome.ts'
import type { Page } from '../page.ts'
import { resolve } from '../targets.ts'
import { isMark, isWord, longestPhrase, namesIn, type Token } from '../tokens.ts'
import { listOf, textOf } from '../values.ts'
import { fillerLength, verbAt } from '../verbs.ts'
import { blockNames, fieldKinds, itemNames } from '../words/names.ts'
import { numbers } from '../words/plain.ts'
import { splitWords } from './set.ts'

/** What is to be added: an item of a list, a whole block, or words to a text. */
type Head =
  | { kind: 'item'; type: string; list: string }
  | { kind: 'block'; type: string }
  | { kind: 'field' }
  | { kind: 'sentence' }
  | { kind: 'keywords' }

const heads = new Map<string, Head[]>()
const addHead = (name: string, head: Head) => heads.set(name, [...(heads.get(name) ?? []), head])
for (const { name: type, props } of blockTypes) {
  for (const name of namesIn(blockNames[type] ?? inWords(type)))
    if (
      ![
        'customers',
        'clients',
        'companies',
        'reference',
        'results',
        'numbers',
        'opening',
        'process',
        'journey',
        'table',
        'ending',
      ].includes(name)
    )
      addHead(name, { kind: 'block', type })
  for (const [list] of listsOf(props as Schema))
    for (const name of namesIn(
      itemNames[`${type}.${list}`] ?? singular(inWords(list === 'items' ? type : list)),
    ))
      if (
        ![
          'brand',
          'box',
          'value',
          'line',
          'entry',
          'option',
          'company',
          'customer',
          'client',
          'partner',
          'company name',
          'customer name',
        ].includes(name) ||
        list !== 'items'
      )
        for (const said of [name, `${name}s`])
          if (heads.get(said)?.every((head) => head.kind !== 'block') ?? true)
            addHead(said, { kind: 'item', type, list })
}
for (const name of [
  'sentence',
  'line',
  'paragraph',
  'words',
  'word',
  'phrase',
  'exclamation mark',
  'exclamation point',
  'question mark',
  'full stop',
  'period',
  'dot',
  'emoji',
])
  heads.set(name, [{ kind: 'sentence' }, ...(heads.get(name) ?? [])])
for (const name of ['keyword', 'keywords', 'meta keywords', 'seo keywords'])
  heads.set(name, [{ kind: 'keywords' }])
for (const name of ['section', 'block', 'text section', 'text block'])
  heads.set(name, [{ kind: 'block', type: 'text' }])
for (const name of Object.values(fieldKinds)
  .flatMap(namesIn)
  .filter((name) => /drop|select|check|tick|text ?(?:area|box|field)/.test(name)))
  heads.set(name, [{ kind: 'field' }])

function listsOf(schema: Schema, found: [string, Schema][] = []): [string, Schema][] {
  for (const [name, of] of Object.entries(schema.properties ?? {}))
    if (of.type === 'array') {
      found.push([name, of])
      if (of.items) listsOf(of.items, found)
    }
  return found
}

const leads = new Set(
  'a an another one more new extra additional further the some also two three four five second third single'.split(
    ' ',
  ),
)

/** Adds items, blocks, form fields, options and sentences, with the words that were given and no others. */
export const addFrame: Frame = (clause, page) => {
  const { tokens } = clause
  const verb = verbAt(tokens, 0)
  const isAsk = isWord(tokens[0], 'ask')
  const isNew =
    !verb &&
    (isWord(tokens[0], 'new', 'another', 'additional', 'extra') ||
      (isWord(tokens[0], 'one') && isWord(tokens[1], 'more')))
  if (!isNew && !verb?.classes.has('add')) return verb ? undefined : addDeclared(clause, page)
  const body = isNew ? tokens : tokens.slice(verb?.length)
  if (isAsk) return addField(body, clause, page)
  let at = fillerLength(body, 0)
  let isIndefinite = false
  while (
    at < body.length &&
    body[at]?.kind === 'word' &&
    (leads.has(body[at]?.norm ?? '') ||
      numbers[body[at]?.norm ?? ''] !== undefined ||
      isWord(
        body[at],
        'short',
        'small',
        'required',
        'optional',
        'mandatory',
        'nice',
        'big',
        'customer',
        'quick',
      ))
  ) {
    if (
      isWord(
        body[at],
        'a',
        'an',
        'another',
        'one',
        'more',
        'new',
        'extra',
        'additional',
        'some',
        'two',
        'three',
      ) ||
      numbers[body[at]?.norm ?? ''] !== undefined
    )
      isIndefinite = true
    at++
  }
  const head = headAt(body, at) ?? headAt(body, Math.max(0, at - 1))
  const strong =
    isNew ||
    /^(?:add|insert|include|append|create|introduce|attach|put in|throw in|drop in|pop in|slot in|tack on|build|squeeze in|set up|work in|slip in)$/.test(
      verb?.phrase ?? '',
    )
  if (!strong && !(isIndefinite && head)) return undefined
  if (head && (isIndefinite || strong))
    return addHeaded(head.value, body.slice(at + head.length), body, clause, page)
  return strong ? addTo(body, clause, page) : undefined
}

/** "the table needs one more row: …", "numbers section, one more figure at the end: …", "there's a step missing". */
function addDeclared(clause: Clause, page: Page): Outcome | undefined {
  const { tokens } = clause
  const said = tokens.map(({ norm }) => norm).join(' ')
  const isMissing = /^theres? (?:is )?an? .*\bmissing\b/.test(said)
  const at = isMissing
    ? tokens.findIndex((token) => isWord(token, 'a', 'an'))
    : tokens.findIndex(
        (token, index) =>
          index > 0 &&
          index < 10 &&
          (isWord(token, 'another', 'additional', 'extra') ||
            (isWord(token, 'one') && isWord(tokens[index + 1], 'more')) ||
            (isWord(token, 'a', 'an', 'one') &&
              isWord(tokens[index - 1], 'needs', 'need', 'have', 'has', 'wants', 'lacks', 'missing', 'use'))),
      )
  if (at < 1) return undefined
  const before = tokens
    .slice(0, at)
    .filter(
      (token) =>
        token.kind === 'word' &&
        !isWord(
          token,
          'needs',
          'need',
          'should',
          'have',
          'has',
          'could',
          'use',
          'must',
          'wants',
          'lacks',
          'is',
          'missing',
          'there',
          'theres',
          'still',
          'get',
          'to',
        ),
    )
  const target = before.length > 0 ? resolve(before, page, {}) : undefined
  if (target && target.kind !== 'found') return undefined
  let start = at
  while (leads.has(tokens[start]?.norm ?? '')) start++
  const head = longestPhrase(heads, tokens, start, 4)
  if (!head) return undefined
  const rest = tokens.slice(start + head.length).filter((token) => !isWord(token, 'missing'))
  const [node] = target?.nodes ?? []
  return addHeaded(head.value, rest, tokens.slice(at), clause, page, node)
}

function headAt(tokens: Token[], at: number) {
  const field = longestPhrase(heads, tokens, at, 4)
  // "a phone field", "an email field": the noun comes after what is asked for.
  const noun = tokens.findIndex(
    (token, index) =>
      index >= at && index < at + 5 && isWord(token, 'field', 'fields', 'input', 'dropdown', 'checkbox'),
  )
  if (noun > at && !tokens.slice(at, noun).some(({ kind }) => kind !== 'word'))
    return { value: [{ kind: 'field' as const }], length: 0 }
  return field
}

/** "add a feature: …", "add a quote “…” by Ann": what is added is named, its words follow. */
function addHeaded(
  options: Head[],
  rest: Token[],
  body: Token[],
  clause: Clause,
  page: Page,
  target?: Node,
): Outcome | undefined {
  const place = readPlace(rest, page)
  if (target) place.target ??= target
  const content = contentTokens(place.rest)
  const part = place.target?.children.find(
    ({ kind, names }) => kind === 'text' && body.slice(0, 4).some(({ norm }) => names.has(norm)),
  )
  const words =
    part && options.some(({ kind }) => kind === 'block' || kind === 'sentence')
      ? textOf(content, clause.source)?.text
      : undefined
  if (part && part.value === undefined && words)
    return {
      kind: 'done',
      draft: setNode(
        draftOf(page),
        part,
        fitted(words, { kind: stringKind(part.schema) ?? 'text', maxLength: part.schema.maxLength ?? 1000 }),
      ),
      said: `set ${nameOf(part, page)} to ${quoted(words)}`,
      focus: [part.key],
    }
  const onPage = options.filter(
    (head) => head.kind !== 'item' || page.document.blocks.some(({ type }) => type === head.type),
  )
  const fitting = place.target
    ? onPage.filter(
        (head) =>
          head.kind === 'sentence' ||
          head.kind === 'field' ||
          (head.kind === 'item' &&
            place.target?.block?.type === head.type &&
            listNode(place.target as Node, head.list)),
      )
    : onPage
  const items = fitting.filter((head) => head.kind === 'item')
  const head =
    (place.target ? fitting[0] : undefined) ??
    onPage.find(({ kind }) => kind === 'item') ??
    onPage[0] ??
    options[0]
  if (!head) return undefined
  if (head.kind === 'keywords') return addKeywords(content, clause, page)
  if (head.kind === 'sentence') return appendText(content, body, place, clause, page)
  if (head.kind === 'field') return addField(body, clause, page)
  if (head.kind === 'item' && head.list === 'fields') return addField(body, clause, page)
  if (head.kind === 'item') {
    if (!page.document.blocks.some(({ type }) => type === head.type))
      return addBlock(head.type, content, place, clause, page)
    if (
      items.length > 1 &&
      !place.target &&
      new Set(items.map(({ type }) => type)).size > 1 &&
      content.length === 0
    )
      return ask('What should it say, and where does it go?')
    return addItem(head.type, head.list, content, place, clause, page)
  }
  return addBlock(head.type, content, place, clause, page)
}

type Place = {
  rest: Token[]
  target: Node | undefined
  anchor: { node: Node; side: 'after' | 'before' } | undefined
  isTop: boolean
  isEnd: boolean
  unknown: Token[] | undefined
}
const sides: Record<string, 'after' | 'before'> = {
  below: 'after',
  under: 'after',
  after: 'after',
  beneath: 'after',
  underneath: 'after',
  above: 'before',
  before: 'before',
}

/** Where something goes: "to the FAQ", "below the hero", "between Growth and Enterprise", "at the top". */
function readPlace(tokens: Token[], page: Page): Place {
  const place: Place = {
    rest: tokens,
    target: undefined,
    anchor: undefined,
    isTop: false,
    isEnd: false,
    unknown: undefined,
  }
  const limit = tokens.findIndex((token) => isMark(token, ':'))
  for (let index = 0; index < Math.min(place.rest.length, 40); index++) {
    const token = place.rest[index] as Token
    const isBefore = limit === -1 || index < limit
    if (isWord(token, 'between')) {
      const joint = place.rest.findIndex((other, at) => at > index && isWord(other, 'and'))
      const end = stopOf(place.rest, joint)
      const found = resolve(place.rest.slice(index + 1, joint), page, {
        fits: ({ kind, isItem }) => (kind === 'block' || isItem ? 0 : null),
      })
      if (joint > index && found.kind === 'found') {
        place.anchor = { node: found.nodes[0] as Node, side: 'after' }
        place.rest = place.rest.toSpliced(index, end - index)
      }
    } else if (
      isWord(token, 'at', 'to') &&
      isWord(place.rest[index + 1], 'the') &&
      isWord(place.rest[index + 2], 'top', 'bottom', 'end', 'start', 'beginning')
    ) {
      const tail = stopOf(place.rest, index)
      if (
        isWord(place.rest[index + 3], 'of', 'in') &&
        !isWord(place.rest[index + 4], 'page') &&
        !isWord(place.rest[index + 5], 'page')
      )
        continue
      place.isTop = isWord(place.rest[index + 2], 'top', 'start', 'beginning')
      place.isEnd = !place.isTop
      place.rest = place.rest.toSpliced(index, Math.min(tail, index + 6) - index)
    } else if (
      (sides[token.norm] ||
        isWord(token, 'to', 'in', 'into', 'within', 'inside', 'onto') ||
        (limit > index && isWord(token, 'on', 'for'))) &&
      token.kind === 'word'
    ) {
      const relation = sides[token.norm]
      for (const end of endsOf(place.rest, index)) {
        const phrase = place.rest.slice(index + 1, end)
        const found = resolve(phrase, page, {
          fits: (node) =>
            relation
              ? node.kind === 'block' || node.isItem || node.kind === 'text'
                ? node.kind === 'block'
                  ? 1
                  : 0
                : null
              : node.kind === 'theme' || node.kind === 'flag' || node.kind === 'choice'
                ? null
                : node.kind === 'meta'
                  ? -1
                  : 0,
        })
        if (found.kind !== 'found' || (!isBefore && phrase.length < 2)) continue
        const node = found.nodes[0] as Node
        const holder =
          node.kind === 'text' && !node.isItem
            ? node.parent?.isItem
              ? node.parent
              : (node.parent ?? node)
            : node
        if (relation) place.anchor = { node: holder, side: relation }
        else if (!place.target && token.norm !== 'of' && token.norm !== 'from') place.target = node
        else continue
        place.rest = place.rest.toSpliced(index, end - index)
        index--
        break
      }
    }
  }
  return place
}

/** Places where a phrase may end, the farthest first. */
function endsOf(tokens: Token[], from: number): number[] {
  const stop = stopOf(tokens, from)
  return Array.from({ length: Math.max(0, stop - from - 1) }, (_, index) => stop - index).slice(0, 8)
}

function stopOf(tokens: Token[], from: number): number {
  const at = tokens.findIndex(
    (token, index) =>
      index > from &&
      (token.kind === 'mark' ||
        (token.kind === 'quote' && index > from + 1) ||
        isWord(
          token,
          'called',
          'named',
          'titled',
          'saying',
          'with',
          'that',
          'which',
          'says',
          'labelled',
          'labeled',
        )),
  )
  return Math.min(at === -1 ? tokens.length : at, from + 9)
}

/** Content without the words that lead to it. */
function contentTokens(tokens: Token[]): Token[] {
  let at = 0
  while (
    at < tokens.length &&
    (tokens[at]?.kind === 'mark' ||
      (isWord(
        tokens[at],
        'called',
        'named',
        'titled',
        'saying',
        'that',
        'says',
        'with',
        'the',
        'which',
        'reading',
        'section',
        'block',
        'text',
        'labelled',
        'labeled',
        'item',
        'entry',
        'question',
        'name',
        'title',
        'point',
        'and',
        'there',
        'of',
        'list',
        'about',
        'logo',
        'logos',
        'card',
        'plan',
        'heading',
      ) &&
        tokens[at]?.kind === 'word' &&
        !(
          isWord(tokens[at], 'the', 'that', 'which', 'and', 'of', 'about', 'with') &&
          isMark(tokens[at - 1], ':')
        )))
  ) {
    if (isMark(tokens[at], ':')) return tokens.slice(at + 1)
    at++
  }
  return tokens.slice(at)
}

/** The list of a kind in a block, or in an item below it. */
function listNode(node: Node, list: string): Node | undefined {
  if (node.kind === 'list' && node.prop === list) return node
  const own = node.children.find(({ kind, prop }) => kind === 'list' && prop === list)
  if (own) return own
  return node.isItem && node.parent?.prop === list ? node.parent : undefined
}

function addItem(
  type: string,
  list: string,
  tokens: Token[],
  place: Place,
  clause: Clause,
  page: Page,
): Outcome {
  const target = place.target?.block?.type === type ? place.target : undefined
  const lists = target
    ? [listNode(target, list)].filter((node) => node !== undefined)
    : place.anchor?.node.isItem && place.anchor.node.parent?.prop === list
      ? [place.anchor.node.parent]
      : page.nodes.filter((node) => node.kind === 'list' && node.prop === list && node.block?.type === type)
  if (lists.length > 1)
    return askWhich(
      lists.map((node) => node.parent as Node),
      page,
      (name) => `add ${clause.text.replace(/^\w+ /, '')} to ${name}`,
    )
  const [node] = lists
  const said = singular(namesIn(itemNames[`${type}.${list}`] ?? list)[0] ?? 'item')
  if (!node) return refused(`There is no place for a ${said} on this page.`)
  if (tokens.length === 0) return needContent(said, textProps(node.schema.items ?? {}))
  const schema = node.schema.items ?? {}
  const row = schema.properties?.cells ? rowByColumns(node, tokens, clause.source) : undefined
  const made = row
    ? { items: [row] }
    : schema.type === 'object'
      ? makeItems(schema, tokens, clause.source, list)
      : makeLines(schema, tokens, clause.source)
  if ('missing' in made)
    return made.missing === 'cells'
      ? needCells(node, said)
      : askContent(`What is the ${inWords(made.missing)} of the new ${said}?`)
  return insertItems(node, made.items, place, said, page)
}

function needContent(said: string, props: string[]): Outcome {
  return askContent(
    `What should the new ${said} say? Give me ${listed(props.slice(0, 2).map((prop) => `the ${inWords(prop)}`)) || 'its words'}, for example in quotation marks.`,
  )
}

function needCells(node: Node, said: string): Outcome {
  const columns =
    (node.parent?.children.find(({ prop }) => prop === 'columns')?.value as
      | { title: string }[]
      | undefined) ?? []
  return askContent(
    `What should the new ${said} say for ${listed(columns.map(({ title }) => title))}? Write it like this: name | ${columns.map(() => '…').join(' | ')}`,
  )
}

/** "Contract length. Larkspur: Monthly, Spreadsheet: None": cells by the titles of their columns. */
function rowByColumns(rows: Node, tokens: Token[], source: string): object | undefined {
  const columns =
    (rows.parent?.children.find(({ prop }) => prop === 'columns')?.value as
      | { title: string }[]
      | undefined) ?? []
  const text = source.slice(tokens[0]?.start, tokens.at(-1)?.end)
  const found = columns.map(({ title }) =>
    new RegExp(
      `(?<![\\p{L}])${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*(?:[:=–-]|is|has|gets)\\s*([^,;\\n]{1,120})`,
      'iu',
    ).exec(text),
  )
  const first = Math.min(...found.map((match) => match?.index ?? Number.POSITIVE_INFINITY))
  const label = text
    .slice(0, first)
    .replace(/[\s:.,;–-]+$/, '')
    .trim()
  if (!label || found.some((match) => match === null)) return undefined
  return {
    label,
    cells: found.map((match) => (match?.[1] ?? '').replace(/[.\s]+$/, '').replace(/^["“']|["”']$/g, '')),
  }
}

type Made = { items: unknown[] } | { missing: string }

function makeLines(schema: Schema, tokens: Token[], source: string): Made {
  const quotes = tokens.filter(({ kind }) => kind === 'quote')
  const texts =
    quotes.length > 0
      ? quotes.map(({ text }) => text)
      : tokens.some((token) => isMark(token, 'bullet', '\n', ';'))
        ? listOf(tokens, source)
        : [textOf(tokens, source)?.text ?? '']
  return {
    items: texts
      .filter(Boolean)
      .map((text) =>
        fitted(text, { kind: stringKind(schema) ?? 'text', maxLength: schema.maxLength ?? 1000 }),
      ),
  }
}

/** One item, or several where several were given. */
function makeItems(schema: Schema, tokens: Token[], source: string, list: string): Made {
  const props = textProps(schema)
  if (schema.properties?.cells) {
    const [label, ...cells] = listOf(tokens, source)
    return label && cells.length >= 2 ? { items: [{ label, cells }] } : { missing: 'cells' }
  }
  const groups = groupsOf(tokens, props, source, schema)
  const items: unknown[] = []
  for (const group of groups) {
    const made = makeItem(schema, group)
    if ('missing' in made) return made
    items.push(made.item)
  }
  return items.length > 0 ? { items } : { missing: props[0] ?? list }
}

/** Names without more texts come as a list; questions come in pairs; bullets are one item each. */
function groupsOf(tokens: Token[], props: string[], source: string, schema: Schema): Content[] {
  if (props.length === 1)
    return listOf(tokens, source).map((text) => ({ texts: [text], named: new Map(), tokens }))
  if (tokens.some((token) => isMark(token, 'bullet', '\n', ';')))
    return splitAt(tokens, (token) => isMark(token, 'bullet', '\n', ';')).map((part) =>
      readContent(part, source, schema),
    )
  const questions = tokens.filter((token) => isMark(token, '?')).length
  const quotes = tokens.filter(({ kind }) => kind === 'quote').length
  if (props[0] === 'question' && questions > 1 && quotes === 0) return questionsIn(tokens, source)
  return [readContent(tokens, source, schema)]
}

/** "What is X? A check. Who does it? We do." */
function questionsIn(tokens: Token[], source: string): Content[] {
  const groups: Content[] = []
  let start = 0
  for (const [index, token] of tokens.entries()) {
    if (!isMark(token, '?')) continue
    const next = tokens.findIndex((other, at) => at > index && isMark(other, '?'))
    const end =
      next === -1
        ? tokens.length
        : tokens.slice(0, next).findLastIndex((other, at) => at > index && isMark(other, '.', '!')) + 1
    const question = source.slice(tokens[start]?.start, token.end).trim()
    const answer = source.slice(tokens[index + 1]?.start, tokens[end - 1]?.end).trim()
    groups.push({ texts: [question, answer].filter(Boolean), named: new Map(), tokens })
    start = end
  }
  return groups
}

function splitAt(tokens: Token[], isEdge: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (isEdge(token)) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

const labelOf = (item: Record<string, unknown>) =>
  String(item.label ?? item.title ?? item.question ?? item.name ?? '')

function insertItems(list: Node, items: unknown[], place: Place, said: string, page: Page): Outcome {
  const old = Array.isArray(list.value) ? list.value : []
  const anchor = place.anchor?.node.parent === list ? place.anchor : undefined
  const at = anchor ? anchor.node.index + (anchor.side === 'after' ? 1 : 0) : place.isTop ? 0 : old.length
  const draft = setList(draftOf(page), list, old.toSpliced(at, 0, ...items))
  const names = items.map((item) =>
    quoted(typeof item === 'string' ? item : labelOf(item as Record<string, unknown>), 60),
  )
  const holder = list.parent
  return {
    kind: 'done',
    draft,
    said: `added the ${said}${items.length > 1 ? 's' : ''} ${listed(names)} to ${holder ? nameOf(holder, page) : 'the list'}`,
    focus: items.map((_, index) => `${list.key}/${at + index}`),
  }
}

/** Fields of a form: "a dropdown “How did you hear about us” with Google, LinkedIn", "ask for their job title". */
function addField(body: Token[], clause: Clause, page: Page): Outcome | undefined {
  const list = page.nodes.find(
    ({ kind, prop, block }) => kind === 'list' && prop === 'fields' && block?.type === 'form',
  )
  if (!list) return refused('There is no form on this page to add a field to.')
  const place = readPlace(
    body.filter((token) => !isMark(token)),
    page,
  )
  const quote = body.find(({ kind }) => kind === 'quote')
  const isChoice = body.some(
    (token) =>
      isWord(token, 'dropdown', 'select', 'picker') ||
      (isWord(token, 'drop') && body.some((other) => isWord(other, 'down'))),
  )
  const withAt = body.findIndex(
    (token, index) =>
      (isWord(token, 'with', 'options', 'choices') || isMark(token, ':')) &&
      index > (quote ? body.indexOf(quote) : 0),
  )
  const options =
    isChoice && withAt !== -1
      ? listOf(
          untilStop(body.slice(withAt + 1)).filter(
            (token) =>
              !isWord(token, 'options', 'choices', 'option', 'choice', 'the', 'values') &&
              !isMark(token, ':'),
          ),
          clause.source,
        )
      : undefined
  if (isChoice && (!options || options.length === 0))
    return ask(
      'Which choices should it offer? For example: add a dropdown “Team size” with 1–10, 11–50, 51+.',
    )
  const label = quote?.text ?? labelIn(options ? body.slice(0, withAt) : place.rest, clause.source)
  if (!label) return askContent('What should the new field ask for?')
  const taken = (list.value as { name: string }[]).map(({ name }) => name)
  const labels = options ? [label] : quote ? [label] : splitWords(label)
  const fields = labels.map((each) => makeField(each, taken, body, options))
  return insertItems(list, fields, place, 'field', page)
}

const untilStop = (tokens: Token[]) => {
  const at = tokens.findIndex((token) => isMark(token, '.'))
  return at === -1 ? tokens : tokens.slice(0, at)
}

function labelIn(tokens: Token[], source: string): string | undefined {
  const named = tokens.findIndex(
    (token) => isWord(token, 'called', 'named', 'labelled', 'labeled', 'titled') || isMark(token, ':'),
  )
  const noise = (token: Token) =>
    isWord(
      token,
      'field',
      'fields',
      'input',
      'for',
      'the',
      'a',
      'an',
      'to',
      'another',
      'new',
      'required',
      'optional',
      'mandatory',
      'their',
      'form',
      'in',
      'too',
      'also',
      'as',
      'well',
      'dropdown',
      'checkbox',
      'box',
      'text',
      'one',
      'more',
      'extra',
      'question',
      'asking',
      'ask',
      'about',
      'people',
      'them',
      'visitors',
      'where',
      'can',
      'enter',
      'your',
      'users',
      'and',
      'that',
      'asks',
      'area',
      'tick',
      'saying',
      'says',
    )
  let rest = named === -1 ? tokens : tokens.slice(named + 1)
  while (rest[0] && noise(rest[0])) rest = rest.slice(1)
  while (rest.length > 0 && noise(rest.at(-1) as Token)) rest = rest.slice(0, -1)
  return textOf(rest, source)?.text
}

function addKeywords(tokens: Token[], { source }: Clause, page: Page): Outcome {
  const node = page.nodes.find(({ kind, prop }) => kind === 'meta' && prop === 'keywords')
  const words = tokens.some(({ kind }) => kind === 'quote')
    ? tokens.filter(({ kind }) => kind === 'quote').flatMap(({ text }) => splitWords(text))
    : splitWords(textOf(tokens, source)?.text ?? '')
  if (!node || words.length === 0) return ask('Which keywords?')
  const all = [...new Set([...((node.value as string[] | undefined) ?? []), ...words])]
  return {
    kind: 'done',
    draft: setNode(draftOf(page), node, all),
    said: `added the keywords ${listed(words)}`,
    focus: [node.key],
  }
}

const signs: [RegExp, string][] = [
  [/exclamation (?:mark|point)/, '!'],
  [/question mark/, '?'],
  [/full stop|period|dot/, '.'],
]

/** A sentence or a mark at the end of a text. */
function appendText(content: Token[], body: Token[], place: Place, { source }: Clause, page: Page): Outcome {
  const said = body.map(({ norm }) => norm).join(' ')
  const sign = signs.find(([pattern]) => pattern.test(said))?.[1]
  const rest = content.filter(
    (token) => !isWord(token, 'end', 'at', 'the', 'of', 'to', 'in', 'after', 'start'),
  )
  const found = place.target
    ? { kind: 'found' as const, nodes: [place.target] }
    : sign
      ? resolve(rest, page, { fits: ({ kind }) => (kind === 'text' ? 1 : null) })
      : undefined
  const node =
    found?.kind === 'found' ? (found.nodes[0] as Node) : page.focus.find(({ kind }) => kind === 'text')
  const target =
    node?.kind === 'text'
      ? node
      : node?.children.find(
          ({ kind, prop }) => kind === 'text' && /body|subheadline|quote|headline|heading|answer/.test(prop),
        )
  if (!target) return ask('To which text should I add it?')
  const text = sign ?? textOf(content, source)?.text
  if (!text) return askContent('What should it say?')
  const old = typeof target.value === 'string' ? target.value : ''
  const joined = sign
    ? old.replace(/[.!?]$/, '') + sign
    : `${old}${old === '' || /\s$/.test(old) ? '' : ' '}${text}`
  const kind = stringKind(target.schema) ?? 'text'
  return {
    kind: 'done',
    draft: setNode(
      draftOf(page),
      target,
      fitted(joined, { kind, maxLength: target.schema.maxLength ?? 1000 }),
    ),
    said: `added ${quoted(text)} to ${nameOf(target, page)}`,
    focus: [target.key],
  }
}

/** "add Hooli to the logos", "add “SSO” to the Growth plan": the words come first, then where they go. */
function addTo(body: Token[], clause: Clause, page: Page): Outcome | undefined {
  const place = readPlace(body, page)
  const node = place.target ?? place.anchor?.node
  if (!node) return undefined
  let content = contentTokens(place.rest)
  if (isWord(content[0], 'the', 'a', 'an')) content = content.slice(1)
  if (content.length === 0) return undefined
  if (node.kind === 'text' && !node.isItem)
    return content.some(({ kind }) => kind === 'quote')
      ? appendText(
          content.filter(({ kind }) => kind === 'quote'),
          content,
          { ...place, target: node },
          clause,
          page,
        )
      : undefined
  const list =
    node.kind === 'list'
      ? node
      : (node.children.find(
          ({ kind, schema }) =>
            kind === 'list' &&
            (node.kind === 'block' ? schema.items?.type === 'object' : schema.items?.type === 'string'),
        ) ?? node.children.find(({ kind }) => kind === 'list'))
  if (!list) return undefined
  if (list.prop === 'fields') return addField(content, clause, page)
  const type = node.block?.type ?? ''
  return addItem(type, list.prop, content, { ...place, target: node, rest: content }, clause, page)
}

/** A whole block from the words that were given. What it needs and nobody gave is asked for. */
function addBlock(
  type: string,
  tokens: Token[],
  place: Place,
  clause: Clause,
  page: Page,
): Outcome | undefined {
  if (type === 'image' || type === 'video' || type === 'custom' || type === 'hero') return undefined
  const name = namesIn(blockNames[type] ?? inWords(type))[0] ?? type
  const props = propsOfNew(type, tokens, clause, page)
  if (typeof props === 'string') return askContent(`What should the new ${name} say? ${props}`)
  if ('missing' in props) return askContent(`What is the ${inWords(String(props.missing))}?`)
  const draft = draftOf(page)
  const id = newBlockId(page.document, type as BlockTypeName, props.props)
  const block = { id, type, props: props.props, sources: [] } as unknown as Block
  const after = afterIdFor(place, page)
  return {
    kind: 'done',
    draft: insertBlock(draft, block, after),
    said: `added a ${name} section`,
    focus: [`${id}/`],
  }
}

export function afterIdFor(place: Pick<Place, 'anchor' | 'isTop' | 'isEnd'>, page: Page): string | null {
  const { blocks } = page.document
  const anchor = place.anchor?.node.block
  if (anchor)
    return place.anchor?.side === 'after' ? anchor.id : (blocks[blocks.indexOf(anchor) - 1]?.id ?? null)
  if (place.isTop) return null
  const last = blocks.at(-1)
  return (last?.type === 'cta' && !place.isEnd ? blocks.at(-2)?.id : last?.id) ?? null
}

function propsOfNew(
  type: string,
  tokens: Token[],
  { source }: Clause,
  page: Page,
): { props: object } | { missing: string } | string {
  const schema = propsSchema(type)
  const heading = schema.properties?.heading
  if (type === 'form') {
    const label = labelIn(tokens, source)
    if (!label) return 'Tell me what it should ask for, for example: add a form with name and email.'
    const fields = splitWords(label).map((each) => makeField(each, [], tokens, undefined))
    return { props: { fields, submitLabel: 'Send' } }
  }
  const list = Object.entries(schema.properties ?? {}).find(
    ([prop, of]) => of.type === 'array' && schema.required?.includes(prop),
  )
  if (list) {
    if (tokens.length === 0) return 'Give me its content, for example after a colon.'
    const [prop, of] = list
    if (type === 'comparison') return 'Give me its columns and rows.'
    const made = makeItems(of.items ?? {}, contentTokens(afterColon(tokens)), source, prop)
    return 'missing' in made ? made : { props: { [prop]: made.items } }
  }
  const content = readContent(tokens, source, schema)
  if (content.texts.length === 0 && content.named.size === 0) return 'Give me its words.'
  if (type === 'quote') return quoteProps(tokens, source)
  if (type === 'cta') {
    const action = page.document.blocks
      .map(({ props }) => (props as { primaryAction?: object }).primaryAction)
      .find(Boolean)
    const link = linkIn(tokens)
    return {
      props: {
        headline: fitted(content.texts[0] ?? '', { kind: 'rich', maxLength: 160 }),
        ...(content.texts[1] ? { body: content.texts[1] } : {}),
        primaryAction: action ?? { label: 'Get in touch', link: link ?? 'action:primary' },
      },
    }
  }
  const [first, second] = content.texts
  if (!heading || !first) return 'Give me its words.'
  const isHeading = second !== undefined || first.length <= 80
  return {
    props: {
      ...(isHeading ? { heading: fitted(first, { kind: 'rich', maxLength: 160 }) } : {}),
      ...(second || !isHeading
        ? { body: fitted(second ?? first, { kind: 'paragraphs', maxLength: 8000 }) }
        : {}),
    },
  }
}

function afterColon(tokens: Token[]): Token[] {
  const at = tokens.findIndex((token) => isMark(token, ':'))
  return at === -1 ? tokens : tokens.slice(at + 1)
}

/** “…” by Ann Lee, CTO, Initech. */
function quoteProps(tokens: Token[], source: string): { props: object } | string {
  const quote = tokens.find(({ kind }) => kind === 'quote')
  if (!quote) return 'Put what was said in quotation marks, then who said it.'
  let rest = tokens.slice(tokens.indexOf(quote) + 1)
  if (rest.length === 0)
    rest = tokens
      .slice(0, tokens.indexOf(quote))
      .filter((token) => !isWord(token, 'saying', 'says', 'who', 'said'))
  while (
    rest[0] &&
    (rest[0].kind === 'mark' || isWord(rest[0], 'by', 'from', 'said', 'says', 'and', 'author', 'is'))
  )
    rest = rest.slice(1)
  while (rest.at(-1)?.kind === 'mark') rest = rest.slice(0, -1)
  const comma = rest.findIndex((token) => isMark(token, ',', '(', '–') || isWord(token, 'at', 'of'))
  const name = textOf(comma === -1 ? rest : rest.slice(0, comma), source)?.text
  const role =
    comma === -1
      ? undefined
      : textOf(
          isMark(rest[comma]) || rest[comma]?.kind === 'mark' ? rest.slice(comma + 1) : rest.slice(comma + 1),
          source,
        )?.text
  return {
    props: {
      quote: fitted(quote.text, { kind: 'rich', maxLength: 600 }),
      ...(name ? { name: fitted(name, { kind: 'text', maxLength: 80 }) } : {}),
      ...(role ? { role: fitted(role, { kind: 'text', maxLength: 120 }) } : {}),
    },
  }
}

/** "duplicate the features": a copy right below. */
export const duplicateFrame: Frame = (clause, page) => {
  const verb = verbAt(clause.tokens, 0)
  if (!verb?.classes.has('duplicate')) return undefined
  const object = clause.tokens.slice(verb.length).filter((token) => !isWord(token, 'copy'))
  const found = resolve(object, page, {
    fits: (node) => (node.kind === 'block' ? 1 : node.isItem ? 0.5 : null),
  })
  if (found.kind === 'unclear') return askWhich(found.nodes, page, (name) => `duplicate ${name}`)
  const node = found.kind === 'found' ? found.nodes[0] : undefined
  if (!node) return undefined
  const draft = draftOf(page)
  const said = `duplicated ${nameOf(node, page)}`
  if (node.block && node.kind === 'block') {
    const id = newBlockId(page.document, node.block.type, node.block.props)
    return {
      kind: 'done',
      draft: insertBlock(draft, { ...node.block, id }, node.block.id),
      said,
      focus: [`${id}/`],
    }
  }
  const list = node.parent as Node
  const copy = node.kind === 'item' ? withoutName(node, list) : node.value
  return {
    kind: 'done',
    draft: setList(draft, list, (list.value as unknown[]).toSpliced(node.index + 1, 0, copy)),
    said,
    focus: [],
  }
}

/** Names of form fields and ids are unique in their list. */
function withoutName(node: Node, list: Node): unknown {
  const { id: _, ...item } = node.value as Record<string, unknown>
  if (list.prop !== 'fields') return item
  const taken = (list.value as { name: string }[]).map(({ name }) => name)
  let number = 2
  while (taken.includes(`${item.name}${number}`)) number++
  return { ...item, name: `${item.name}${number}` }
}
