import { diffDocuments } from '../../document/index.ts'
import type { Step } from '../conclude.ts'
import type { Node } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import { openPage, type Page } from '../page.ts'
import { touchedBy } from '../touched.ts'
import type { Act } from './labels.ts'

const lastOf = (steps: Step[]) =>
  steps.findLast(({ outcome }) => outcome?.kind === 'done')?.outcome as
    | (Outcome & { kind: 'done' })
    | undefined
export const documentAfter = (steps: Step[]) => lastOf(steps)?.draft?.document

/** The page with what some steps did; what they were about is in focus. */
export function pageAfter(steps: Step[], page: Page, act: Act = 'set'): Page {
  const opened = openPage(page.context, documentAfter(steps) ?? page.document)
  const keys = lastOf(steps)?.focus ?? []
  const named = keys.flatMap((key) => opened.nodes.find((each) => each.key === key) ?? [])
  // An undo is about what it takes back.
  const about = named.length > 0 ? named : touchedBy(diffDocuments(page.document, opened.document), opened)
  const focus = about.flatMap((node) => {
    // What was made optional is spoken of, not that it is.
    return (node?.kind === 'flag' || node?.kind === 'choice' ? node.parent : node) ?? []
  })
  const freed = freedBlock(opened, page) ?? freedIn(focus[0], page)
  const hasSameNodes =
    (act === 'set' || act === 'replace') &&
    opened.nodes.length === page.nodes.length &&
    opened.nodes.every(({ key }, at) => key === page.nodes[at]?.key)
  return {
    ...opened,
    selected: page.selected,
    focus,
    isGoingOn: true,
    ...(freed ? { freed } : {}),
    ...(hasSameNodes ? { before: page.before ?? page } : {}),
  }
}

/** The place of a section that was removed. */
function freedBlock({ document }: Page, before: Page): Page['freed'] {
  const { blocks } = before.document
  const index = blocks.findIndex(({ id }, at) => document.blocks[at]?.id !== id)
  return document.blocks.length < blocks.length ? { list: 'blocks', index } : undefined
}

/** The place in a list that became free, where items of it were removed. */
function freedIn(list: Node | undefined, before: Page): Page['freed'] {
  const [are, were] = [list?.value, before.nodes.find(({ key }) => key === list?.key)?.value]
  if (!list || !Array.isArray(are) || !Array.isArray(were) || are.length >= were.length) return undefined
  const at = were.findIndex((item, index) => JSON.stringify(item) !== JSON.stringify(are[index]))
  return { list: list.key, index: at }
}
