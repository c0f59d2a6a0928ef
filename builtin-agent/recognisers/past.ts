import type { Document } from '../../document/index.ts'
import { nameOf } from '../describe.ts'
import { findRedo, type PastVersion, undoSteps } from '../history.ts'
import { type Node, withAncestors } from '../nodes.ts'
import { type Draft, draftOf, setNode } from '../operations/edit.ts'
import { putBack, revert } from '../operations/revert.ts'
import { type Outcome, refused } from '../outcome.ts'
import { nodesByKey, type OpenPage, openPage } from '../page.ts'
import { pointsBack } from '../references/back.ts'
import { point } from '../references/point.ts'
import { numbers } from '../words/plain.ts'

/** A wish about earlier versions, with the phrases that name something. */
type PastWish = { act: 'undo' | 'redo' | 'restore'; phrases: string[]; message: string }

/** How many versions are searched for a removed object. */
const mostVersions = 20
const toVersion = /\b(?:version|draft|revision|v)\s*(\d{1,4})\b/i
const counted =
  /\b(?:last|latest|previous|both|all)\s*(two|three|four|five|\d{1,2})?\s*(?:changes|edits|messages|things|steps|turns)?\b/i
/** Phrases about the change or an earlier state, which name no part of the page. */
const unnamed =
  /^(?:(?:the|my|your|our|that|this|it|them|one|last|latest|previous|old|former|original|earlier|change|changes|edit|edits|thing|things|version|everything|all|all of it|all changes|both|two|three|of|back|page)\s*)*$/i
const former = /^(?:the |our )?(?:old|previous|original|former|earlier)\b/i
const asItWas = /\b(?:like|as|how|the way|what) (?:it|they|that) (?:was|were)\b/i

/** Carries out undo, redo and restore, using the documents of earlier versions. */
export async function goBack(
  { act, phrases, message }: PastWish,
  page: OpenPage,
): Promise<Outcome | undefined> {
  const [, number] = toVersion.exec(message) ?? []
  if (number) return goTo(Number(number), page)
  if (act === 'redo' && (/\bre-?(?:do|apply)\b/i.test(message) || findRedo(page.context.history ?? [])))
    return redo(page)
  const [, named = ''] =
    /^(?:please )?(?:undo|revert|take back|restore|bring back)\s+(.+)$/i.exec(message.trim()) ?? []
  const [phrase] = [...phrases, named]
    .map((each) => each.trim().replace(/\s+(?:change|edit|rename|renaming|move|removal|deletion)s?$/i, ''))
    .filter((each) => !pointsBack(each) && !unnamed.test(each))
  if (phrase && act === 'undo') return undoAbout(phrase, page)
  if (phrase && !former.test(phrase) && !asItWas.test(message)) return bringBack(phrase, page)
  return undoLast(countIn(message, page), page)
}

function countIn(message: string, { context }: OpenPage): number {
  const [found, count = ''] = counted.exec(message) ?? []
  if (/^both/i.test(found ?? '')) return 2
  if (/\b(?:everything|all)\b/i.test(message) && /^all|\beverything\b/i.test(found ?? message))
    return undoSteps(context.history ?? []).length
  return Math.max(1, numbers[count.toLowerCase()] ?? (count ? Number(count) : 1))
}

/** The page before its last changes. */
export async function undoLast(count: number, page: OpenPage): Promise<Outcome> {
  const steps = undoSteps(page.context.history ?? [])
  const target = steps[count - 1]
  if (!target)
    return refused(steps.length > 0 ? 'There is nothing more to undo.' : 'There is nothing to undo yet.')
  const said = count === 1 ? 'undid the last change' : `undid the last ${count} changes`
  return toDocument(await read(target, page), said, page)
}

async function redo(page: OpenPage): Promise<Outcome> {
  const target = findRedo(page.context.history ?? [])
  return target
    ? toDocument(await read(target, page), 'redid what was undone last', page)
    : refused('There is nothing to redo.')
}

async function goTo(number: number, page: OpenPage): Promise<Outcome> {
  const document = number > 0 ? await page.context.readVersion(number) : undefined
  return document
    ? toDocument(document, `went back to version ${number}`, page)
    : refused(`There is no version ${number} of this page.`)
}

const read = ({ versionNumber }: PastVersion, page: OpenPage) => page.context.readVersion(versionNumber)

/** Restores an earlier document. With a selected section, only that section is restored. */
function toDocument(document: Document | undefined, said: string, page: OpenPage): Outcome {
  if (!document) return refused('That version is no longer there.')
  const { selected } = page
  if (!selected) return { kind: 'done', draft: { document }, said, focus: [] }
  const old = document.blocks.find(({ id }) => id === selected.id)
  if (!old) return refused('That version has no such section.')
  const blocks = page.document.blocks.map((block) => (block.id === old.id ? old : block))
  return {
    kind: 'done',
    draft: { document: { ...page.document, blocks } },
    said: `${said} for this section`,
    focus: [],
  }
}

/** Undoes the last change of the named object, keeping later changes. */
async function undoAbout(phrase: string, page: OpenPage): Promise<Outcome> {
  let after: Document = page.document
  for (const step of undoSteps(page.context.history ?? []).slice(0, mostVersions)) {
    const before = await read(step, page)
    if (!before) continue
    for (const document of [after, before]) {
      const then = openPage(page.context, document)
      const [node] = point(phrase, then)[0]?.nodes ?? []
      if (node && differs(node, openPage(page.context, before), openPage(page.context, after)))
        return {
          kind: 'done',
          draft: revert(draftOf(page), { document: before }, { document: after }),
          said: `undid the change of ${nameOf(node, then)}`,
          focus: [],
        }
    }
    after = before
  }
  return refused('I found no earlier change of that. Say “undo” to take back the last one.', ['undo'])
}

function differs(node: Node, before: OpenPage, after: OpenPage): boolean {
  const valueIn = (page: OpenPage) => JSON.stringify(nodesByKey(page).get(node.key)?.value)
  const placeIn = ({ document }: OpenPage) => document.blocks.findIndex(({ id }) => id === node.block?.id)
  return valueIn(before) !== valueIn(after) || (node.kind === 'block' && placeIn(before) !== placeIn(after))
}

/** Restores a removed object at its old position, keeping later edits. */
async function bringBack(phrase: string, page: OpenPage): Promise<Outcome> {
  for (const step of undoSteps(page.context.history ?? []).slice(0, mostVersions)) {
    const document = await read(step, page)
    if (!document) continue
    const then = openPage(page.context, document)
    const nodes = point(phrase, then)[0]?.nodes.flatMap((node) => goneOf(node, page) ?? [])
    if (nodes && nodes.length > 0) return putNodesBack(nodes, { document }, page, then)
  }
  const [there] = point(phrase, page)[0]?.nodes ?? []
  return refused(
    there
      ? `${nameOf(there, page).replace(/^t/, 'T')} is on the page.`
      : 'I found nothing like that in the earlier versions of this page.',
  )
}

/** The outermost part that the page no longer has: the node of an earlier version, its item, or its section. */
function goneOf(node: Node, page: OpenPage): Node | undefined {
  return withAncestors(node).findLast((each) => {
    const now = nodesByKey(page).get(each.key)
    if (each.isItem) return !isListed(each, page)
    return each.kind !== 'list' && each.value !== undefined && now?.value === undefined
  })
}

function isListed({ parent, value }: Node, page: OpenPage): boolean {
  const items = nodesByKey(page).get(parent?.key ?? '')?.value as unknown[] | undefined
  return (items ?? []).some((item) => JSON.stringify(item) === JSON.stringify(value))
}

function putNodesBack(nodes: Node[], old: Draft, page: OpenPage, then: OpenPage): Outcome {
  let draft = draftOf(page)
  for (const node of nodes) {
    if (node.kind === 'block' && node.block) {
      const blocks = putBack(draft.document.blocks, node.block, old.document.blocks)
      draft = { document: { ...draft.document, blocks } }
    } else if (node.isItem && node.parent) {
      const list = nodesByKey(openPage(page.context, draft.document)).get(node.parent.key)
      const items = [...((list?.value as unknown[] | undefined) ?? [])]
      const at = Math.min(node.index, items.length)
      draft = setNode(draft, list ?? node.parent, items.toSpliced(at, 0, node.value))
    } else draft = setNode(draft, node, node.value)
  }
  const names = nodes.map((node) => nameOf(node, then))
  return {
    kind: 'done',
    draft,
    said: `brought back ${names.join(' and ')}`,
    focus: nodes.map(({ key }) => key),
  }
}
