import { canonicalJson } from '../../../documents/hash.ts'
import type { Document } from '../../../documents/schema.ts'
import { Refusal } from '../../refusal.ts'
import { restore } from '../../restore.ts'
import type { Desk } from '../desk.ts'
import { defineIntents } from './intent.ts'

/** How many versions back “undo” looks for one that differs. */
const mostSteps = 20
const wentBack = /went back to version (\d{1,9})/

export const undoIntents = defineIntents(
  {
    name: 'go back to a version',
    patterns: [
      'go|revert|return|switch|change|get|take_me|jump|roll|restore|reset|bring|undo [it|this|that|page|everything|the_page|the] [all] [way] [back] [to] [how_it_was_in] version|v|draft|revision [number|no] {number}',
      'go|revert|return|switch|roll|restore|reset [it|the_page|page|everything] [back] [to] {number} version|draft',
      'back to [version|v|draft] {number}',
      'restore|use|load|reinstate version|v {number}',
      '[i] [we] [liked|preferred|like|prefer] version|v {number} [better|more] [bring|go] [it|back] [back] [to] [it]',
      'version|v {number} [was|is] [better|nicer]',
      'version {number}',
      'bring back version|v {number}',
      'roll|bring|take [it|page|the_page] back to {number}',
    ],
    act: async ({ number = 0 }, desk) => {
      const document = number > 0 ? await desk.context.readVersion(number) : undefined
      if (!document)
        throw new Refusal(
          number > 0 ? `There is no version ${number} of this page.` : 'Tell me the number of the version.',
        )
      return goBack(document, number, desk)
    },
  },
  {
    name: 'undo',
    patterns: ['bring|get|put it|that|this back'],
    // “I liked version 3, bring it back” is one wish in two halves.
    act: async (_slots, desk) => (desk.restored === undefined ? undoLast(desk) : ''),
  },
  {
    name: 'undo',
    patterns: [
      'undo [that|it|this|everything|the] [last|latest|previous] [change|changes|edit|one|thing|step]',
      'revert [that|it|this|the] [last|latest|previous] [change|changes|edit|one|version]',
      'take that|it back',
      'go|roll [it] back [to] [the|one] [previous|last|earlier|version|one] [version|one|step|draft]',
      'back to [the] previous|last|earlier|old [version|one|draft]',
      'restore [the] previous|last|earlier|old version|draft|one',
      'put|change it back [the_way_it_was|how_it_was|to_how_it_was]',
      'never_mind_that_change|i_changed_my_mind|no_undo_that',
    ],
    act: async (_slots, desk) => undoLast(desk),
  },
)

async function undoLast(desk: Desk): Promise<string> {
  const last = desk.context.conversation.findLast(({ versionNumber }) => versionNumber !== null)
  if (!last?.versionNumber) throw new Refusal('There is nothing to undo yet.')
  const back = desk.context.conversation.findLast(({ author, text }) => author === 'agent' && text !== '')
  const from =
    back?.versionNumber === last.versionNumber
      ? Number(wentBack.exec(back.text)?.[1] ?? last.versionNumber)
      : last.versionNumber
  const now = canonicalJson(desk.document)
  for (let number = from - 1; number >= 1 && number >= from - mostSteps; number--) {
    const document = await desk.context.readVersion(number)
    if (document && canonicalJson(document) !== now) return goBack(document, number, desk)
  }
  throw new Refusal('There is no earlier version that differs from this one.')
}

function goBack(document: Document, number: number, desk: Desk): string {
  restore(document, number, desk)
  desk.restored = number
  return `went back to version ${number}${desk.selected ? ' for this block' : ''}`
}
