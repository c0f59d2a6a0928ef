import { listed, quoted } from '../../label.ts'
import { fitted } from '../../places.ts'
import type { Clause } from '../clauses.ts'
import { nameOf, namesOf } from '../describe.ts'
import { type Draft, draftOf, setNode } from '../edit.ts'
import { type Node, stringKind } from '../nodes.ts'
import { askWhich, notFound } from '../objects.ts'
import { ask, type Frame, type Outcome, refused } from '../outcome.ts'
import type { Page } from '../page.ts'
import { resolve } from '../targets.ts'
import { isMark, isWord, longestPhrase, namesIn, type Token } from '../tokens.ts'
import { linkOf, listOf, numberAt, priceOf, type TextValue, textOf } from '../values.ts'
import { fillerLength, verbAt } from '../verbs.ts'
import { choiceWords, flagWords, iconWords } from '../words/names.ts'
import { capital, removeNodes } from './remove.ts'
import { replaceWords } from './replace.ts'

/** Words that stand between a thing and what it becomes. */
const connectors = new Map(
  namesIn(
    'to say, to read, to be, to be called, to, into, to show, so it says, so it reads, so that it says, such that it says, should say, should read, should be, should now be, should now say, should just say, should just be, should become, should be called, should have, should show, should instead say, should instead be, must be, must say, must read, needs to be, needs to say, needs to read, need to be, need to say, has to be, has to say, ought to be, ought to say, could be, could say, can be, can say, will be, shall be, is now, are now, is now called, is called, becomes, become, says, say, saying, said, reads, read, reading, as, with, called, named, titled, go to, goes to, should go to, should point to, should link to, point to, link to, should lead to, lead to, leads to, points to, links to, should open, opens, open, should dial, dial, should take people to, should take you to, take people to, takes people to, at, costs, cost, should cost, now costs, now says, now is, are now called, change to, changes to, changed to, gets, up to, down to, worded, look like, shows',
  ).map((phrase): [string, true] => [phrase, true]),
)
/** A value holds none of these outside quotation marks: it would be a piece of the instruction. */
const instruction =
  /[(?]\S|\b(?:name of (?:her|his|their|the) |(?:last|first) thing\b|before the |after the |next to (?:the|it)|at the (?:very )?(?:top|bottom|end) |the same\b|nowhere else|words? (?:max|or less)|max\b.*\bwords|should (?:be|say|read|now)|to say|so it says|everywhere|instead of|must be|needs to (?:be|say)|change the|replace the|make the|remove the|the (?:sub)?headline|don['’]?t touch|rather than)\b/i
const vague =
  /^(?:be )?(?:something|anything|whatever|sth|some|the|a|an|much|even|way|a bit|bit|slightly|really|very|more|less|too|as|our|their|its|it|this|that|be|sound|feel|look|have|not)?\s*(?:more|less|much|even|way|a bit|really|very|so|bit)?\s*(?:\w+ier|shorter|longer|bigger|smaller|nicer|stronger|softer|clearer|simpler|warmer|cleaner|darker|lighter|bolder|larger|wider|taller|cooler|smarter|sharper|faster|slower|newer|older|louder|quieter|fresher|tighter|better|best|else|different|good|great|nice|catchy|punchy|short|long|longer|shorter|new|fresh|latest|better one|something|exciting|engaging|compelling|professional|friendly|formal|casual|personal|clear|concise|attractive|interesting|fun|funny|modern|right|correct|bold|italic|big|small|bigger|smaller|large|red|salesy|shouty|wordy|generic|serious|relevant|human|readable|visible|prominent|inviting|welcoming)(?: one| way| text| version| words?)?$/i

type Attempt = { object: Token[]; value: Token[]; hasConnector: boolean; isCertain?: boolean }

/** Sets texts, links, choices and switches: "change X to Y", "X should say Y", "X: Y", "make X optional", "use Y as X". */
export const setFrame: Frame = (clause, page) => {
  const { tokens } = clause
  const verb = verbAt(tokens, 0)
  const isChange =
    verb &&
    [
      'change',
      'rename',
      'add',
      'link',
      'replace',
      'move',
      'highlight',
      'align',
      'shorten',
      'personalise',
      'spell',
      'fit',
    ].some((name) => verb.classes.has(name as 'change'))
  const body = verb && isChange ? tokens.slice(verb.length) : tokens
  const isRename = verb?.classes.has('rename') ?? false
  const negated = /^(?:dont|do not|no longer) (?:make|have|keep|need|want)\b/.exec(
    tokens
      .slice(0, 3)
      .map(({ norm }) => norm)
      .join(' '),
  )
  if (negated) return negate(tokens.slice(negated[0].split(' ').length), clause, page)
  if (isWord(tokens[0], 'center', 'centre'))
    return apply(
      { object: tokens.slice(1), value: tokens.slice(0, 1), hasConnector: false },
      clause,
      page,
      false,
    )
  const chosen =
    page.selected && page.focus[0]?.kind === 'text' && tokens.length === 1 && tokens[0]?.kind === 'quote'
      ? page.focus
      : undefined
  if (chosen)
    return setNodes(
      chosen,
      {
        text: { text: tokens[0]?.text ?? '', isQuoted: true, tokens },
        tokens,
        hasConnector: true,
        isRename: false,
      },
      page,
    )
  const attempts = [
    ...fieldsOf(body),
    ...attemptsOf(body, verb?.phrase, isRename).filter(({ isCertain }) => verb !== undefined || isCertain),
    ...(verb && isChange && isMark(tokens[1], ':') ? [] : []),
    ...(verb && isChange
      ? attemptsOf(tokens, undefined, false).filter(
          ({ object, isCertain }) => isCertain && object.length <= 6 && isNoun(verb.phrase),
        )
      : []),
  ]
  let failure: Outcome | undefined
  for (const attempt of attempts) {
    const outcome = apply(attempt, clause, page, isRename)
    if (outcome?.kind === 'done') return outcome
    if (outcome && (!failure || rank(outcome) > rank(failure))) failure = outcome
  }
  if (verb && !isChange) return undefined
  return failure
}

const isNoun = (verb: string) =>
  /^(?:title|name|label|link|button|form|quote|order|feature|show|list)$/.test(verb)
const rank = ({ kind }: Outcome) => (kind === 'ask' ? 2 : kind === 'refused' ? 1 : 0)

/** Ways to take a clause apart into a thing and a value, the most certain first. */
function attemptsOf(tokens: Token[], verb: string | undefined, isRename: boolean): Attempt[] {
  const attempts: Attempt[] = []
  const quotes = tokens.filter(({ kind }) => kind === 'quote')
  const last = tokens.at(-1)
  if (quotes.length >= 1 && last?.kind === 'quote') {
    const object = tokens.slice(0, -1)
    attempts.push({
      object: withoutEnd(object),
      value: [last],
      hasConnector: object.length > withoutEnd(object).length,
      isCertain: true,
    })
  }
  if (quotes.length === 1 && quotes[0] === tokens[fillerLength(tokens, 0)]) {
    const at = tokens.indexOf(quotes[0] as Token)
    const rest = tokens.slice(at + 1)
    if (isWord(rest[0], 'as', 'for', 'in', 'on', 'into', 'to', 'under', 'at') && rest.length > 1)
      attempts.push({
        object: rest.slice(1),
        value: [quotes[0] as Token],
        hasConnector: true,
        isCertain: true,
      })
  }
  const split: (Attempt & { isWeak: boolean })[] = []
  for (let index = 1; index < Math.min(tokens.length, 40); index++) {
    const length = connectorAt(tokens, index)
    if (length === 0) continue
    const object = tokens.slice(0, index)
    const value = withoutContrast(tokens.slice(index + length))
    const isWeak = length === 1 && isWord(tokens[index], 'at', 'as', 'with', 'cost', 'open', 'gets')
    const isCertain =
      !isWord(tokens[index - 1], 'it', 'currently', 'still', 'now', 'already', 'that') &&
      tokens
        .slice(index, index + length)
        .some(
          (token) =>
            isMark(token, ':', '→', '=') ||
            isWord(
              token,
              'should',
              'must',
              'needs',
              'need',
              'has',
              'ought',
              'becomes',
              'now',
              'says',
              'reads',
              'can',
              'could',
              'shall',
              'will',
              'goes',
              'points',
              'links',
              'leads',
              'costs',
              'opens',
            ),
        )
    if (value.length > 0)
      split.push({ object: afterAs(object), value, hasConnector: true, isWeak, isCertain })
    const reversible =
      isWord(tokens[index], 'as', 'for', 'in', 'on') &&
      /^(?:use|put|write|show|have|set|go with|make|display|type|paste|pick|choose|take|try)$/.test(
        verb ?? '',
      )
    if (reversible && value.length > 0)
      split.push({ object: value, value: object, hasConnector: true, isWeak: true })
  }
  attempts.push(...split.filter(({ isWeak }) => !isWeak), ...split.filter(({ isWeak }) => isWeak))
  for (let index = 1; index < Math.min(tokens.length, 40); index++)
    if (
      isWord(tokens[index], 'for', 'in', 'on') &&
      /^(?:use|put|write|show|have|type|paste|set)$/.test(verb ?? '') &&
      tokens[0]?.kind === 'quote'
    )
      attempts.push({ object: tokens.slice(index + 1), value: tokens.slice(0, index), hasConnector: true })
  if (isRename && attempts.length === 0)
    for (let at = 1; at < Math.min(tokens.length, 8); at++)
      attempts.push({ object: tokens.slice(0, at), value: tokens.slice(at), hasConnector: true })
  for (let length = 1; length <= Math.min(5, tokens.length - 1); length++)
    attempts.push({
      object: tokens.slice(0, -length),
      value: tokens.slice(-length),
      hasConnector: false,
      isCertain: true,
    })
  if (tokens.length > 1)
    for (let length = 1; length <= Math.min(3, tokens.length - 1); length++)
      attempts.push({
        object: tokens.slice(length),
        value: tokens.slice(0, length),
        hasConnector: false,
        isCertain: true,
      })
  return attempts
}

/** The tokens of connectors in a row: "should be :", "to say :". */
function connectorAt(tokens: Token[], at: number): number {
  let end = at
  for (;;) {
    if (isMark(tokens[end], ':', '→', '=')) end++
    else if (isMark(tokens[end], ',', '–') && end > at) end++
    else {
      const found = longestPhrase(connectors, tokens, end, 5)
      if (
        !found ||
        (end > at &&
          isWord(tokens[end], 'at', 'with', 'as', 'open', 'become', 'cost', 'read', 'named') &&
          !isMark(tokens[end - 1], ':'))
      )
        return end - at
      if (end > at && isMark(tokens[end - 1], ':', '→', '=')) return end - at
      end += found.length
    }
    if (end - at > 6) return end - at
  }
}

/** "second button: label “Tour”, goes to https://…": one thing, then each of its parts with a value. */
function fieldsOf(tokens: Token[]): Attempt[] {
  const colon = tokens.findIndex((token) => isMark(token, ':'))
  if (colon < 1) return []
  const parts: Token[][] = [[]]
  for (const token of tokens.slice(colon + 1)) {
    if (
      isMark(token, ',', ';') ||
      (isWord(token, 'and') && parts.at(-1)?.some(({ kind }) => kind === 'quote' || kind === 'url'))
    )
      parts.push([])
    else parts.at(-1)?.push(token)
  }
  const pairs = parts.filter((part) => part.length > 0)
  const isPair = (part: Token[]) =>
    part.length >= 1 && ['quote', 'url', 'email', 'phone'].includes(part.at(-1)?.kind ?? '')
  if (pairs.length < 2 || !pairs.every(isPair)) return []
  const object = tokens.slice(0, colon)
  return [
    {
      object,
      value: pairs.flatMap((part, index) =>
        index > 0 ? [{ ...(tokens[colon] as Token), norm: ',' }, ...part] : part,
      ),
      hasConnector: true,
      isCertain: true,
    },
  ]
}

/** "don't make it mandatory": a switch goes off. */
function negate(tokens: Token[], clause: Clause, page: Page): Outcome | undefined {
  for (let length = 1; length < Math.min(4, tokens.length); length++) {
    const words = tokens.slice(-length).filter((token) => !isWord(token, 'anymore', 'longer', 'any', 'more'))
    const text = textOf(words, clause.source)
    if (!text) continue
    const given: Given = {
      text: { ...text, text: `not ${text.text}` },
      tokens: words,
      hasConnector: false,
      isRename: false,
    }
    const found = resolve(tokens.slice(0, -length), page, { fits: (node) => fitOf(node, given) })
    if (found.kind === 'found') return setNodes(found.nodes, given, page)
  }
  return undefined
}

/** "as a list instead of a grid": what it was needs no telling. */
function withoutContrast(tokens: Token[]): Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      index > 0 &&
      ((isWord(token, 'not') && tokens.length - index <= 4 && tokens.length - index > 1 && index <= 3) ||
        (isWord(token, 'instead') && isWord(tokens[index + 1], 'of')) ||
        (isWord(token, 'rather') && isWord(tokens[index + 1], 'than'))),
  )
  return at === -1 ? tokens : tokens.slice(0, at)
}

/** "use our tagline as the eyebrow: …" sets the eyebrow. */
function afterAs(object: Token[]): Token[] {
  const at = object.findIndex((token) => isWord(token, 'as'))
  return at > 0 && at < object.length - 1 ? object.slice(at + 1) : object
}

function withoutEnd(object: Token[]): Token[] {
  for (let start = Math.max(1, object.length - 6); start < object.length; start++) {
    const length = connectorAt(object, start)
    if (length > 0 && start + length === object.length) return object.slice(0, start)
  }
  return object.filter(
    (token, index) =>
      !(index === object.length - 1 && (isMark(token, ',', '–') || isWord(token, 'just', 'only'))),
  )
}

function apply(
  { object, value, hasConnector }: Attempt,
  clause: Clause,
  page: Page,
  isRename: boolean,
): Outcome | undefined {
  const arrow = value.findIndex((token) => isMark(token, '→'))
  if (arrow > 0) return replaceIn(object, value.slice(0, arrow), value.slice(arrow + 1), clause, page)
  const both = labelAndLink(value)
  if (both) return setButton(object, both, clause, page)
  const text = textOf(value, clause.source)
  if (!text || object.every(({ kind }) => kind === 'mark')) return undefined
  const given = { text, tokens: value, hasConnector, isRename }
  const found = resolve(object, page, { fits: (node) => fitOf(node, given), allowSeveral: true })
  const again = (name: string) => `change ${name} to "${text.text}"`
  if (found.kind === 'unclear')
    return hasConnector && !isVague(text) ? askWhich(found.nodes, page, again) : undefined
  if (found.kind === 'nothing')
    return hasConnector && text.isQuoted
      ? notFound(object, clause.source, page, found.near, again)
      : undefined
  const nodes = found.nodes.map((node) => ownPart(node, object))
  if (
    nodes.length > 1 &&
    nodes.some(
      ({ kind, isItem }) =>
        kind === 'item' || isItem || (kind === 'text' && !/label/i.test(nodes[0]?.prop ?? '')),
    )
  )
    return askWhich(nodes, page, again)
  return setNodes(nodes, { ...given, object }, page)
}

/** A text and an address for one button. */
function labelAndLink(value: Token[]): { label: string; link: string } | undefined {
  const quote = value.find(({ kind }) => kind === 'quote')
  const link = value
    .map((token) => (token.kind === 'quote' ? undefined : linkOf(token)))
    .find((found) => found !== undefined)
  const comma = value.findIndex((token) => isMark(token, ','))
  if (!quote && link && comma > 0 && comma === value.length - 2)
    return {
      label: value
        .slice(0, comma)
        .map(({ text }) => text)
        .join(' '),
      link,
    }
  const rest = value.filter(
    (token) =>
      token !== quote &&
      token.kind === 'word' &&
      !isWord(
        token,
        'and',
        'label',
        'text',
        'goes',
        'go',
        'to',
        'link',
        'links',
        'linking',
        'it',
        'should',
        'say',
        'says',
        'pointing',
        'points',
        'point',
        'with',
        'lead',
        'leads',
        'leading',
        'the',
        'going',
        'dial',
        'dials',
        'have',
        'make',
        'a',
        'opens',
        'open',
        'url',
      ),
  )
  return quote && link && rest.length === 0 ? { label: quote.text, link } : undefined
}

/** "numbers, first one: 212 → 230": words of one thing. */
function replaceIn(
  object: Token[],
  old: Token[],
  fresh: Token[],
  { source }: Clause,
  page: Page,
): Outcome | undefined {
  const found = resolve(object, page, {
    fits: ({ kind }) => (kind === 'theme' || kind === 'meta' ? null : 0),
  })
  const [from, to] = [textOf(old, source)?.text, textOf(fresh, source)?.text]
  return found.kind === 'found' && from && to ? replaceWords(from, to, page, found.nodes, true) : undefined
}

function setButton(
  object: Token[],
  { label, link }: { label: string; link: string },
  { source }: Clause,
  page: Page,
): Outcome | undefined {
  const isButton = (node: Node) =>
    node.kind === 'group' &&
    ['label', 'link'].every((prop) => node.children.some((child) => child.prop === prop))
      ? 1
      : null
  const found = resolve(object, page, { fits: isButton })
  if (found.kind === 'unclear') return askWhich(found.nodes, page, (name) => `change ${name} to "${label}"`)
  if (found.kind === 'nothing') return notFound(object, source, page, found.near)
  const node = found.nodes[0] as Node
  const value = { label: fitted(label, { kind: 'text', maxLength: 60 }), link }
  return {
    kind: 'done',
    draft: setNode(draftOf(page), node, value),
    said: `made ${nameOf(node, page)} say ${quoted(label)} and lead to ${link}`,
    focus: [node.key],
  }
}

/** "Jane is now CFO" is about her role, not her name. */
function ownPart(node: Node, object: Token[]): Node {
  const holder =
    node.kind === 'block' ? node : node.kind === 'text' && node.prop === 'name' ? node.parent : undefined
  const isNamed = node.kind === 'block' && object.some(({ norm }) => node.names.has(norm))
  const role =
    isNamed || !holder?.children.some(({ prop }) => prop === 'name')
      ? undefined
      : holder.children.find(({ prop }) => prop === 'role')
  return role && !object.some(({ norm }) => /^(?:name|surname|author|person|speaker|attribution)$/.test(norm))
    ? role
    : node
}

type Given = { text: TextValue; tokens: Token[]; hasConnector: boolean; isRename: boolean; object?: Token[] }

/** Whether a node can take a value at all, and how likely it is meant. */
function fitOf(node: Node, given: Given): number | null {
  const { text, tokens, hasConnector, isRename } = given
  if (node.kind === 'theme') return null
  if (node.kind === 'flag') return flagOf(node.prop, text.text) === undefined ? null : 3
  if (node.kind === 'choice') return choiceOf(node, text.text) === undefined ? null : 3
  const link =
    linkOf(tokens.find(({ kind }) => kind === 'url' || kind === 'email' || kind === 'phone')) ??
    (tokens.length === 1 ? linkOf(tokens[0]) : undefined)
  const isLink = link !== undefined && tokens.filter(({ kind }) => kind !== 'mark').length === 1
  if (node.kind === 'link') return isLink ? 2 : null
  if (node.kind === 'group' && isLink) return node.children.some(({ kind }) => kind === 'link') ? 3 : null
  if (isLink) return null
  const flag = [...node.children].find(
    ({ kind, prop }) => kind === 'flag' && flagOf(prop, text.text) !== undefined,
  )
  if (flag) return 4
  const choice =
    node.kind === 'block' &&
    [...node.children].find((child) => child.kind === 'choice' && choiceOf(child, text.text) !== undefined)
  const isPrice = priceOf(tokens, '$') !== undefined
  if (!hasConnector && !text.isQuoted) {
    if (choice) return 3
    if (isPrice && (node.prop === 'price' || node.children.some(({ prop }) => prop === 'price'))) return 3
    return null
  }
  if (choice && !text.isQuoted) return 3
  if (node.kind === 'meta') return 2
  if (node.kind === 'text')
    return isRename && /^(?:name|title|heading|headline|label|question)$/.test(node.prop)
      ? 2.5
      : node.isItem || node.kind === 'text'
        ? 2
        : 1
  if (node.kind === 'group') return node.children.some(({ prop }) => prop === 'label') ? 1.5 : null
  if (node.kind === 'item') return 1
  if (node.kind === 'list') return node.children.every(({ kind }) => kind === 'text') ? 0 : null
  if (node.kind === 'number') return numberAt(tokens[0]) === undefined ? null : 1
  return node.kind === 'block' ? 0.5 : null
}

function setNodes(nodes: Node[], given: Given, page: Page): Outcome | undefined {
  let draft = draftOf(page)
  const said: string[] = []
  const focus: string[] = []
  for (const node of nodes) {
    const step = setOne(draft, node, given, page)
    if (!step || step.kind === 'outcome') return step?.outcome
    draft = step.draft
    said.push(step.said)
    focus.push(step.node.key)
  }
  if (nodes.length > 1 && new Set(said.map((line) => line.replace(/from “.*” to/, 'to'))).size > 1)
    return {
      kind: 'done',
      draft,
      said: `changed ${namesOf(nodes, page)} to ${quoted(given.text.text)}`,
      focus,
    }
  return { kind: 'done', draft, said: said[0] ?? '', focus }
}

type Step = { kind: 'step'; draft: Draft; said: string; node: Node } | { kind: 'outcome'; outcome: Outcome }
const step = (draft: Draft, said: string, node: Node): Step => ({ kind: 'step', draft, said, node })
const stop = (outcome: Outcome): Step => ({ kind: 'outcome', outcome })

function setOne(draft: Draft, node: Node, given: Given, page: Page): Step | undefined {
  const { text, tokens } = given
  const name = nameOf(node, page)
  if (node.kind === 'flag') {
    const on = flagOf(node.prop, text.text)
    return on === undefined ? undefined : setFlag(draft, node, on, page)
  }
  if (node.kind === 'choice') {
    const value = choiceOf(node, text.text)
    return value === undefined
      ? undefined
      : step(setNode(draft, node, value), `set ${name} to ${value}`, node)
  }
  const link = linkOf(tokens.find(({ kind }) => kind !== 'mark'))
  if (node.kind === 'link')
    return link ? step(setNode(draft, node, link), `made ${name} ${quoted(link)}`, node) : undefined
  const linkChild = node.children.find(({ kind }) => kind === 'link')
  if (node.kind === 'group' && linkChild && link && !text.isQuoted)
    return step(setNode(draft, linkChild, link), `made ${name} lead to ${link}`, node)
  const flag = node.children.find(
    ({ kind, prop }) => kind === 'flag' && flagOf(prop, text.text) !== undefined,
  )
  if (flag && !text.isQuoted) return setFlag(draft, flag, flagOf(flag.prop, text.text) as boolean, page)
  const choice =
    node.kind === 'block' && !text.isQuoted
      ? node.children.find((child) => child.kind === 'choice' && choiceOf(child, text.text) !== undefined)
      : undefined
  if (choice) return setOne(draft, choice, given, page)
  if (
    !text.isQuoted &&
    /^(?:delete|remove|drop|none|gone|out|off|kill|cut|lose|no|empty|clear)(?: it| that| this)?[.!]?$/i.test(
      text.text,
    )
  )
    return stop(removeNodes([node], page))
  if (isVague(text))
    return stop(refused(`Tell me the words that ${name} should have, for example: change ${name} to “…”.`))
  if (node.kind === 'number')
    return step(setNode(draft, node, numberAt(tokens[0])), `set ${name} to ${numberAt(tokens[0])}`, node)
  if (node.kind === 'meta') return setMeta(draft, node, given, name)
  if (node.kind === 'list')
    return step(setNode(draft, node, listOf(tokens, page.context.message)), `changed ${name}`, node)
  const target = node.kind === 'text' ? node : mainText(node, given)
  if (!target) {
    const heading = node.children.find(({ prop }) => prop === 'heading' || prop === 'headline')
    return stop(
      ask(
        `What in ${name} should become ${quoted(text.text)}?`,
        heading ? [`change ${nameOf(heading, page)} to "${text.text}"`] : [],
      ),
    )
  }
  return setText(draft, target, given, page)
}

/** The text that is meant when a whole item, button or block is to say something. */
function mainText(node: Node, { text, tokens, isRename }: Given): Node | undefined {
  const texts = node.children.filter(({ kind }) => kind === 'text')
  const price = texts.find(({ prop }) => prop === 'price')
  if (price && priceOf(tokens, String(price.value ?? '$')) !== undefined && !text.isQuoted) return price
  if (node.kind !== 'block') {
    const value = texts.find(({ prop }) => prop === 'value')
    if (value && !/\d/.test(text.text)) return texts.find(({ prop }) => prop === 'label')
    return texts.find(
      ({ prop }) => prop === 'label' || prop === 'title' || prop === 'question' || prop === 'name',
    ) && value === undefined
      ? texts.find(({ prop }) => /^(?:label|title|question|name)$/.test(prop))
      : texts[0]
  }
  const own = texts.find(({ prop }) => prop === node.prop)
  if (own && !isRename) return own
  return isRename ? texts.find(({ prop }) => prop === 'heading' || prop === 'headline') : undefined
}

function setText(draft: Draft, node: Node, given: Given, page: Page): Step {
  const { text, tokens } = given
  const old = typeof node.value === 'string' ? node.value : undefined
  if (/<[^<>]{2,40}>|\[[^[\]]{2,40}\](?!\()|\bTBD\b|\bXXX\b/.test(text.text))
    return stop(
      refused(
        `That text has a gap in it (${quoted(text.text, 60)}). Give me the words as they should stand there.`,
      ),
    )
  if (
    !text.isQuoted &&
    (instruction.test(text.text) ||
      text.tokens.some(
        (token) =>
          token.kind === 'quote' || isMark(token, '\n', 'bullet') || isWord(token, 'um', 'uh', 'uhm', 'erm'),
      ) ||
      (/[.!?]\s+\p{Lu}/u.test(text.text) && stringKind(node.schema) === 'text') ||
      /→|->/.test(text.text) ||
      text.tokens.some(
        (token) =>
          (token.kind === 'url' || token.kind === 'email') &&
          text.tokens.length > 1 &&
          stringKind(node.schema) === 'text',
      ))
  )
    return stop(
      refused(`I can’t tell where the new text of ${nameOf(node, page)} ends. Put it in quotation marks.`),
    )
  const price = node.prop === 'price' && !text.isQuoted ? priceOf(tokens, old) : undefined
  const words =
    price ?? partOfName(node, given, old) ?? (text.isQuoted ? text.text : likeBefore(text.text, old))
  const kind = stringKind(node.schema) ?? 'text'
  const value = fitted(words, { kind, maxLength: node.schema.maxLength ?? 1000 })
  const name = nameOf(node, page)
  if (value === old) return stop(refused(`${capital(name)} is ${quoted(value)} already.`))
  const next = complete(draft, node, value)
  if (!next)
    return stop(
      refused(
        `There is no ${name.replace(/^the /, '')} yet, and it needs a link as well. Add the button first.`,
      ),
    )
  return step(
    next,
    old === undefined
      ? `set ${name} to ${quoted(value)}`
      : `changed ${name} from ${quoted(old, 60)} to ${quoted(value)}`,
    node,
  )
}

/** A new surname leaves the first name as it is. */
function partOfName(node: Node, { text, object = [] }: Given, old: string | undefined): string | undefined {
  if (node.prop !== 'name' || !old || /\s/.test(text.text) || !/\s/.test(old)) return undefined
  const said = object.map(({ norm }) => norm).join(' ')
  if (/surname|last name|family name/.test(said)) return old.replace(/\S+$/, text.text)
  return /first name|given name/.test(said) ? old.replace(/^\S+/, text.text) : undefined
}

/** Sets a text; a button that is not there yet gets the page's main action as its link. */
function complete(draft: Draft, node: Node, value: string): Draft | undefined {
  const group = node.parent
  if (group?.kind !== 'group' || group.value !== undefined) return setNode(draft, node, value)
  const others = (group.schema.required ?? []).filter((prop) => prop !== node.prop)
  if (others.length === 0) return setNode(draft, group, { [node.prop]: value })
  return others.every((prop) => prop === 'link')
    ? setNode(draft, group, { [node.prop]: value, link: 'action:primary' })
    : undefined
}

/** Dictated words take the capital and the end of what they replace. */
export function likeBefore(text: string, old: string | undefined): string {
  let words = text
  if (old && /^\p{Lu}/u.test(old) && /^\p{Ll}/u.test(words)) words = capital(words)
  if (old && !/[.!?…]$/.test(old) && /[^.]\.$/.test(words) && !/[.!?] /.test(words))
    words = words.slice(0, -1)
  return words
}

function setMeta(draft: Draft, node: Node, { text, tokens }: Given, name: string): Step {
  if (node.schema.type === 'array') {
    const items = listOf(
      tokens.filter((token) => token.kind !== 'quote' || tokens.length > 1),
      text.text,
    )
    const list = text.isQuoted
      ? text.text.split(/\s*[,;]\s*/)
      : items.length > 0 && tokens[0]
        ? splitWords(text.text)
        : []
    return step(setNode(draft, node, list.filter(Boolean)), `set ${name} to ${listed(list)}`, node)
  }
  const old = typeof node.value === 'string' ? node.value : undefined
  const value = likeBefore(text.text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), old)
  if (value.length > (node.schema.maxLength ?? 1000))
    return stop(refused(`At most ${node.schema.maxLength} characters fit into ${name}.`))
  return step(
    setNode(draft, node, value),
    old ? `changed ${name} from ${quoted(old, 60)} to ${quoted(value)}` : `set ${name} to ${quoted(value)}`,
    node,
  )
}

export const splitWords = (text: string) =>
  text
    .split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+/)
    .map((word) => word.trim().replace(/[.]$/, ''))
    .filter(Boolean)

/** A switch; where only one of a list can be on, the others go off. */
export function setFlag(draft: Draft, node: Node, on: boolean, page: Page): Step {
  const item = node.parent
  const name = item ? nameOf(item, page) : nameOf(node, page)
  if ((node.value === true) === on)
    return stop(refused(`${capital(name)} is ${on ? '' : 'not '}${node.prop} already.`))
  let next = setNode(draft, node, on ? true : undefined)
  if (on && node.prop === 'highlighted')
    for (const other of item?.parent?.children ?? [])
      for (const child of other.children)
        if (other !== item && child.prop === node.prop && child.value === true)
          next = setNode(next, child, undefined)
  const word = node.prop === 'required' ? (on ? 'required' : 'optional') : on ? node.prop : `not ${node.prop}`
  return step(next, `made ${name} ${word}`, item ?? node)
}

export function flagOf(prop: string, text: string): boolean | undefined {
  const words = flagWords[prop]
  if (!words) return undefined
  const said = plain(text)
  if (namesIn(words.off).includes(said)) return false
  return namesIn(words.on).includes(said) ? true : undefined
}

/** The value of a choice that is meant by some words. */
export function choiceOf(node: Node, text: string): string | undefined {
  const said = plain(text)
  const values = node.schema.enum ?? []
  const exact = values.find((value) => value === said || value.replaceAll(/[-_]/g, ' ') === said)
  if (exact) return exact
  const words = node.prop === 'icon' ? iconWords : choiceWords[node.prop]
  const exactly = values.find((value) =>
    namesIn(words?.[value] ?? '')
      .map(plain)
      .includes(said),
  )
  if (exactly || node.prop === 'icon' || said.split(' ').length > 4) return exactly
  return values.find((value) => {
    const names = namesIn(words?.[value] ?? '').map(plain)
    const vocabulary = new Set(names.flatMap((name) => name.split(' ')))
    return (
      said.includes(' ') &&
      said.split(' ').every((word) => vocabulary.has(word)) &&
      names.some((name) => ` ${said} `.includes(` ${name} `))
    )
  })
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[.!"'“”]/g, '')
    .replace(
      /\b(?:the|a|an|be|it|in|its|have|our|to|with|one|of|more|icon|layout|aligned|please|field)\b/g,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim() || text.toLowerCase().trim()

export function isVague(text: TextValue): boolean {
  return (
    !text.isQuoted &&
    (vague.test(text.text.trim()) ||
      /^(?:the|our|some|any|more|those|these|their|new|a)\s.*\b(?:latest|newest|current|updated|correct|right|new|real|actual|recent|numbers|figures|ones|one|content|copy|text|stuff|info|information|data|details|quotes?|testimonials?|photos?)\b/.test(
        text.text.trim(),
      ))
  )
}
