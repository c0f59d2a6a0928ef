import { singular } from '../nodeNames.ts'
import type { Node } from '../nodes.ts'
import type { Look, LookPart } from '../operations/looks.ts'
import type { OpenPage } from '../page.ts'
import { readLooks } from '../recognisers/looks.ts'
import { point, pointWithin } from '../references/point.ts'
import type { Referents } from '../references/rank.ts'
import { pointTogether } from '../references/together.ts'
import { correct } from '../spelling.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import type { Assignment } from '../values/assign.ts'
import { choiceOf, flagOf, plain } from '../values/choices.ts'
import { colorAt, fontAt } from '../values/read.ts'
import { choiceWords, flagWords } from '../words/names.ts'
import { isFunctionWord } from '../words/plain.ts'
import { assigned, phraseOf, trimmed, type Way } from './ways.ts'
import type { Part } from './wishes.ts'

/** Sets a flag that the phrase names on an object that the value names. */
export function* chosen(target: Part, value: Part, page: OpenPage): Generator<Way> {
  const [adjective = '', ...noun] = trimmed(target.text)
    .replace(/^(?:the|our|a)\s+/i, '')
    .split(/\s+/)
  const isSwitch = ({ kind, prop }: Node) => kind === 'flag' && flagOf(prop, adjective) === true
  if (noun.length === 0 || !page.nodes.some(isSwitch)) return
  for (const { nodes, likelihood } of point(phraseOf(value), page)) {
    const [node] = nodes
    if (!node?.isItem || nodes.length > 1) continue
    const isKind = noun.some((word) => node.names.has(singular(word.toLowerCase())))
    const flag = node.children.find(isSwitch)
    if (!flag || !isKind) continue
    const set = [{ node: flag, value: true, cost: 0 }]
    yield assigned(set, likelihood, page)
  }
}

/** A colour or font for the whole page. For a typographic noun with a typeface, the font is meant. */
export function lookOf({ prop }: Node, said: string, page: OpenPage): Look | undefined {
  if (prop === 'radius')
    return readLooks(tokenise(`corners ${said.replace(/\s+(?:ones?|corners)$/i, '')}`), page)?.[0]
  const [, mode] = /^(?:an? |the )?(dark|light|bright)(?: one| mode| colou?rs?)?$/i.exec(said) ?? []
  // A light or dark mode as a colour sets the mode.
  if (mode && (prop === 'backgroundColor' || prop === 'textColor'))
    return { kind: 'mode', mode: /^dark$/i.test(mode) === (prop === 'backgroundColor') ? 'dark' : 'light' }
  for (const text of [said, said.replace(toned, '')]) {
    const tokens = tokenise(text)
    const font = fontAt(tokens, 0)
    if (font?.length === tokens.length) return { kind: 'font', font: font.font }
    const color = colorAt(tokens, 0)
    if (color?.length === tokens.length && /Color$/.test(prop))
      return { kind: 'color', color: color.color, name: color.name, part: prop as LookPart }
  }
  return undefined
}
/** Whether a value is a colour or typeface rather than a text. */
export function isLook({ text, isQuote }: Part): boolean {
  const tokens = tokenise(trimmed(text))
  const found = colorAt(tokens, 0) ?? fontAt(tokens, 0)
  return !isQuote && tokens.length > 0 && found?.length === tokens.length
}
/** The font if a value is only the name of a typeface. */
export function fontIn({ text, isQuote }: Part): Look | undefined {
  const tokens = tokenise(trimmed(text))
  const font = isQuote || !/^\p{Lu}/u.test(text) ? undefined : fontAt(tokens, 0)
  return font?.length === tokens.length ? { kind: 'font', font: font.font } : undefined
}
/** The theme changes if a value contains nothing else. */
export function lookIn({ text, isQuote }: Part, page: OpenPage): Look[] | undefined {
  const looks = isQuote || text.length > 60 ? undefined : readLooks(tokenise(trimmed(text)), page)
  return looks && looks.length > 0 ? looks : undefined
}
/** Words before a colour that do not change which one it is. */
const toned =
  /^(?:(?:the|our|an?|as|in|pure|plain|simply|just|very|really|calm|nice|proper|simple|classic|warm|friendly)\s+)+/i

/** Sets options that the verb implies. */
export function* switches(
  said: string,
  old: Part | undefined,
  pointed: Referents[],
  page: OpenPage,
): Generator<Way> {
  const words = correct(tokenise(said), page)
    .map(({ norm }) => norm)
    .join(' ')
  for (const { nodes, likelihood } of pointed) {
    const each = nodes.flatMap((node) => {
      // The phrase may have been resolved to a text of the item.
      const item = node.kind === 'text' && node.parent?.isItem ? node.parent : node
      return [item, ...item.children].flatMap((child) => switched(child, words) ?? [])
    })
    if (each.length !== nodes.length) continue
    const [first] = each as [Assignment]
    const others = old ? (pointTogether([phraseOf(old)], false, page)[0]?.nodes ?? []) : []
    const undone = others.flatMap((node) =>
      node.children.filter(({ kind, prop, value }) => kind === 'flag' && prop === first.node.prop && value),
    )
    if (old && undone.length === 0) continue
    const all = [...each, ...undone.map((node) => ({ node, value: undefined, cost: 0 }))]
    yield assigned(all, likelihood, page)
  }
}
const isOn: Record<string, boolean> = { on: true, yes: true, off: false, no: false }
/** The flag or choice that words set on a node, its nearest ancestors, or their parts. */
function nearest(node: Node, said: string, targets: Part[]): Assignment | undefined {
  const words = targets.flatMap(({ text }) => wordsOf(text))
  const on = node.kind === 'flag' ? isOn[said.toLowerCase()] : undefined
  if (on !== undefined) return { node, value: on ? true : undefined, cost: 0 }
  for (let at: Node | undefined = node; at; at = at.parent) {
    const found = [at, ...at.children].flatMap((child) => switched(child, said) ?? [])
    const named = found.find(({ node: { names } }) => words.some((word) => names.has(word)))
    // A word may name options of several properties: one that the targets name is meant, or one that would change.
    if (found.length > 0)
      return (
        named ??
        found.find(({ node: { value }, value: next }) => value !== undefined && value !== next) ??
        found[0]
      )
  }
  return undefined
}
/** The option of a descendant of the node. */
function within(node: Node, value: Part, targets: Part[], page: OpenPage): Assignment | undefined {
  for (const target of targets.filter((part) => !point(phraseOf(part), page)[0]?.nodes.includes(node)))
    for (const { nodes } of pointWithin(phraseOf(target), node, page))
      for (const inner of nodes) {
        const found = [inner, ...inner.children].flatMap(
          (child) => switched(child, trimmed(value.text)) ?? [],
        )
        if (found[0]) return found[0]
      }
  return undefined
}
const optionWords = new Set(
  [
    ...Object.values(choiceWords).flatMap((each) => [...Object.keys(each), ...Object.values(each)]),
    ...Object.values(flagWords).flatMap(({ on, off }) => [on, off]),
    ...Object.keys(isOn),
  ].flatMap((names) => wordsOf(names)),
)
/** Whether a value sets a flag, a choice or a size rather than a text. */
export const isOptionLike = ({ text, isQuote }: Part) => {
  if (isQuote) return false
  const words = wordsOf(plain(text)).filter((word) => !isFunctionWord(word))
  return words.length > 0 && words.length <= 6 && words.every((word) => optionWords.has(word))
}
function switched(node: Node, said: string): Assignment | undefined {
  if (node.kind === 'flag') {
    const on = flagOf(node.prop, said)
    return on === undefined ? undefined : { node, value: on ? true : undefined, cost: 0 }
  }
  const choice = node.kind === 'choice' ? choiceOf(node, said) : undefined
  return choice === undefined ? undefined : { node, value: choice, cost: 0 }
}

/** The options that a value sets on nodes; undefined unless each has such an option. */
export function optionsFor(
  nodes: Node[],
  value: Part,
  targets: Part[],
  page: OpenPage,
): Assignment[] | undefined {
  const each = nodes.map((node) => nearest(node, value.text, targets) ?? within(node, value, targets, page))
  return each.every((assignment) => assignment !== undefined) ? each : undefined
}

/** Whether the message negates the value. */
export function isNegated({ start }: Part, parts: Part[], message: string): boolean {
  // Negations in names or in the description of the current state are ignored.
  let before = message.slice(0, start)
  for (const part of parts.filter(({ end }) => end <= start))
    before = before.slice(0, part.start) + ' '.repeat(part.end - part.start) + before.slice(part.end)
  return negation.test(before.split(/[.!?\n,;:→–—]|->|\bbut\b/).at(-1) ?? '')
}
const negation =
  /(?:\b(?:not|no longer|never|isnt|shouldnt|neednt|without)|\w+n['’]t|(?:do|does|did|are|need|must|can|wo)nt)\b(?!\s+(?:quite|right|correct|true|good|up to date))[^.!?]*$/i
