import { listed, quoted } from '../../label.ts'
import { nameOf, namesOf } from '../describe.ts'
import { draftOf, setList, setNode } from '../edit.ts'
import { applyLooks, type Look, type LookPart } from '../frames/look.ts'
import type { Node } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import type { Page } from '../page.ts'
import { type Assignment, assignmentsOf, choiceOf, flagOf, type Given, readGiven } from '../reading/assign.ts'
import { leavesWith, newValue } from '../reading/replace.ts'
import { applyAll, partOfName } from '../reading/set.ts'
import { isPronoun } from '../references/back.ts'
import { focused, type Pointed, pointTogether } from '../references/point.ts'
import { isNear } from '../spelling.ts'
import { isBelow } from '../targets.ts'
import { stem, tokenise, wordsOf } from '../tokens.ts'
import { colorAt, fontAt } from '../values.ts'
import { choiceWords, flagWords } from '../words/names.ts'
import { determiners, functionWords, numbers } from '../words/plain.ts'
import { phraseOf, reference, trimmed, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

const titles =
  /\b(?:director|chief|officer|ceo|coo|cfo|cto|cmo|head|manager|owner|founder|president|vp|lead|partner|chair|chairman|chairwoman|secretary|principal|dean|supervisor|coordinator|engineer|consultant)\b/i

/** A property becomes a value; or, where the old words are given, these are replaced in the text that has them. */
export function* settings(
  value: Part,
  old: Part | undefined,
  /** What the message names; undefined where it names nothing. */
  named: Pointed[] | undefined,
  targets: Part[],
  page: Page,
  message: string,
): Generator<Way> {
  const isPageWide = /\b(?:everywhere|throughout|all over|whole page|entire page|across the page)\b/i.test(
    message,
  )
  const everywhere = isPageWide || /\b(?:wherever|each time|every time)\b/i.test(message)
  let isDescribed = false
  if (old) {
    const text = old.isQuote ? old.text : trimmed(old.text)
    let isFound = false
    const next = value.isQuote ? value.text : counterpart(trimmed(value.text), text)
    const leaves = leavesWith(text, page)
    for (const { nodes, likelihood } of isPageWide || !named ? [{ nodes: [], likelihood: 0.95 }] : named) {
      const found = leaves.filter(
        (leaf) => nodes.length === 0 || nodes.some((node) => node === leaf || isBelow(leaf, node)),
      )
      isFound ||= found.length > 0
      const isEach = nodes.length > 1 && found.length === nodes.length
      const isClear =
        found.length === 1 || isEach || (found.length > 1 && (everywhere || (!named && text.length > 2)))
      const outcome = isClear ? replaceIn(found, text, next, page) : undefined
      if (!outcome) continue
      const where = found.length > 1 ? ' everywhere' : ` in ${namesOf(found, page)}`
      yield { likelihood, saying: `Replace “${text}” with “${next}”${where}`, outcome }
    }
    if (!named) yield { likelihood: 0.7, saying: `Change “${text}” to “${next}”` }
    // The old words are not on the page. A colour, a choice or a link may be described by them; a text was probably read wrong.
    isDescribed = !isFound && wordsOf(text).length > 0 && !isAmount(text)
  }
  if (!value.isQuote && (asks.test(value.text) || /^(?:inside|outside|there|here)\b/i.test(value.text)))
    return
  // "should begin with X": what is to become of the rest is not said.
  if (
    /\b(?:begin|start|open|end|finish|close)s?(?:\s+with)?\s*[:"“]?\s*$/i.test(message.slice(0, value.start))
  )
    return
  const isUnnamed = targets.every(({ text }) => isPronoun(text))
  const isNegated = negation.test(
    message
      .slice(0, value.start)
      .split(/[.!?\n,;]/)
      .at(-1) ?? '',
  )
  for (const { nodes, likelihood } of named ?? (old ? [] : focused(page))) {
    const [node] = nodes as [Node]
    if (node.kind === 'theme') {
      const look = lookOf(node, trimmed(value.text))
      if (look)
        yield {
          likelihood,
          saying: `Change ${nameOf(node, page)} to ${trimmed(value.text)}`,
          outcome: applyLooks([look], page),
        }
      else yield { likelihood, saying: `Change ${nameOf(node, page)} to ${trimmed(value.text)}` }
      continue
    }
    if (isEmphasis(value) && node.kind === 'text') {
      const piece = pieceOf(node, targets, page)
      yield {
        likelihood,
        saying: piece
          ? `Make “${piece}” ${trimmed(value.text)} in ${reference(node)}`
          : `Make ${reference(node)} ${trimmed(value.text)}`,
      }
      continue
    }
    if (isOptionLike(value)) {
      const each = nodes.map((one) => nearest(one, trimmed(value.text), targets))
      if (each.every((assignment) => assignment !== undefined))
        yield { likelihood, saying: sayingOf(each, page), outcome: applyAll(each, page) }
      continue
    }
    if (node.kind === 'asset' || (isPictured(node) && !targets.some(({ text }) => describing.test(text)))) {
      yield { likelihood, saying: `Change ${reference(node)} to the picture “${trimmed(value.text)}”` }
      continue
    }
    if (isNegated) {
      const flag = [node, ...node.children].find(
        ({ kind, prop }) => kind === 'flag' && flagOf(prop, trimmed(value.text)) !== undefined,
      )
      if (flag)
        yield {
          likelihood,
          saying: `Make ${nameOf(node, page)} ${flagOf(flag.prop, trimmed(value.text)) ? 'not ' : ''}${trimmed(value.text)}`,
          outcome: applyAll(
            [{ node: flag, value: flagOf(flag.prop, trimmed(value.text)) ? undefined : true, cost: 0 }],
            page,
          ),
        }
      continue
    }
    if (!isDescribed) {
      yield* numbered(node, value, likelihood, page)
      yield* priced(node, value, likelihood, page)
      yield* pieces(nodes, targets, value, likelihood, page)
      yield* choices(node, value, likelihood, page)
    }
    for (const given of givensOf(value, node)) {
      const isRole = titles.test(value.text.split(',')[0] ?? '') && wordsOf(value.text).length <= 8
      const each = nodes.map((one) => assignmentOf(one, value, { ...given, isRole }, message, isUnnamed))
      if (
        each.every((assignment) => assignment !== undefined) &&
        !(isDescribed && each.some((assignment) => assignment.node.kind === 'text'))
      )
        yield { likelihood, saying: sayingOf(each, page), outcome: applyAll(each, page) }
    }
    if (isDescribed) continue
    yield {
      likelihood,
      saying: `Change ${reference(node)} to ${value.isQuote ? `“${value.text}”` : trimmed(value.text)}`,
    }
    yield {
      likelihood,
      saying: `Make ${reference(node)} ${value.isQuote ? `“${value.text}”` : trimmed(value.text)}`,
    }
  }
}

/** A colour or a typeface for the whole page. What a typeface is given for is the font: "the letters in Georgia". */
function lookOf({ prop }: Node, said: string): Look | undefined {
  for (const text of [said, withoutLead(said)]) {
    const tokens = tokenise(text)
    const font = fontAt(tokens, 0)
    if (font?.length === tokens.length) return { kind: 'font', font: font.font }
    const color = colorAt(tokens, 0)
    if (color?.length === tokens.length && /Color$/.test(prop))
      return { kind: 'color', color: color.color, name: color.name, part: prop as LookPart }
  }
  return undefined
}
const isPictured = ({ kind, prop }: Node) => kind === 'group' && prop === 'picture'
const describing = /\b(?:alt|description|describes?|reader|readers|blind|caption|says?|text|label)\b/i

/** Assignments as one would ask for them. */
const sayingOf = (assignments: Assignment[], page: Page) =>
  assignments
    .map(({ node, value }) =>
      node.kind === 'flag' && node.parent
        ? `Make ${nameOf(node.parent, page)} ${node.prop === 'required' ? (value ? 'required' : 'optional') : value ? node.prop : `not ${node.prop}`}`
        : `Change ${nameOf(node, page)} to ${node.kind === 'text' || node.kind === 'meta' ? `“${String(value)}”` : String(value)}`,
    )
    .join('. ')

/** A request is no text of a page. */
const asks = /\b(?:can|could|would|will) (?:you|we)\b/i
const negation = /(?:\b(?:not|no longer|never|isnt|shouldnt|without)|n['’]t)\b[^.!?]*$/i
export const isVague = ({ text, isQuote }: Part) =>
  !isQuote &&
  (/^(?:something|anything|whatever|(?:a )?bit)\b/i.test(text) ||
    /^(?:the |our |some |a |an )?(?:latest|newest|right|correct|current|actual|better|different|nicer|catchier|other|updated|new)\b/i.test(
      text,
    ) ||
    /^(?:lower|higher|bigger|smaller|larger|shorter|longer|better|nicer|clearer|stronger|punchier|friendlier)$/i.test(
      trimmed(text),
    ))
export const isEmphasis = ({ text, isQuote }: Part) =>
  !isQuote &&
  /^(?:in )?(?:bold|italics?|uppercase|lowercase|capitals|upper case|lower case|underlined)$/i.test(
    trimmed(text),
  )
export const isPicture = ({ text, isQuote }: Part) =>
  !isQuote && /\b(?:picture|photo|image|screenshot|logo)\b/i.test(text)

/** A value in the ways it can be meant: as it stands, where it leads, and without words that only say what it is. */
function givensOf(value: Part, node: Node): Given[] {
  if (value.isQuote)
    return [readGiven(tokenise(`“${value.text}”`), `“${value.text}”`)].flatMap((given) => given ?? [])
  const text = spoken(trimmed(value.text))
  const leads =
    (node.kind === 'group' || node.kind === 'link') &&
    tokenise(text).some(({ kind }) => kind === 'email' || kind === 'url')
  const plain = withoutLead(text).replace(/\s+(?:plan|field|one|option|icon|layout|background|colou?r)$/i, '')
  return [
    leads ? readGiven(tokenise(text), text, 'link') : undefined,
    readGiven(
      tokenise(value.text.endsWith('.') && wordsOf(text).length > 4 ? `${text}.` : text),
      value.text.endsWith('.') && wordsOf(text).length > 4 ? `${text}.` : text,
    ),
    plain !== text && wordsOf(plain).length <= 3 ? optional(readGiven(tokenise(plain), plain)) : undefined,
  ].flatMap((given) => given ?? [])
}
const withoutLead = (text: string) => text.replace(/^(?:the|a|an|as|pure|plain|simply|just)\s+/i, '')
const optional = (given: Given | undefined) => given && { ...given, isOption: true }

/** Signs that were dictated. */
const spoken = (text: string) =>
  text
    .replace(/\s+full stop$/i, '.')
    .replace(/\s+question mark$/i, '?')
    .replace(/\s+exclamation (?:mark|point)$/i, '!')

function assignmentOf(
  node: Node,
  value: Part,
  given: Given,
  message: string,
  /** Whether only a pronoun names the node. */
  isUnnamed: boolean,
): Assignment | undefined {
  // "name it Solo Plus and price it at €99": it is the plan, not its name.
  const item = isUnnamed && node.kind === 'text' && given.shape !== 'text' ? node.parent : undefined
  const [fitting] = item?.isItem ? assignmentsOf(item, given) : []
  if (fitting && fitting.cost < 0.5) return fitting
  const holder =
    given.link && !given.isQuoted && node.kind === 'text' && node.parent?.kind !== 'block'
      ? node.parent
      : undefined
  const link = holder && [holder, ...holder.children].find(({ kind }) => kind === 'link' || kind === 'group')
  const [leads] = link ? assignmentsOf(link, { ...given, isLink: true }) : []
  if (leads) return leads
  const role = given.isRole ? [node, node.parent].find((each) => each?.kind === 'group')?.children : undefined
  const person = role?.find(({ prop }) => prop === 'role')
  if (person && (node.kind === 'group' || node.prop === 'name')) return assignmentsOf(person, given)[0]
  const [best] = assignmentsOf(bodyOf(node, value), given)
  if (best?.node.kind !== 'text' || typeof best.node.value !== 'string' || typeof best.value !== 'string')
    return best
  const name = best.node.prop === 'name' ? partOfName(message, best.node.value, best.value) : undefined
  if (name !== undefined) return { ...best, value: name }
  // "spell it “analyse” in the intro": one word does not become the whole text.
  if (wordsOf(best.node.value).length < 6 || wordsOf(best.value).length > 1) return best
  const next = best.value
  const old = best.node.value
    .split(/[\s.,;:!?]+/)
    .find((word) => word !== next && isNear(word.toLowerCase(), next.toLowerCase()))
  return old ? { ...best, value: newValue(best.node, old, given) } : undefined
}

/** Of a section or an item, a sentence is its text, not its title. */
function bodyOf(node: Node, { text }: Part): Node {
  if (node.kind !== 'block' && !node.isItem) return node
  if (wordsOf(text).length < 4 || !/[.!]["”']?\s*$/.test(text)) return node
  return (
    node.children.find(({ kind, prop }) => kind === 'text' && /^(?:body|answer|quote)$/.test(prop)) ?? node
  )
}

/** Some words of a text become others: those that name it ("“Cancel monthly.” in the small print"), or its amount ("150 shippers"). */
function* pieces(
  nodes: Node[],
  targets: Part[],
  value: Part,
  likelihood: number,
  page: Page,
): Generator<Way> {
  const next = value.isQuote ? value.text : trimmed(value.text)
  const [node] = nodes as [Node]
  const texts = (node.kind === 'text' ? nodes : leavesOf(node)).filter(
    (leaf) =>
      typeof leaf.value === 'string' &&
      wordsOf(leaf.value).length > wordsOf(next).length - (leaf === node ? 0 : 1),
  )
  const piece = pieceOf(node, targets, page)
  const outcome = piece ? replaceIn([node], piece, next, page) : undefined
  if (outcome)
    yield { likelihood, saying: `Replace “${piece}” with “${next}” in ${nameOf(node, page)}`, outcome }
  const [amount, unit, ...more] = next.split(/\s+/)
  if (!isAmount(amount ?? '') || more.length > 0) return
  const counted = unit === undefined ? undefined : stem(unit.toLowerCase())
  const found = (counted ? texts : texts.filter((leaf) => leaf === node)).flatMap((leaf) => {
    const old = amountIn(String(leaf.value), counted)
    return old ? { leaf, old } : []
  })
  const [one, another] = found
  if (!one || another) return
  const made = replaceIn([one.leaf], one.old, next, page)
  if (made)
    yield {
      likelihood,
      saying: `Replace “${one.old}” with “${next}” in ${nameOf(one.leaf, page)}`,
      outcome: made,
    }
}

/** The words of a text by which it is named, where they are not all of it. */
function pieceOf(node: Node, targets: Part[], page: Page): string | undefined {
  if (node.kind !== 'text' || typeof node.value !== 'string') return undefined
  const all = wordsOf(node.value).length
  return targets
    .map(({ text }) => trimmed(text).replace(/^["“”'‘’]|["“”'‘’]$/g, ''))
    .find((said) => wordsOf(said).length < all && leavesWith(said, page).includes(node))
}

const leavesOf = (node: Node): Node[] =>
  node.children.flatMap((child) => (child.kind === 'text' ? child : leavesOf(child)))

/** The one amount in a text, with what it counts where that is given: "120 shippers" in "Trusted by 120 shippers". */
function amountIn(text: string, counted: string | undefined): string | undefined {
  const words = text.split(/\s+/).map((word) => word.replace(/[.,;:!?]+$/, ''))
  const found = words.flatMap((word, at) => {
    const unit = words[at + 1]
    if (!isAmount(word)) return []
    if (counted === undefined) return word
    return unit !== undefined && stem(unit.toLowerCase()) === counted ? `${word} ${unit}` : []
  })
  return found.length === 1 ? found[0] : undefined
}

/** "$1,490 per month": what a plan costs and for how long. */
function* priced(node: Node, value: Part, likelihood: number, page: Page): Generator<Way> {
  const item = node.isItem ? node : node.parent
  const [price, period] = ['price', 'period'].map((name) => item?.children.find(({ prop }) => prop === name))
  const [, amount, per] =
    /^(\S*\d\S*)\s+((?:per|a|an|each|every|\/)\s?\S.{2,40})$/i.exec(trimmed(value.text)) ?? []
  const given = amount && readGiven(tokenise(amount), amount)
  const [set] = price && given ? assignmentsOf(price, given) : []
  if (!set || !period || !per) return
  const both = [set, { node: period, value: per, cost: 0 }]
  yield { likelihood, saying: sayingOf(both, page), outcome: applyAll(both, page) }
}

/** What a field offers: "only English, German and Spanish". */
function* choices(node: Node, value: Part, likelihood: number, page: Page): Generator<Way> {
  const list = [node, ...node.children].find(({ kind, prop }) => kind === 'list' && prop === 'options')
  const options = value.text
    .split(/\s*[,;]\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/)
    .map((option) => trimmed(option))
  if (!list || options.length < 2 || options.some((option) => option === '' || wordsOf(option).length > 6))
    return
  yield {
    likelihood,
    saying: `Change the options of ${nameOf(node, page)} to ${options.join(', ')}`,
    outcome: {
      kind: 'done',
      draft: setList(draftOf(page), list, options),
      said: `set the options of ${nameOf(node, page)} to ${listed(options.map((option) => quoted(option, 40)))}`,
      focus: [list.key],
    },
  }
}

/** What needs no value: "highlight Solo instead of Practice", "centre the hero". */
export function* switches(
  said: string,
  old: Part | undefined,
  pointed: Pointed[],
  page: Page,
): Generator<Way> {
  for (const { nodes, likelihood } of pointed) {
    const each = nodes.flatMap((node) =>
      [node, ...node.children].flatMap((child) => switched(child, said) ?? []),
    )
    if (each.length !== nodes.length) continue
    const [first] = each as [Assignment]
    const others = old ? (pointTogether([phraseOf(old)], false, page)[0]?.nodes ?? []) : []
    const undone = others.flatMap((node) =>
      node.children.filter(({ kind, prop, value }) => kind === 'flag' && prop === first.node.prop && value),
    )
    if (old && undone.length === 0) continue
    const all = [...each, ...undone.map((node) => ({ node, value: undefined, cost: 0 }))]
    yield { likelihood, saying: sayingOf(all, page), outcome: applyAll(all, page) }
  }
}
/** The switch or choice that some words set, of a thing or of what it is in: "the picture across the whole window". */
function nearest(node: Node, said: string, targets: Part[]): Assignment | undefined {
  const words = targets.flatMap(({ text }) => wordsOf(text))
  for (let at: Node | undefined = node; at; at = at.parent) {
    const found = [at, ...at.children].flatMap((child) => switched(child, said) ?? [])
    const named = found.find(({ node: { names } }) => words.some((word) => names.has(word)))
    if (found.length > 0) return named ?? found[0]
  }
  return undefined
}
const optionWords = new Set(
  [
    ...Object.values(choiceWords).flatMap((each) => [...Object.keys(each), ...Object.values(each)]),
    ...Object.values(flagWords).flatMap(({ on, off }) => [on, off]),
  ].flatMap((names) => wordsOf(names)),
)
/** Words that set a switch, a choice or a size, and are no text. */
const isOptionLike = ({ text, isQuote }: Part) => {
  if (isQuote) return false
  const words = wordsOf(text).filter((word) => !determiners.has(word) && !functionWords.has(word))
  return (
    /^\d+ ?(?:px|pt|em|rem|pixels?|points?)$/i.test(trimmed(text)) ||
    (words.length > 0 && words.length <= 6 && words.every((word) => optionWords.has(word)))
  )
}
function switched(node: Node, said: string): Assignment | undefined {
  if (node.kind === 'flag') {
    const on = flagOf(node.prop, said)
    return on === undefined ? undefined : { node, value: on ? true : undefined, cost: 0 }
  }
  const choice = node.kind === 'choice' ? choiceOf(node, said) : undefined
  return choice === undefined ? undefined : { node, value: choice, cost: 0 }
}

/** A button that shows a phone number or an address: what it shows and where it leads change together. */
function* numbered(node: Node, value: Part, likelihood: number, page: Page): Generator<Way> {
  const [contact, ...others] = tokenise(value.text).filter(({ kind }) => kind === 'phone' || kind === 'email')
  const group = node.kind === 'group' ? node : node.parent?.kind === 'group' ? node.parent : undefined
  const label = group?.children.find(({ prop }) => prop === 'label')
  const link = group?.children.find(({ prop }) => prop === 'link')
  if (!contact || others.length > 0 || !label || !link || typeof label.value !== 'string') return
  const shown = tokenise(label.value).find(({ kind }) => kind === contact.kind)
  const phone =
    shown ??
    tokenise(label.value).find(
      ({ kind, text }) => kind === 'number' && contact.kind === 'phone' && text.length > 3,
    )
  if (!phone) return
  const text =
    label.value.slice(0, phone.start) +
    contact.text +
    label.value.slice(phone.kind === 'number' ? label.value.length : phone.end)
  const leads =
    contact.kind === 'phone' ? `tel:${contact.text.replace(/[^\d+]/g, '')}` : `mailto:${contact.text}`
  const both = [
    { node: label, value: text, cost: 0 },
    { node: link, value: leads, cost: 0 },
  ]
  yield { likelihood, saying: sayingOf(both, page), outcome: applyAll(both, page) }
}

/** Several things become several values, in their order: "the three bullets as A, B and C". */
export function* listings(values: Part[], pointed: Pointed[], page: Page): Generator<Way> {
  const texts = values.flatMap((part) => {
    const quotes = tokenise(part.isQuote ? `“${part.text}”` : part.text).filter(
      ({ kind }) => kind === 'quote',
    )
    return quotes.length > 0 ? quotes.map(({ text }) => text) : [trimmed(part.text)]
  })
  for (const { nodes, likelihood } of pointed) {
    const parts = nodes.length === 1 ? partsOf(nodes[0] as Node, values) : undefined
    if (parts) yield { likelihood, saying: sayingOf(parts, page), outcome: applyAll(parts, page) }
    const list =
      nodes.length === 1 && nodes[0]?.children.length === texts.length ? (nodes[0]?.children ?? []) : nodes
    if (list.length !== texts.length) continue
    const each = list.map((node, at) => {
      const given = readGiven(tokenise(`“${texts[at]}”`), `“${texts[at]}”`)
      return given && assignmentsOf(node, given)[0]
    })
    if (each.every((assignment) => assignment !== undefined))
      yield { likelihood, saying: sayingOf(each, page), outcome: applyAll(each, page) }
  }
}

/** Of a button or an item several parts at once, each by the value that fits it: its label and where it leads. */
function partsOf(node: Node, values: Part[]): Assignment[] | undefined {
  const group = node.kind === 'group' || node.isItem ? node : node.parent
  if (!group || (group.kind !== 'group' && !group.isItem)) return undefined
  const chosen: Assignment[] = []
  for (const value of values) {
    const best = givensOf(value, group)
      .flatMap((given) => assignmentsOf(group, given))
      .filter(({ node: part, cost }) => cost < 3 && !chosen.some((other) => other.node === part))
      .sort((a, b) => a.cost - b.cost)[0]
    if (!best) return undefined
    chosen.push(best)
  }
  return chosen.some(({ node: part }) => part.kind !== 'text') ? chosen : undefined
}

const isAmount = (text: string) =>
  /^[$€£¥]?\s?[\d.,]+\s?[%€£¥+]?$/.test(text) || numbers[text.toLowerCase()] !== undefined
/** "219 roofs, not 212": of the new words what stands for the old ones. */
function counterpart(value: string, old: string): string {
  const amounts = value.split(/\s+/).filter((word) => isAmount(trimmed(word)))
  return isAmount(old) && amounts.length === 1 ? trimmed(amounts[0] as string) : value
}

function replaceIn(nodes: Node[], old: string, next: string, page: Page): Outcome | undefined {
  const given = readGiven(tokenise(`“${next}”`), `“${next}”`)
  if (!given) return undefined
  const draft = nodes.reduce((made, node) => setNode(made, node, newValue(node, old, given)), draftOf(page))
  const where = nodes.length > 1 ? `${nodes.length} places` : namesOf(nodes, page)
  return {
    kind: 'done',
    draft,
    said: `replaced ${quoted(old, 60)} with ${quoted(next, 60)} in ${where}`,
    focus: nodes.map(({ key }) => key),
  }
}
