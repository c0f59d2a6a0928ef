import { listed, quoted } from '../../label.ts'
import type { Clause } from '../clauses.ts'
import { bare, nameOf, namesOf } from '../describe.ts'
import { type Draft, draftOf, removeBlocks, setList, setNode } from '../edit.ts'
import { ancestors, type Node } from '../nodes.ts'
import { askWhich, notFound, resolveAll, saidBy } from '../objects.ts'
import { ask, type Frame, type Outcome, refused } from '../outcome.ts'
import type { Page } from '../page.ts'
import { readPiece, takeOut } from '../pieces.ts'
import { isBelow, resolve } from '../targets.ts'
import { isMark, isWord, type Token } from '../tokens.ts'
import { fillerLength, participleAt, verbAt } from '../verbs.ts'

const gone =
  /^(?:go|goes|gone|disappear|vanish|out|away|removed|deleted|hidden|leave|off|cut|dropped|die|be gone|go away|not be there|not be shown|come out|come off|be removed|be deleted|be hidden|be dropped|be cut|be taken out|be taken off|be out|be left out|taken out|taken off|left out|be scrapped|scrapped|be killed|not appear|not show|not show up|not be visible|not be here|be off)$/

/** Removes blocks, items, buttons, optional texts, and words or sentences of a text. */
export const removeFrame: Frame = (clause, page) => {
  const object = objectOf(clause)
  if (!object) return undefined
  const pronoun =
    isWord(object[0], 'it', 'them', 'this', 'that', 'those', 'these') &&
    isWord(object[1], 'from', 'out', 'off', 'in', 'of')
  if (object.length === 0 && !verbAt(clause.tokens, 0)) return undefined
  if (object.length === 0 || pronoun) return removeMentioned(object, page)
  return removeObjects(object, clause, page)
}

/** "remove it from the form": what was spoken of goes, not the form. */
function removeMentioned(object: Token[], page: Page): Outcome | undefined {
  const nodes = page.focus.filter((node) => removable(node) !== null)
  const place =
    object.length > 2
      ? resolve(
          object.slice(1).filter((token) => !isWord(token, 'from', 'out', 'of', 'off', 'in')),
          page,
          {},
        )
      : undefined
  const inside =
    place?.kind === 'found'
      ? nodes.filter((node) => place.nodes.some((above) => above === node || isBelow(node, above)))
      : nodes
  if (inside.length > 0) return removeNodes(inside.slice(0, 1), page)
  return object.length === 0 ? undefined : ask('What should I remove from there? Name it, please.')
}

/** The tokens that name what is to go, in any of the ways people say it. */
function objectOf({ tokens }: Clause): Token[] | undefined {
  const verb = verbAt(tokens, 0)
  if (verb?.classes.has('remove')) return withoutParticle(tokens.slice(verb.length))
  if (isWord(tokens[0], 'no', 'without')) return isWord(tokens[1], 'more') ? tokens.slice(2) : tokens.slice(1)
  const negated =
    /^(?:(?:we|i|you|they) )?(?:dont|do not|never|shouldnt|should not) (?:(?:want to |need to )?(?:show|display|include|list|have|use|mention|need|want|ask(?: for)?|see|offer|like to see|feature|require|want to see))\b/.exec(
      tokens.map(({ norm }) => norm).join(' '),
    )
  if (negated) {
    const length = negated[0].split(' ').length
    if (/require|mention|use\b/.test(negated[0])) return undefined
    return tokens
      .slice(length)
      .filter((token, index, all) => !(index >= all.length - 2 && isWord(token, 'anymore', 'there')))
  }
  if (tokens.length > 1 && tokens.length <= 6 && isWord(tokens.at(-1), 'out', 'away', 'gone', 'off'))
    return tokens.slice(0, -1)
  return declared(tokens)
}

/** "the FAQ can go", "I want the logos removed", "pricing should be taken out". */
function declared(tokens: Token[]): Token[] | undefined {
  const said = tokens.map(({ norm }) => norm).join(' ')
  const unneeded =
    / (?:we|i) (?:dont|do not|no longer) (?:need|want|use)(?: any ?more| any longer| here)?$/.exec(said)
  if (tokens.some((token) => isMark(token, ':', '→', '='))) return undefined
  if (unneeded) return tokens.slice(0, tokens.length - unneeded[0].trim().split(' ').length)
  const wants = isWord(tokens[0], 'i', 'we', 'want', 'need', 'have', 'get')
  const start = wants
    ? tokens.findIndex(
        (token, index) =>
          index > 0 && !isWord(token, 'i', 'we', 'want', 'need', 'would', 'like', 'have', 'to', 'see'),
      )
    : 0
  for (let index = Math.max(1, start + 1); index < tokens.length && index < 20; index++) {
    const rest = tokens.slice(index)
    const modal = isWord(
      rest[0],
      'should',
      'must',
      'can',
      'could',
      'needs',
      'need',
      'has',
      'have',
      'is',
      'are',
      'ought',
      'gotta',
      'to',
      'will',
      'may',
      'shall',
    )
    if (
      !modal &&
      !wants &&
      !isWord(rest[0], 'go', 'goes', 'gone') &&
      !(isWord(rest[0], 'out') && isWord(rest[1], 'of', 'from'))
    )
      continue
    const words = rest.filter(
      (token) =>
        !isWord(
          token,
          'should',
          'must',
          'can',
          'could',
          'needs',
          'need',
          'has',
          'have',
          'to',
          'just',
          'also',
          'ought',
          'really',
          'now',
          'gotta',
          'is',
          'are',
          'will',
          'may',
          'shall',
          'completely',
          'please',
          'from',
          'here',
          'page',
          'this',
          'the',
        ),
    )
    const end = words.map(({ norm }) => norm).join(' ')
    if (end !== '' && gone.test(end)) return tokens.slice(Math.max(0, start), index)
    const from = rest.findIndex((token) => isWord(token, 'from', 'of'))
    if (
      from > 0 &&
      gone.test(
        rest
          .slice(0, from)
          .map(({ norm }) => norm)
          .join(' '),
      )
    )
      return [...tokens.slice(Math.max(0, start), index), ...rest.slice(from)]
    const verb = participleAt(words, isWord(words[0], 'be', 'get') ? 1 : 0)
    if (verb?.classes.has('remove') && words.length <= verb.length + 1 && modal)
      return tokens.slice(Math.max(0, start), index)
  }
  return undefined
}

function withoutParticle(tokens: Token[]): Token[] {
  return tokens.filter(
    (token, index) =>
      !(
        isWord(token, 'out', 'off', 'away', 'down') &&
        (index === tokens.length - 1 || isWord(tokens[index + 1], 'of', 'from'))
      ),
  )
}

export function removeObjects(object: Token[], clause: Clause, page: Page): Outcome | undefined {
  const again = (name: string) => `remove ${name}`
  const except = exceptions(object, page)
  if (except) return except
  const piece = readPiece(object, clause.source, page)
  if (piece) return piece.kind === 'piece' ? takeOut(piece, page) : piece.outcome
  const objects = resolveAll(object, page, { fits: removable })
  if (objects.nodes.length === 0) {
    const [unclear] = objects.unclear
    if (unclear) return askWhich(unclear.nodes, page, again)
    const found = resolve(object, page, { fits: removable })
    return notFound(object, clause.source, page, found.kind === 'nothing' ? found.near : [], again)
  }
  const outcome = removeNodes(objects.nodes, page)
  if (outcome.kind !== 'done') return outcome
  const left = [
    ...objects.missing.map((tokens) => `I found no ${quoted(saidBy(tokens, clause.source), 40)}`),
    ...objects.unclear.map(
      ({ nodes }) =>
        `I can’t tell whether you mean ${namesOf(nodes.slice(0, 2), page).replace(' and ', ' or ')}`,
    ),
  ]
  return left.length > 0 ? refused(`${left.join('. ')}.`) : outcome
}

/** What can be removed at all, and what is rather meant when several things go by a name. */
function removable(node: Node): number | null {
  if (node.kind === 'flag') return node.value === true ? 0 : null
  if (node.kind === 'theme' || node.kind === 'number') return null
  if (node.kind === 'meta') return -1
  if (node.kind === 'choice') return node.prop === 'tone' || node.prop === 'icon' ? -1 : null
  if (node.value === undefined) return null
  if (node.kind === 'block') return 2
  if (node.isItem) return 1.5
  if (node.kind === 'group' || node.kind === 'link') return 1
  return isRequired(node) ? -0.5 : 0
}

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
