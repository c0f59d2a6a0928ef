import { labelOf, quoted } from '../../../builtin-agent/label.ts'
import { itemsOf, listsOf } from '../../../document/index.ts'
import { withoutRefusedCharacters } from '../../../shared/characters.ts'
import type { WorkingDocument } from '../workingDocument.ts'
import { titlesOf } from './asked.ts'
import { NumberedFacts } from './facts.ts'
import { Guard } from './guard.ts'
import { repeatsInstructions, withoutSecrets } from './secrets.ts'
import { TrustedAddresses } from './trust.ts'

/** Far longer than an answer should be, and short enough to read. */
const longestReply = 8_000
const mostAddresses = 50
const leftOut = '(address left out)'
const webAddress = /(?:https?:\/\/|mailto:|tel:)[^\s)"\]]+/gi
const storedId = /\b[a-z]+(?:_[a-z]+)*_[0-9a-z]{26}\b/g

/** An answer for users: without foreign addresses, internal ids and markers, or secrets. */
export function presentReply(text: string, working: WorkingDocument): string {
  const cut = shortened(withoutRefusedCharacters(text).trim())
  if (repeatsInstructions(cut)) return 'I can’t repeat what I am told to work by.'
  const named = withoutInternals(cut, working)
  return withoutForeignAddresses(withoutSecrets(named), working)
}

/** Suggested messages. The user sends a chosen one as their own, so it must also be acceptable as text of the page. */
export function presentSuggestions(suggestions: string[], working: WorkingDocument): string[] {
  const guard = new Guard(working, new NumberedFacts(working.context))
  return suggestions.filter(
    (text) => presentReply(text, working) === text.trim() && guard.faultIn(text) === undefined,
  )
}

function withoutInternals(text: string, { context, document }: WorkingDocument): string {
  const labels = new Map<string, string>()
  for (const page of [context.document, document])
    for (const block of page.blocks) {
      labels.set(block.id, labelOf(block, page))
      for (const item of listsOf(block.type).flatMap((list) => itemsOf(block, list)))
        labels.set(item.id, titlesOf([item]).map((title) => quoted(title, 40))[0] ?? 'an item')
    }
  return text
    .replace(/\{\{\s*prompt\s*\|([^{}]*)\}\}/gi, (_, question: string) => quoted(question.trim()))
    .replace(/\baction:([A-Za-z0-9_-]+)/g, (_, id: string) => actionName(context, id))
    .replace(storedId, '…')
    .replace(
      /`?(?<![\p{L}\p{N}-])(?:the )?(?:block )?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?![\p{L}\p{N}-])`?/gu,
      (whole, id: string) => (isInternal(id) ? (labels.get(id) ?? whole) : whole),
    )
}

/** Ids of blocks that are ordinary words, such as `pricing`, are readable. */
function isInternal(id: string): boolean {
  return /\d/.test(id)
}

function actionName({ page }: WorkingDocument['context'], id: string): string {
  const action = page.actions.find(({ actionId }) => actionId === id)
  return action ? `the action ${quoted(action.buttonTitle, 40)}` : 'the main action'
}

/** Users may see the person's own address, although pages may not link to it. */
function withoutForeignAddresses(text: string, { context }: WorkingDocument): string {
  const message = `${context.message}\n${context.person?.email ?? ''}`
  const trust = new TrustedAddresses({ ...context, message })
  let left = text.replace(webAddress, (address) => (trust.allowsLink(address) === false ? leftOut : address))
  for (let count = 0; count < mostAddresses; count++) {
    const unknown = trust.findUnknown(left.replace(webAddress, ' '))
    if (!unknown) return left
    const at = left.toLowerCase().indexOf(unknown.toLowerCase())
    if (at < 0) return leftOut
    const end = /^(?:\/[^\s)"\]]*)?/.exec(left.slice(at + unknown.length))?.[0].length ?? 0
    left = `${left.slice(0, at)}${leftOut}${left.slice(at + unknown.length + end)}`
  }
  return leftOut
}

function shortened(text: string): string {
  return text.length <= longestReply ? text : `${text.slice(0, longestReply - 1).toWellFormed()}…`
}
