import { listed } from '../../label.ts'
import { bare, nameOf, namesOf } from '../describe.ts'
import { type Draft, draftOf, removeBlocks, setList, setNode } from '../edit.ts'
import { ancestors, type Node } from '../nodes.ts'
import { resolveAll } from '../objects.ts'
import { type Frame, type Outcome, refused } from '../outcome.ts'
import type { Page } from '../page.ts'
import { isWord, type Token } from '../tokens.ts'
import { fillerLength, verbAt } from '../verbs.ts'

export function isRequired(node: Node): boolean {
  return node.parent?.schema.required?.includes(node.prop) ?? false
}

export function removeNodes(nodes: Node[], page: Page): Outcome {
  let draft = draftOf(page)
  const blocks = nodes.filter(({ kind }) => kind === 'block')
  if (blocks.length > 0 && blocks.length === page.document.blocks.length)
    return refused(
      'That would leave nothing on the page, so I removed nothing. Name the sections that should go.',
    )
  draft = removeBlocks(
    draft,
    blocks.flatMap(({ block }) => block?.id ?? []),
  )
  const others = nodes.filter(
    (node) => node.kind !== 'block' && !blocks.some(({ block }) => block === node.block),
  )
  const removed = [...blocks]
  for (const node of others.toSorted((a, b) => b.index - a.index)) {
    const target = isRequired(node) && node.parent?.isItem && node.kind === 'text' ? node.parent : node
    const next = removeOne(draft, target, page)
    if (typeof next === 'string') return refused(next)
    draft = next
    if (!removed.includes(target)) removed.splice(blocks.length, 0, target)
  }
  const names = namesOf(removed, page)
  const isOne = blocks.length === 1 && removed.length === 1
  const hint = isOne
    ? `To get it back, say “bring the ${bare(names)} back”.`
    : 'To get that back, say “undo”.'
  // An item that follows has the key of one that is gone.
  const focus = removed.map((node) => (node.isItem && node.parent ? node.parent.key : node.key))
  return { kind: 'done', draft, said: `removed ${names}`, focus, hint }
}

function removeOne(draft: Draft, node: Node, page: Page): Draft | string {
  if (node.kind === 'choice' && node.prop === 'tone') return setNode(draft, node, 'plain')
  if (node.isItem && node.parent) {
    const items = (currentValue(draft, node.parent) as unknown[]) ?? []
    const left = items.toSpliced(node.index, 1)
    if (left.length === 0 && (isRequired(node.parent) || node.parent.prop === 'options')) {
      if (node.parent.parent?.kind === 'block' && node.block) return removeBlocks(draft, [node.block.id])
      return `${capital(nameOf(node, page))} is the last one there, so I left it.`
    }
    const without = setList(draft, node.parent, left)
    return node.parent.prop === 'columns' ? withoutCells(without, node) : without
  }
  if (isRequired(node)) {
    const holder = [...ancestors(node)].find(({ kind, isItem }) => kind === 'block' || isItem)
    return `${capital(holder ? nameOf(holder, page) : 'The page')} can’t do without ${nameOf(node, page)}. Tell me what it should say instead.`
  }
  return setNode(draft, node, undefined)
}

/** A table's rows have a cell for each column. */
function withoutCells(draft: Draft, column: Node): Draft {
  const rows = column.parent?.parent?.children.find(({ prop }) => prop === 'rows')
  const list = (rows?.value as { cells?: unknown[] }[] | undefined) ?? []
  return rows
    ? setNode(
        draft,
        rows,
        list.map((row) => ({ ...row, cells: row.cells?.toSpliced(column.index, 1) })),
      )
    : draft
}

function currentValue(draft: Draft, node: Node): unknown {
  let value: unknown = draft.document.blocks.find(({ id }) => id === node.block?.id)?.props
  for (const name of node.path.split('/')) value = (value as Record<string, unknown> | undefined)?.[name]
  return value
}

export const capital = (text: string) => text.replace(/^./u, (sign) => sign.toUpperCase())

/** "remove everything except the hero". */
export const exceptFrame: Frame = ({ tokens }, page) => {
  const at = verbAt(tokens, fillerLength(tokens, 0))
  return at?.classes.has('remove')
    ? exceptions(tokens.slice(fillerLength(tokens, 0) + at.length), page)
    : undefined
}

/** "everything except the hero", "everything below the quote", "all but the FAQ". */
export function exceptions(object: Token[], page: Page): Outcome | undefined {
  const from = fillerLength(object, 0)
  if (!isWord(object[from], 'everything', 'all', 'anything', 'every')) return undefined
  const rest = object.slice(from + 1)
  const at = rest.findIndex((token) =>
    isWord(
      token,
      'except',
      'but',
      'besides',
      'apart',
      'below',
      'after',
      'above',
      'before',
      'under',
      'beneath',
      'following',
      'excluding',
      'other',
      'without',
    ),
  )
  if (at === -1)
    return rest.length === 0
      ? refused(
          'That would leave nothing on the page, so I removed nothing. Name the sections that should go.',
        )
      : undefined
  const word = rest[at]?.norm ?? ''
  const named = resolveAll(
    rest.slice(at + 1).filter((token) => !isWord(token, 'for', 'from', 'than')),
    page,
    { fits: ({ kind }) => (kind === 'block' ? 0 : null) },
  )
  if (named.nodes.length === 0 || named.missing.length > 0 || named.unclear.length > 0) return undefined
  const blocks = page.nodes.filter(({ kind }) => kind === 'block')
  const [first] = named.nodes
  const place = blocks.indexOf(first as Node)
  const nodes = /below|after|under|beneath|following/.test(word)
    ? blocks.slice(place + 1)
    : /above|before/.test(word)
      ? blocks.slice(0, place)
      : blocks.filter((node) => !named.nodes.includes(node))
  if (nodes.length === 0) return refused('There is nothing else to remove.')
  return removeNodes(nodes, page)
}

/** "keep only the hero and the FAQ" removes everything else. */
export const keepOnlyFrame: Frame = ({ tokens }, page) => {
  const said = tokens
    .slice(0, 3)
    .map(({ norm }) => norm)
    .join(' ')
  const match = /^(?:keep|leave|show) (?:only|just)|^(?:only|just) (?:keep|leave|show)/.exec(said)
  if (!match) return undefined
  const named = resolveAll(tokens.slice(2), page, { fits: ({ kind }) => (kind === 'block' ? 0 : null) })
  if (named.nodes.length === 0 || named.missing.length > 0 || named.unclear.length > 0) return undefined
  const nodes = page.nodes.filter((node) => node.kind === 'block' && !named.nodes.includes(node))
  const outcome = removeNodes(nodes, page)
  return outcome.kind === 'done'
    ? {
        ...outcome,
        said: `kept only ${namesOf(named.nodes, page)} and removed ${listed([...new Set(nodes.map((node) => bare(nameOf(node, page))))])}`,
      }
    : outcome
}
