import { nameOf, namesOf } from '../describe.ts'
import { type Node, withAncestors } from '../nodes.ts'
import { type Draft, draftOf, setNode } from '../operations/edit.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { pointWithin } from '../references/point.ts'

/** A wish in a fixed form, with its position in the message. */
export type SetForm = { outcome: Outcome; request: string; start: number; end: number }

const isRequired = '(?:required|mandatory|compulsory|obligatory)'
const inForm = '(?:\\s+(?:in|on|of)\\s+(?:the|our|this)\\s+form)?'
const courtesy = '(?:\\s*[,.!–-]*\\s*(?:please|pls|thanks|thank you|thx))?[\\s.!]*'
const theOthers =
  '(?:[\\s,;.:–-]+(?:and\\s+|so\\s+)?(?:make\\s+)?(?:all\\s+)?(?:of\\s+)?(?:the\\s+)?(?:others?|rest|remaining|everything else)\\b[^.!?]{0,40}\\boptional)?'
const becoming =
  '(?:(?:should|must|has to|have to|needs? to|shall|will|can)\\s+)?(?:be|is|are|stays?|remains?)\\s+'

const onlyThese = new RegExp(
  `\\bonly\\s+((?:(?!\\bonly\\b)[^.;:!?]){2,80}?)\\s+(?:${becoming})?(?:as\\s+)?${isRequired}(?:\\s+fields?)?${inForm}${theOthers}${courtesy}$`,
  'i',
)
const allBut = new RegExp(
  `\\b(?:all|every|each|everything|any)\\b(?:\\s+(?:of|the|other|form|fields?|in|questions?))*\\s+(?:${becoming})?optional,?\\s+(?:(?:all|everything|but all)\\s+)?(?:except(?:ing)?|but|apart from|other than|besides|excluding)(?:\\s+for)?\\s+([^.;:!?]{2,80}?)${courtesy}$`,
  'i',
)
const longest = 300

/** Sets which fields of the only form are required, if the message names them. */
export function* requiredFields(message: string, page: OpenPage): Generator<SetForm> {
  if (message.length > longest) return
  const match = onlyThese.exec(message) ?? allBut.exec(message)
  const names = match?.[1]
  const [list, ...others] = page.nodes.filter(
    ({ kind, schema, children }) =>
      kind === 'list' && schema.items?.properties?.required !== undefined && children.length > 0,
  )
  if (!match || !names || !list || others.length > 0) return
  const named = names
    .split(/\s*,\s*(?:and\s+)?|\s+(?:and|&|plus)\s+/i)
    .map((name) => fieldCalled(name.replace(/\s+fields?$/i, ''), list, page))
  if (named.some((field) => !field) || new Set(named).size < named.length) return
  const fields = named as Node[]
  let draft: Draft = draftOf(page)
  for (const field of list.children) {
    const flag = field.children.find(({ prop }) => prop === 'required')
    const value = fields.includes(field) ? true : undefined
    if (flag && flag.value !== value) draft = setNode(draft, flag, value)
  }
  const form = list.parent ? nameOf(list.parent, page) : 'the form'
  const said = `made ${namesOf(fields, page)} required and all other fields of ${form} optional`
  const outcome: Outcome = { kind: 'done', draft, said, focus: [list.key] }
  yield { outcome, request: message, start: match.index, end: match.index + match[0].length }
}

function fieldCalled(name: string, list: Node, page: OpenPage): Node | undefined {
  const [found] = pointWithin(name, list, page)
  const [node, ...others] = found?.nodes ?? []
  if (!found || !node || others.length > 0 || found.likelihood < 0.5) return undefined
  return withAncestors(node).find(({ parent }) => parent === list)
}
