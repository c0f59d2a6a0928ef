import { namesOf } from '../describe.ts'
import { quoted } from '../label.ts'
import type { Node } from '../nodes.ts'
import { draftOf, setNode } from '../operations/edit.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { tokenise, wordsOf } from '../tokens.ts'
import { applyAll } from '../values/apply.ts'
import { type Assignment, assignmentsOf } from '../values/assign.ts'
import { type Given, readGiven } from '../values/given.ts'
import { newValue } from '../values/replace.ts'
import { spelled } from '../values/spelled.ts'
import { trimmed } from './ways.ts'

export function replaceIn(
  nodes: Node[],
  old: string,
  said: string,
  page: OpenPage,
  /** All pairs of old and new words, in their inflected forms. */
  forms?: Forms,
): Outcome | undefined {
  const next = withoutCompany(nodes, old, said)
  const given = readGiven(tokenise(`“${next}”`), `“${next}”`)
  if (!given) return undefined
  const whole = nodes.length === 1 ? wholeOf(nodes[0] as Node, old, given) : undefined
  if (whole) return applyAll([whole], page)
  const others = (forms ?? []).slice(1)
  const replaced = (node: Node) => {
    const from = widened(String(node.value), old, next)
    const isName = /^\p{Ll}/u.test(old) && /^\p{Lu}/u.test(from) && /^\p{Ll}/u.test(next)
    const text = isName ? next.replace(/^./u, (sign) => sign.toUpperCase()) : given.text
    return others.reduce(
      (value, [form, to]) =>
        String(value).toLowerCase().includes(form.toLowerCase())
          ? newValue({ ...node, value }, form, { ...given, text: to })
          : value,
      newValue(node, from, { ...given, text }),
    )
  }
  const draft = nodes.reduce((made, node) => {
    const text = replaced(node)
    const dialled = dialledBy(node, String(text))
    return setNode(dialled ? setNode(made, dialled.node, dialled.value) : made, node, text)
  }, draftOf(page))
  const where = nodes.length > 1 ? `${nodes.length} places` : namesOf(nodes, page)
  return {
    kind: 'done',
    draft,
    said: `replaced ${quoted(old, 60)} with ${quoted(next, 60)} in ${where}`,
    focus: nodes.map(({ key }) => key),
  }
}

/** The link to update if a text is the phone number on its button. */
function dialledBy({ prop, parent, value }: Node, text: string): { node: Node; value: string } | undefined {
  const link = prop === 'label' ? parent?.children.find(({ kind }) => kind === 'link') : undefined
  const digits = (shown: string) => shown.replace(/[^\d+]/g, '')
  const isShown = link?.value === `tel:${digits(String(value))}` && digits(String(value)).length > 5
  return link && isShown ? { node: link, value: `tel:${digits(text)}` } : undefined
}

type Forms = (readonly [string, string])[]
/** The forms to replace everywhere: singular and plural of nouns, and numbers also as words. */
export function formsOf(old: string, next: string): Forms {
  const areNouns = [old, next].every((word) => /^\p{Ll}{3,}$/u.test(word) && !/(?:s|y|ing|ed|ly)$/.test(word))
  const areSeveral = [old, next].every((word) => /^\p{Ll}{3,}[^siu]s$/u.test(word) && !/ies$/.test(word))
  const [, digits = '', counted = ''] = /^(\d{1,2})( \p{L}+)?$/u.exec(old) ?? []
  const [, amount = ''] = /^(\d+)(?: \p{L}+)?$/u.exec(next) ?? []
  const number = digits && amount ? spelled(Number(digits)) : undefined
  return [
    [old, next],
    ...(areNouns ? [[`${old}s`, `${next}s`] as const] : []),
    ...(areSeveral ? [[old.slice(0, -1), next.slice(0, -1)] as const] : []),
    ...(number ? [[number + counted, next] as const] : []),
  ]
}

/** Drops the company from a new role if the text already has it after the old one. */
function withoutCompany([node, ...others]: Node[], old: string, next: string): string {
  const [, job = '', company = ''] = /^(\S.*?) (?:at|of|from|for) (\S.*)$/.exec(next) ?? []
  const after = others.length === 0 ? String(node?.value ?? '').split(old)[1] : undefined
  return company !== '' && after?.toLowerCase() === `, ${company.toLowerCase()}` ? job : next
}

/** The assignment of the complete text, if the new words are all of it rather than a replacement for the old ones. */
function wholeOf(node: Node, old: string, given: Given): Assignment | undefined {
  const text = String(node.value)
  const [words, all] = [given.text, text].map((each) => wordsOf(each).length) as [number, number]
  const isMore = words > wordsOf(old).length + 1 && (words >= all - 1 || isSentence(given.text, old))
  // In lower case, the words are a part of a sentence.
  const isPart = /^\p{Ll}/u.test(given.text) && /^\p{Lu}/u.test(text)
  // The new words repeat the text and extend it.
  if (given.text.toLowerCase().startsWith(text.toLowerCase()) && words > all)
    return assignmentsOf(node, given)[0]
  // The new words repeat the rest of the text.
  const rest = wordsOf(text.toLowerCase().replace(old.toLowerCase(), ' '))
  const isAll = rest.length > 1 && rest.every((word) => wordsOf(given.text).includes(word))
  if (!isAll && (!isMore || isPart || widened(text, old, given.text).length > old.length)) return undefined
  const end = /[^.!?]$/.test(given.text) ? (/[.!?]$/.exec(text)?.[0] ?? '') : ''
  return assignmentsOf(node, { ...given, text: given.text + end })[0]
}
const isSentence = (text: string, old: string) =>
  wordsOf(text).length >= 4 && /^\p{Lu}.*[.!?]$/su.test(text) && !/[.!?]$/.test(old)

/** The old words extended by neighbours that the new words repeat, so that these are not duplicated. */
function widened(text: string, old: string, next: string): string {
  const at = text.toLowerCase().indexOf(old.toLowerCase())
  if (at === -1) return old
  const [before, after] = [text.slice(0, at), text.slice(at + old.length)].map((each) =>
    each.toLowerCase(),
  ) as [string, string]
  const words = trimmed(next).toLowerCase().split(/\s+/)
  let [start, end] = [at, at + old.length]
  for (let count = 1; count < words.length; count++) {
    const lead = `${words.slice(0, count).join(' ')} `
    const tail = ` ${words.slice(-count).join(' ')}`
    if (before.endsWith(lead)) start = at - lead.length
    const sign = /^[,;:]/.exec(after)?.[0] ?? ''
    if (after.slice(sign.length).startsWith(tail)) end = at + old.length + sign.length + tail.length
  }
  return text.slice(start, end)
}
