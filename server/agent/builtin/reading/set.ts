import { listed, quoted } from '../../label.ts'
import { nameOf } from '../describe.ts'
import { type Draft, draftOf, setNode } from '../edit.ts'
import { movable } from '../frames/move.ts'
import { ancestors, type Node } from '../nodes.ts'
import { askWhich } from '../objects.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { Page } from '../page.ts'
import { type Found, resolve } from '../targets.ts'
import { isMark, isWord, type Token } from '../tokens.ts'
import { linkOf } from '../values.ts'
import { participleAt } from '../verbs.ts'
import { determiners, fillers, functionWords } from '../words/plain.ts'
import { type Assignment, assignmentsOf, finished, type Given, readGiven } from './assign.ts'
import { connectiveAt } from './connectives.ts'
import { attempt, type Phrase, type Reading } from './reading.ts'
import { purity, tailsOf } from './tails.ts'

type Split = {
  target: Token[]
  value: Token[]
  is: 'any' | 'name' | 'link'
  cost: number
  part?: string
  isStatement?: boolean
  isBeing?: boolean
  isNow?: boolean
  isOption?: boolean
  isOpenMark?: boolean
}

const changing =
  /^(?:change|set|update|edit|modify|make|turn|adjust|alter|rewrite|reword|rephrase|revise|correct|fix|amend|tweak|convert|have|let|switch|mark|put|bump|raise|increase|lower|reduce|lift|rename|retitle|relabel|call|name|label|title|point|link|direct|redirect|route|send|connect|lead|replace|get|want|need|give|use|write|go with|show|display|highlight|keep|type|sign|describe|shorten|say|pick|choose|paste|substitute|try|apply|swap|switch|exchange)$/
const valueFirst =
  /^(?:use|put|set|write|make|have|want|insert|paste|show|go with|pick|choose|try|apply|need)$/
const namingVerbs = /^(?:call|name|rename|retitle|relabel|label|title)$/
const linkVerbs = /^(?:link|point|direct|redirect|route|send|connect|lead|take)$/

/** "the headline should say X", "set A to B", "phone: optional", "use X as the note": a property becomes a value. */
export function readSet(phrase: Phrase): Reading[] {
  const readings: Reading[] = []
  for (const split of splitsOf(phrase)) readings.push(...attempt(() => readSplit(split, phrase)))
  return readings
}

function splitsOf({ body, verb, continues, tokens, scope, page }: Phrase): Split[] {
  const splits: Split[] = []
  const said = verb?.phrase
  if (said && !changing.test(said) && !verb?.classes.has('align')) return splits
  const names = said !== undefined && namingVerbs.test(said)
  const links = said !== undefined && linkVerbs.test(said)
  const kindOf = (is: Split['is']) => (links ? 'link' : names ? 'name' : is)
  const most = Math.min(body.length - 1, 40)
  for (let at = 0; at < most; at++) {
    // Once a value has begun, nothing in it is a connective.
    if (
      at > 0 &&
      (isMark(body[at - 1], ':', '→') || body[at - 1]?.kind === 'quote') &&
      body.slice(0, at).some((token) => isMark(token, ':', '→'))
    )
      break
    const found = connectiveAt(body, at)
    if (!found) continue
    const value = found.isNegative ? negated(body.slice(at + found.length)) : body.slice(at + found.length)
    if (value.length === 0) continue
    const target = body.slice(0, at)
    if (at === 0 && !scope && page.focus.length === 0) continue
    if (at === 0 && (isMark(body[0], ':', '→', '=') || found.strength === 'weak')) continue
    const weak = found.strength === 'weak'
    if (weak && !said && !continues) continue
    if (isWord(body[at], 'on', 'at') && body[at + 1]?.kind !== 'number') continue
    if (
      weak &&
      isWord(body[at], 'as', 'on', 'at') &&
      said &&
      isWord(body[at], 'as') &&
      /^(?:use|put|set|write|insert|paste)$/.test(said)
    )
      continue
    const isState = found.strength === 'state'
    const statement = isState && !said ? 0.6 : 0
    const odd = isWord(body[at], 'on', 'at', 'as') ? 0.8 : 0
    splits.push({
      target,
      value,
      is: kindOf(found.is),
      cost: statement + odd + (weak && !said ? 0.6 : 0),
      ...(found.part ? { part: found.part } : {}),
      isStatement: isState && !said,
      isBeing: found.isBeing ?? false,
      isNow: found.isNow ?? false,
      isOption: found.isOption ?? false,
      isOpenMark: isMark(body[at], ':', '–'),
    })
  }
  // "replace the intro with X", "swap the heart icon for the coins"
  if (said && /^(?:replace|swap|substitute|exchange|switch|swap out|switch out|trade|update)$/.test(said))
    for (let at = 1; at < most; at++)
      if (
        isWord(body[at], 'with', 'for', 'by') &&
        !(
          /^(?:swap|switch|exchange|trade)$/.test(said) &&
          resolve(body.slice(at + 1), page, { fits: movable }).kind === 'found'
        )
      )
        splits.push({ target: body.slice(0, at), value: body.slice(at + 1), is: 'any', cost: 0.2 })
  // "center the hero"
  const [first] = tokens
  if (verb?.classes.has('align') && first && body.length > 0)
    splits.push({ target: body, value: tokens.slice(0, verb.length), is: 'any', cost: 0.2, isOption: true })
  // "give it a caption: X"
  if (said === 'give')
    for (let at = 1; at < most; at++) {
      const colon = body.findIndex(
        (token, index) => index > at && (isMark(token, ':') || token.kind === 'quote'),
      )
      const noun = body.slice(at, colon === -1 ? at : colon)
      if (noun.length > 0 && isWord(noun[0], 'a', 'an', 'the', 'this'))
        splits.push({
          target: [...noun, ...body.slice(0, at)],
          value: body.slice(colon),
          is: 'any',
          cost: 0.3,
        })
    }
  // "use X as the headline", "put X in the note"
  if (said && valueFirst.test(said))
    for (let at = 1; at < most; at++)
      if (
        isWord(body[at], 'as', 'for', 'in', 'into', 'on', 'under', 'over', 'above', 'below') &&
        !body.slice(at).some((token) => isMark(token, ':', '→'))
      )
        splits.push({
          target: body.slice(isWord(body[at], 'as', 'for', 'in', 'into', 'on') ? at + 1 : at),
          value: body.slice(0, at),
          is: 'any',
          cost: isWord(body[at], 'as')
            ? 0.2
            : at === 1 && body[0]?.kind === 'quote'
              ? 0.5
              : isSame(body.slice(0, at))
                ? 0.3
                : 2.6,
        })
  // "use this as the headline: X"
  const colon = body.findIndex((token) => isMark(token, ':'))
  const as = body.findIndex((token) => isWord(token, 'as', 'for'))
  if (said && valueFirst.test(said) && as > 0 && colon > as + 1)
    splits.push({ target: body.slice(as + 1, colon), value: body.slice(colon + 1), is: 'any', cost: 0.3 })
  // "growth 1650", "make phone optional", "hero text centered", "call it X"
  for (
    let at = 1;
    at < Math.min(body.length, 12) && !/^(?:swap|switch|exchange|replace)$/.test(said ?? '');
    at++
  ) {
    const target = body.slice(0, at)
    const value = body.slice(at)
    if (target.some((token) => isWord(token, 'instead', 'rather', 'not'))) break
    if (at > 1 && isWord(body[0], 'it', 'them')) break
    const isPointing =
      target.every((token) => isWord(token, 'it', 'this', 'that', 'them', 'one', 'the')) &&
      !isWord(target.at(-1), 'the')
    const isOpen =
      names || (isPointing && said !== undefined && /^(?:make|call|change|set|have|let)$/.test(said))
    splits.push({
      target,
      value,
      is: kindOf(names ? 'name' : 'any'),
      cost: isOpen ? 0.3 : value[0]?.kind === 'quote' && said && value.length === 1 ? 0.6 : 10,
    })
  }
  return splits
}

/** "not X, just Y" is Y; "not X" alone stays as it is. */
function negated(tokens: Token[]): Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      index > 0 &&
      (isWord(token, 'but', 'just', 'rather') ||
        (isMark(token, ',') && isWord(tokens[index + 1], 'just', 'but', 'rather', 'only', 'a', 'the'))),
  )
  if (at > 0)
    return tokens.slice(
      at + (isMark(tokens[at], ',') && isWord(tokens[at + 1], 'just', 'but', 'rather', 'only') ? 2 : 1),
    )
  const [first] = tokens
  return first ? [{ ...first, kind: 'word', text: 'not', norm: 'not', end: first.start }, ...tokens] : []
}

function readSplit(split: Split, phrase: Phrase): Reading[] {
  const { page, source, scope, verb } = phrase
  const readings: Reading[] = []
  for (const tail of tailsOf(split.value, page)) {
    const given = readGiven(tail.value, source, split.is)
    if (!given) continue
    given.isRole = split.isNow ?? false
    // Without a word between target and value, only values that can be told from a name will do.
    const terse = split.cost >= 10
    if (terse && given.isQuoted && (verb || tail.value.length > 1)) continue
    given.isOption = (terse && !given.isQuoted) || tail.old !== undefined || split.isOption === true
    if (
      terse &&
      !given.isQuoted &&
      (split.target.length > 5 ||
        split.target.some(
          (token) =>
            token.kind === 'mark' || isWord(token, 'my', 'things', 'we', 'i', 'they', 'is', 'was', 'and'),
        ))
    )
      continue
    if (split.is === 'link' && !given.link && given.shape === 'text') continue
    if (phrase.tokens.some((token) => isWord(token, 'everywhere', 'throughout'))) continue
    // "The headline is too long" tells something; "Growth is $1,590" says what it becomes.
    if (split.isStatement && given.shape === 'text' && !given.isQuoted) continue
    if (
      !given.isQuoted &&
      given.shape === 'text' &&
      !given.isOption &&
      split.isBeing &&
      isNoText(tail.value) &&
      !isOptionValue(given, page)
    )
      continue
    const impure = terse ? 0 : purity(tail.value, given, verb !== undefined || !split.isOpenMark)
    if (impure >= 5) continue
    const same = sameText(tail.value, page)
    if (same !== undefined) Object.assign(given, { text: same, isQuoted: true, shape: 'text' })
    const target = withPart(
      [...trimTarget(split.target), ...tail.extra],
      split.part ?? impliedPart(verb?.phrase),
    )
    const cost = (terse ? (verb ? 0.4 : 1) : split.cost) + tail.cost + impure
    const found = find(target, page, given, scope)
    if (found.kind === 'nothing') continue
    if (found.kind === 'unclear') {
      readings.push({
        cost: cost + 2,
        outcome: askWhich(found.nodes, page, (name) => `change ${name} to "${given.text}"`),
      })
      continue
    }
    const [only] = found.nodes
    const group =
      only &&
      (only.kind === 'group'
        ? only
        : only.parent?.kind === 'group' && only.prop === 'label'
          ? only.parent
          : undefined)
    const both = group && found.nodes.length === 1 ? labelAndLink(group, tail.value, source) : undefined
    if (both) {
      readings.push({ cost, outcome: applyAll(both, page) })
      continue
    }
    readings.push(
      ...setAll(found.nodes, given, target, page, cost + Math.max(0, 1.2 - found.score / 12), source),
    )
  }
  return readings
}

const judgements = new Set(
  'better nicer shorter longer bigger smaller good fine ok okay clearer different updated simpler stronger gone new great perfect right wrong correct visible hidden first last there here improved more less too very so really nice cool also still not'.split(
    ' ',
  ),
)

/** "Talk to us, mailto:sales@…", "label “Start”, destination /start": a button's words and where it leads. */
function labelAndLink(group: Node, tokens: Token[], source: string): Assignment[] | undefined {
  const [label, link] = ['label', 'link'].map((prop) => group.children.find((child) => child.prop === prop))
  const at = tokens.findIndex(
    (token) => token.kind === 'url' || token.kind === 'email' || token.kind === 'phone',
  )
  const target = linkOf(tokens[at])
  const before = tokens[at - 1]
  const joins =
    isMark(before, ',', '(', '–', '|') ||
    before?.kind === 'quote' ||
    isWord(before, 'and', 'destination', 'link', 'url') ||
    (isWord(before, 'to') &&
      isWord(tokens[at - 2], 'link', 'linking', 'pointing', 'going', 'leading', 'goes', 'links'))
  if (!label || !link || !target || at < 1 || tokens.length > at + 2 || !joins) return undefined
  const words = tokens
    .slice(0, at)
    .filter(
      (token, index, all) =>
        !(
          index >= all.length - 4 &&
          (token.kind === 'mark' ||
            isWord(
              token,
              'and',
              'destination',
              'link',
              'linking',
              'to',
              'pointing',
              'going',
              'url',
              'which',
              'goes',
              'with',
            ))
        ) && !(index < 2 && (isWord(token, 'label', 'text', 'called') || isMark(token, ':'))),
    )
  const text = readGiven(words, source)
  return text && words.some(({ norm }) => !functionWords.has(norm)) && words.length <= 8
    ? [
        { node: label, value: text.text, cost: 0 },
        { node: link, value: target, cost: 0 },
      ]
    : undefined
}

/** Words that a switch or choice on the page takes. */
function isOptionValue(given: Given, page: Page): boolean {
  return page.nodes.some(
    (node) => (node.kind === 'flag' || node.kind === 'choice') && assignmentsOf(node, given).length > 0,
  )
}

/** "should be shorter", "must be removed": no text that could be written. */
function isNoText(tokens: Token[]): boolean {
  if (/^\p{Lu}/u.test(tokens[0]?.text ?? '')) return false
  return (
    judgements.has(tokens[0]?.norm ?? '') || (participleAt(tokens, 0) !== undefined && tokens.length <= 6)
  )
}

const implied: Record<string, string> = {
  describe: 'alt',
  sign: 'signature',
  caption: 'caption',
  headline: 'headline',
}
const impliedPart = (verb: string | undefined) => (verb ? implied[verb] : undefined)

const isSame = (tokens: Token[]) =>
  tokens.some((token) => isWord(token, 'same', 'that', 'this')) && tokens.length <= 4

/** "use the same sentence for …": what was set last. */
function sameText(tokens: Token[], page: Page): string | undefined {
  const said = tokens.map(({ norm }) => norm).join(' ')
  if (
    !/^(?:the |that |this )?(?:exact )?same(?: (?:text|sentence|headline|wording|words|label|line|thing|title|one|copy|phrase|name|value|link))?$|^(?:that|this) (?:text|sentence|headline|wording|line|title|phrase)$/.test(
      said,
    )
  )
    return undefined
  const value = page.focus[0]?.value
  return typeof value === 'string' ? value : undefined
}

function withPart(target: Token[], part: string | undefined): Token[] {
  const [first] = target
  return part && first
    ? [
        { ...first, kind: 'word', text: part, norm: part },
        { ...first, kind: 'word', text: 'of', norm: 'of' },
        ...target,
      ]
    : target
}

function trimTarget(target: Token[]): Token[] {
  let list = target
  while (
    list.length > 0 &&
    (list[0]?.kind === 'mark' || isWord(list[0], 'and', 'but', 'then', 'so', 'for', 'in'))
  )
    list = list.slice(1)
  while (
    list.length > 0 &&
    (list.at(-1)?.kind === 'mark' ||
      (isWord(list.at(-1), 'also', 'just', 'now', 'please', 'and', 'from', 'so', 'that', 'it', 'which') &&
        list.length > 1))
  )
    list = list.slice(0, -1)
  return list
}

const possessives = new Set('his her its their'.split(' '))

/** What a phrase names, among what the value could be set on. */
export function find(tokens: Token[], page: Page, given: Given, scope: Node | undefined): Found {
  const fits = (node: Node) => {
    const [best] = assignmentsOf(node, given)
    return best && best.cost < 4 ? 1.5 - best.cost : null
  }
  const content = tokens.filter(
    (token) =>
      token.kind !== 'mark' &&
      !determiners.has(token.norm) &&
      !functionWords.has(token.norm) &&
      !fillers.has(token.norm),
  )
  if (content.length === 0) {
    const isPointing =
      tokens.length === 0 ||
      tokens.some((token) =>
        isWord(
          token,
          'it',
          'its',
          'this',
          'that',
          'them',
          'these',
          'those',
          'one',
          'she',
          'he',
          'her',
          'his',
          'their',
        ),
      )
    if (!scope && !isPointing) return { kind: 'nothing', unknown: [], near: [] }
    const base = scope ? [scope] : page.focus
    const nodes = base.flatMap((node) => [node, ...ancestors(node)].find((each) => fits(each) !== null) ?? [])
    return nodes.length > 0
      ? { kind: 'found', nodes: [...new Set(nodes)], score: 10 }
      : { kind: 'nothing', unknown: [], near: [] }
  }
  const owner = tokens.findIndex((token) => possessives.has(token.norm))
  const within = scope ?? (owner !== -1 ? holderOf(page.focus[0]) : undefined)
  if (within) {
    const inside = resolve(owner === -1 ? tokens : tokens.filter((_, index) => index !== owner), page, {
      fits,
      within,
      allowSeveral: true,
    })
    if (inside.kind !== 'nothing') return inside
    if (owner !== -1) return inside
  }
  return resolve(tokens, page, { fits, allowSeveral: true })
}

/** The item or block that something belongs to. */
export function holderOf(node: Node | undefined): Node | undefined {
  return (
    node &&
    [node, ...ancestors(node)].find(({ isItem, kind }) => (isItem && kind === 'item') || kind === 'block')
  )
}

/** Sets a value on all of the nodes, where each takes it the same way. */
function setAll(
  nodes: Node[],
  given: Given,
  target: Token[],
  page: Page,
  cost: number,
  source: string,
): Reading[] {
  const readings: Reading[] = []
  const options = nodes.map((node) => assignmentsOf(node, given))
  if (options.some((list) => list.length === 0)) return []
  const [best, second] = options[0] as Assignment[]
  if (nodes.length === 1 && second && best && second.cost - best.cost < 0.4 && given.shape === 'text')
    return [
      {
        cost: cost + 2,
        outcome: askWhich([best.node, second.node], page, (name) => `change ${name} to "${given.text}"`),
      },
    ]
  const isMany =
    target.some((token) =>
      isWord(token, 'all', 'both', 'every', 'each', 'two', 'three', 'four', 'buttons', 'them', 'they'),
    ) || given.isOption
  if (nodes.length > 1 && !isMany)
    return [{ cost: cost + 2, outcome: askWhich(nodes, page, (name) => `change ${name} to "${given.text}"`) }]
  const chosen = options.flatMap((list) => list.slice(0, 1))
  const tooLong = chosen.find(
    ({ node }) =>
      node.kind === 'text' && nodes.includes(node) && given.text.length > (node.schema.maxLength ?? 1000),
  )
  if (tooLong)
    return [
      {
        cost: cost + 1,
        outcome: refused(
          `That text has ${given.text.length} characters, and at most ${tooLong.node.schema.maxLength} fit there.`,
        ),
      },
    ]
  if (best && best.cost > 1.9)
    return [
      {
        cost: cost + 2,
        outcome: {
          kind: 'ask',
          question: `What in ${nameOf(nodes[0] as Node, page)} should become ${quoted(given.text, 60)}?`,
          options: (options[0] as Assignment[])
            .slice(0, 3)
            .map(({ node }) => `change ${nameOf(node, page)} to "${given.text}"`),
        },
      },
    ]
  const vague = vagueness(given)
  if (vague) return [{ cost: cost + 1.5, outcome: refused(vague) }]
  for (const each of chosen)
    if (each.node.prop === 'name' && typeof each.node.value === 'string' && !given.text.includes(' '))
      each.value =
        partOfName(target.map(({ norm }) => norm).join(' '), each.node.value, given.text) ?? each.value
  const outcome = applyAll(chosen, page)
  readings.push({ cost: cost + (best?.cost ?? 0), outcome })
  void source
  return readings
}

/** A new surname leaves the first name as it is. */
export function partOfName(said: string, old: string, text: string): string | undefined {
  if (/\s/.test(text.trim())) return undefined
  if (/surname|last name|family name/.test(said)) return old.replace(/\S+$/, text)
  return /first name|given name/.test(said) ? old.replace(/^\S+/, text) : undefined
}

const description =
  /^(?:something|anything|a |an |the |our |some |more |better |new |another |different |whatever |it |that |this |one |ones |what |how )/i
const vague =
  /\b(?:something|anything|whatever|latest|newest|catchier|better|shorter|longer|nicer|different|appropriate|suitable|other one|new one|the right|correct (?:one|value|figure)s?|same as)\b/i

/** "something catchier" describes a text instead of giving it. */
function vagueness({ text, isQuoted, shape }: Given): string | undefined {
  if (/<[^<>]{2,40}>|\[[^[\]]{2,40}\](?!\()|\bTBD\b|\bXXX\b/.test(text))
    return `That text has a gap in it (${quoted(text, 60)}). Give me the words as they should stand there.`
  return !isQuoted &&
    shape === 'text' &&
    description.test(text) &&
    vague.test(text) &&
    text.split(' ').length < 8
    ? `That describes a text, and I write none of my own: tell me the words, or connect a language model.`
    : undefined
}

export function applyAll(assignments: Assignment[], page: Page): Outcome {
  let draft: Draft = draftOf(page)
  const said: string[] = []
  for (const { node, value } of assignments) {
    const made = finished(node, value)
    draft = put(draft, node, made)
    said.push(describe(node, made, page))
  }
  return {
    kind: 'done',
    draft,
    said: listed([...new Set(said)]),
    focus: assignments.map(({ node }) => node.key),
  }
}

/** Sets a value with what follows from it: one highlighted plan, a button that needs a link. */
function put(draft: Draft, node: Node, value: unknown): Draft {
  const group = node.parent
  if (group?.kind === 'group' && group.value === undefined) {
    const others = (group.schema.required ?? []).filter((prop) => prop !== node.prop)
    return setNode(draft, group, {
      ...(others.includes('link') ? { link: 'action:primary' } : {}),
      [node.prop]: value,
    })
  }
  let next = setNode(draft, node, value)
  if (node.prop === 'highlighted' && value === true)
    for (const other of group?.parent?.children ?? [])
      for (const child of other.children)
        if (other !== group && child.prop === node.prop && child.value === true)
          next = setNode(next, child, undefined)
  return next
}

function describe(node: Node, value: unknown, page: Page): string {
  const name = nameOf(node, page)
  if (node.kind === 'flag') {
    const holder = node.parent ? nameOf(node.parent, page) : name
    return `made ${holder} ${node.prop === 'required' ? (value ? 'required' : 'optional') : value ? node.prop : `not ${node.prop}`}`
  }
  if (node.kind === 'link')
    return `made ${node.parent ? nameOf(node.parent, page) : name} lead to ${String(value)}`
  const shown = Array.isArray(value) ? listed(value.map(String)) : String(value)
  return typeof node.value === 'string'
    ? `changed ${name} from ${quoted(node.value, 60)} to ${quoted(shown)}`
    : `set ${name} to ${quoted(shown)}`
}
