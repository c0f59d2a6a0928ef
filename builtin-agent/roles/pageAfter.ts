import { diffDocuments } from '../../document/index.ts'
import type { MessageStep } from '../conclude.ts'
import type { Node } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import { type OpenPage, openPage } from '../page.ts'
import { touchedBy } from '../touched.ts'
import type { Act } from './labels.ts'

const lastOf = (steps: MessageStep[]) =>
  steps.findLast(({ outcome }) => outcome?.kind === 'done')?.outcome as
    | (Outcome & { kind: 'done' })
    | undefined
export const documentAfter = (steps: MessageStep[]) => lastOf(steps)?.draft?.document

/** The page after some steps, with the changed nodes in focus. */
export function pageAfter(steps: MessageStep[], page: OpenPage, act: Act = 'set'): OpenPage {
  const opened = openPage(page.context, documentAfter(steps) ?? page.document)
  const keys = lastOf(steps)?.focus ?? []
  const named = keys.flatMap((key) => opened.nodes.find((each) => each.key === key) ?? [])
  // After an undo, the restored nodes are in focus.
  const about = named.length > 0 ? named : touchedBy(diffDocuments(page.document, opened.document), opened)
  const focus = about.flatMap((node) => {
    // For a flag or choice, the focus is on its object.
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

/** The position of a removed section. */
function freedBlock({ document }: OpenPage, before: OpenPage): OpenPage['freed'] {
  const { blocks } = before.document
  const index = blocks.findIndex(({ id }, at) => document.blocks[at]?.id !== id)
  return document.blocks.length < blocks.length ? { list: 'blocks', index } : undefined
}

/** The position of removed items in a list. */
function freedIn(list: Node | undefined, before: OpenPage): OpenPage['freed'] {
  const [are, were] = [list?.value, before.nodes.find(({ key }) => key === list?.key)?.value]
  if (!list || !Array.isArray(are) || !Array.isArray(were) || are.length >= were.length) return undefined
  const at = were.findIndex((item, index) => JSON.stringify(item) !== JSON.stringify(are[index]))
  return { list: list.key, index: at }
}
