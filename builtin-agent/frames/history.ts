import type { Document } from '../../document/index.ts'
import type { AgentContext } from '../agent.ts'
import type { Clause } from '../clauses/clause.ts'
import { nameOf } from '../describe.ts'
import { type Draft, draftOf, setNode } from '../edit.ts'
import { type Node, nodesOf } from '../nodes.ts'
import { type Frame, type Outcome, refused } from '../outcome.ts'
import { openPage, type Page } from '../page.ts'
import { putBack, revert } from '../revert.ts'
import { resolve } from '../targets/resolve.ts'
import { isWord, type Token } from '../tokens.ts'
import { numberAt } from '../values/read.ts'
import { verbAt } from '../verbs.ts'

const mostVersions = 20
const undone = /^I (?:undid|took back)/
const redone = /^I redid/

type State = { number: number; draft: Draft; said: string }

const toDraft = (document: Document): Draft => ({ document })

/** The states that messages led through, and which of them the page is in. */
async function statesOf({
  conversation,
  readVersion,
  document: current,
}: AgentContext): Promise<{ states: State[]; at: number }> {
  const turns = conversation.filter(
    ({ author, versionNumber, operations, text }) =>
      author === 'agent' &&
      versionNumber !== null &&
      ((operations?.length ?? 0) > 0 || /^I (?!changed nothing)/.test(text)) &&
      operations !== undefined &&
      operations.length > 0,
  )
  const first = turns[0]?.versionNumber
  if (!first) return { states: [], at: 0 }
  const latest = turns.slice(-mostVersions)
  const made = latest.filter(({ text }) => !undone.test(text) && !redone.test(text))
  const numbers = [first - 1, ...made.map(({ versionNumber }) => versionNumber as number)]
  // Asked for at once, so that they are read in one round trip.
  const documents = new Map(
    await Promise.all(numbers.map(async (number) => [number, await readVersion(number)] as const)),
  )
  const states: State[] = []
  for (let number = first - 1; number >= Math.max(1, first - mostVersions); number--) {
    const document = documents.has(number) ? documents.get(number) : await readVersion(number)
    if (!document) continue
    states.push({ number, draft: toDraft(document), said: '' })
    break
  }
  let at = 0
  for (const { versionNumber, text } of latest) {
    if (undone.test(text)) at = Math.max(0, at - 1)
    else if (redone.test(text)) at = Math.min(states.length - 1, at + 1)
    else {
      const isLast = versionNumber === turns.at(-1)?.versionNumber
      const document = documents.get(versionNumber as number) ?? (isLast ? current : undefined)
      if (!document) continue
      states.splice(at + 1)
      states.push({ number: versionNumber as number, draft: toDraft(document), said: text })
      at = states.length - 1
    }
  }
  return { states, at }
}

const plainUndo =
  /^(?:(?:no|nope|oops|ups|whoops|damn|shit|hmm|sorry|ah|oh|actually|wait|ok|please|yeah)? ?)*(?:undo|undo (?:that|it|this|everything|please|the (?:last|latest|previous)(?: (?:change|edit|one|thing|step|changes|message|request))?|your (?:last|latest) change|what you (?:just )?did|last change|my last change)|revert|revert (?:that|it|this|the (?:last|latest|previous)(?: (?:change|edit|one|version))?|last change|back|your change|your last change)|scratch that|take (?:that|it) back|go back|go (?:one )?(?:step )?back(?: one)?(?: (?:step|version))?|(?:go )?back to (?:the )?(?:previous|last|earlier|old|prior)(?: (?:version|one|draft|state))?|go back to (?:how|the way|what) it was(?: before)?|roll(?: it)? back|put (?:it|that|this) back(?: (?:the way|how|as) it was(?: before)?| please| like it was)?|bring (?:it|that) back|change it back|restore (?:it|that|the (?:previous|last) (?:version|one|draft))|cancel that|never ?mind that change|i changed my mind|reverse that|undo my last (?:message|change)|make it like before|(?:the way|how|as|like) it was(?: before)?|(?:i )?(?:liked|preferred) (?:it|the old one|the previous one|the old version)(?: better| more)?(?: before)?|(?:it was|that was) better before|switch it back|turn it back|keep it|keep (?:it|them) (?:after all|in|please|then)|dont do that|forget that|forget it|not that|that was wrong|thats wrong undo it|undo undo|get it back|i want it back|take it back)(?: please| again| now| then| after all)?$/

/** "undo", "go back to version 3", "put it back", "undo the headline change". */
export const undoFrame: Frame = async (clause, page) => {
  const said = clause.tokens
    .map(({ norm }) => norm)
    .join(' ')
    .replace(/ (?:please|thanks|pls)$/, '')
  const number = versionNumber(clause.tokens, said)
  if (number !== undefined) return goTo(number, page)
  const verb = verbAt(clause.tokens, 0)
  const { states, at } = await statesOf(page.context)
  if (
    /^(?:redo|reapply|redo (?:it|that|the last change|please)|do (?:it|that) again|undo the undo|reapply (?:it|that)|re do|put (?:it|that) back in|bring (?:it|that) back again|actually do it)$/.test(
      said,
    ) &&
    (states[at + 1] || /redo|reapply|undo the undo|re do/.test(said))
  ) {
    const next = states[at + 1]
    const now = states[at]
    if (!next || !now) return refused('There is nothing to redo.')
    return {
      kind: 'done',
      draft: revert(draftOf(page), next.draft, now.draft),
      said: 'redid what was undone last',
      focus: [],
    }
  }
  const endsInUndo =
    clause.tokens.length <= 12 &&
    /\b(?:go back|undo(?: it| that)?|revert(?: it| that)?|put it back|change it back|take it back|(?:back to )?(?:how|the way) it was(?: before)?)$/.test(
      said,
    ) &&
    !/\bnot\b|\bdont\b/.test(said)
  if (plainUndo.test(said) || endsInUndo) return undoTurns(states, at, 1, page)
  const several =
    /^(?:undo|revert|take back|roll back) (?:the |my |your )?(?:last|latest|previous) (two|three|four|five|\d+) (?:changes|edits|messages|things|steps|turns)$/.exec(
      said,
    )
  if (several?.[1])
    return undoTurns(
      states,
      at,
      numberAt({
        kind: /\d/.test(several[1]) ? 'number' : 'word',
        text: several[1],
        norm: several[1],
        start: 0,
        end: 0,
      }) ?? 1,
      page,
    )
  if (
    /^(?:undo|revert|take back|roll back) (?:everything|all|all changes|all of it|all my changes|all edits)$/.test(
      said,
    )
  )
    return undoTurns(states, at, at, page)
  if (verb?.classes.has('undo') && /^(?:undo|revert|roll back|rollback|take back|reverse)$/.test(verb.phrase))
    return undoAbout(clause.tokens.slice(verb.length), states, at, page)
  return undefined
}

function versionNumber(tokens: Token[], said: string): number | undefined {
  const at = tokens.findIndex((token) => isWord(token, 'version', 'v', 'draft', 'revision'))
  const compact = tokens.find((token) => /^v\d{1,4}$/.test(token.norm))
  const opens =
    /\b(?:go|revert|return|switch|get|take|jump|roll|restore|reset|bring|back|use|load|liked|like|prefer|preferred|undo|was|is|reinstate|change)\b/.test(
      said,
    ) || tokens.length <= 2
  if (compact && opens) return Number(compact.norm.slice(1))
  const next = tokens[at + 1]
  if (at === -1 || !opens) return undefined
  const number = next?.kind === 'number' ? Number.parseInt(next.norm, 10) : undefined
  return Number.isSafeInteger(number) ? number : undefined
}

async function goTo(number: number, page: Page): Promise<Outcome> {
  const document = number > 0 ? await page.context.readVersion(number) : undefined
  if (!document) return refused(`There is no version ${number} of this page.`)
  if (page.selected) {
    const old = document.blocks.find(({ id }) => id === page.selected?.id)
    if (!old) return refused(`Version ${number} has no such section.`)
    const blocks = page.document.blocks.map((block) => (block.id === old.id ? old : block))
    return {
      kind: 'done',
      draft: { document: { ...page.document, blocks } },
      said: `went back to version ${number} for this section`,
      focus: [],
    }
  }
  return { kind: 'done', draft: toDraft(document), said: `went back to version ${number}`, focus: [] }
}

function undoTurns(states: State[], at: number, count: number, page: Page): Outcome {
  const target = states[at - count]
  const now = states[at]
  if (!target || !now || at === 0)
    return refused(states.length > 1 ? 'There is nothing more to undo.' : 'There is nothing to undo yet.')
  const draft = revert(draftOf(page), target.draft, now.draft)
  return {
    kind: 'done',
    draft,
    said: count === 1 ? 'undid the last change' : `undid the last ${count} changes`,
    focus: [],
  }
}

/** The last turn that touched what is named. */
function undoAbout(tokens: Token[], states: State[], at: number, page: Page): Outcome | undefined {
  const words = tokens.filter(
    (token) =>
      !isWord(
        token,
        'change',
        'changes',
        'edit',
        'edits',
        'thing',
        'part',
        'to',
        'the',
        'of',
        'my',
        'your',
        'removal',
        'deletion',
        'move',
        'rename',
        'renaming',
        'you',
        'made',
        'did',
        'that',
        'in',
      ),
  )
  for (let index = at; index > 0; index--) {
    const [before, after] = [states[index - 1], states[index]]
    if (!before || !after) continue
    for (const draft of [after.draft, before.draft]) {
      const then = openPage(page.context, draft.document)
      const found = resolve(words, then, {})
      const [node] =
        found.kind === 'found' ? found.nodes : found.kind === 'unclear' ? found.nodes.slice(0, 0) : []
      if (!node || !differs(node, before.draft, after.draft)) continue
      return {
        kind: 'done',
        draft: revert(draftOf(page), before.draft, after.draft),
        said: `undid the change of ${nameOf(node, then)}`,
        focus: [],
      }
    }
  }
  return words.length > 0
    ? refused('I found no earlier change of that. Say “undo” to take back the last one.', ['undo'])
    : undefined
}

function differs(node: Node, before: Draft, after: Draft): boolean {
  const valueIn = (draft: Draft) =>
    nodesOf(draft.document, draft.document.metadata ?? {}).find(({ key }) => key === node.key)
  const place = (draft: Draft) => draft.document.blocks.findIndex(({ id }) => id === node.block?.id)
  return (
    JSON.stringify(valueIn(before)?.value) !== JSON.stringify(valueIn(after)?.value) ||
    (node.kind === 'block' && place(before) !== place(after))
  )
}

/** "bring the stats back": what was on the page before returns as it was, to its place; later edits stay. */
export const restoreFrame: Frame = async (clause, page) => {
  const object = restoredObject(clause)
  if (!object) return undefined
  const { states, at } = await statesOf(page.context)
  // "show it again after all"
  if (object.length === 0) return tookAway(page.context) ? undoTurns(states, at, 1, page) : undefined
  for (const { draft } of states.toReversed()) {
    const then = openPage(page.context, draft.document)
    const isGone = (node: Node) =>
      page.nodes.some(({ key }) => key === node.key) && !node.isItem
        ? node.value !== undefined && page.nodes.find(({ key }) => key === node.key)?.value === undefined
          ? 0
          : null
        : node.kind === 'block' || node.kind === 'text' || node.kind === 'group'
          ? 1
          : node.kind === 'item' && !isThere(node, page)
            ? 1
            : null
    const found = resolve(object, then, { fits: isGone, allowSeveral: true })
    if (found.kind === 'found') return putNodesBack(found.nodes, draft, page, then)
  }
  const now = resolve(object, page, {})
  if (now.kind === 'found' && states.length > 0 && /back|again|restore|unhide/.test(clause.text))
    return refused(`${nameOf(now.nodes[0] as Node, page).replace(/^t/, 'T')} is on the page.`)
  return now.kind === 'nothing' && /back|restore|unhide/.test(clause.text.toLowerCase())
    ? refused('I found nothing like that in the earlier versions of this page.')
    : undefined
}

/** Whether the last turn removed something. */
function tookAway({ conversation }: AgentContext): boolean {
  const operations = conversation.findLast(({ author }) => author === 'agent')?.operations ?? []
  return operations.some(
    (operation) =>
      operation.type === 'removeBlock' ||
      operation.type === 'removeItem' ||
      (operation.type === 'updateBlock' &&
        (operation.hidden === true || Object.values(operation.props).includes(null))) ||
      (operation.type === 'updateItem' && Object.values(operation.props).includes(null)),
  )
}

function restoredObject({ tokens }: Clause): Token[] | undefined {
  const verb = verbAt(tokens, 0)
  if (!verb?.classes.has('restore')) return undefined
  const said = tokens.map(({ norm }) => norm).join(' ')
  const means = /\b(?:back|again|restore|reinstate|unhide|undelete|recover|un hide|re ?add|reinsert)\b/.test(
    said,
  )
  if (!means || /\bback to\b|\bbutton\b.*\bback\b.*\bto\b/.test(said)) return undefined
  const isAfterAll = / after all$/.test(said)
  return tokens
    .slice(verb.length, isAfterAll ? -2 : undefined)
    .filter(
      (token) =>
        !isWord(
          token,
          'back',
          'again',
          'in',
          'please',
          'where',
          'was',
          'were',
          'it',
          'they',
          'them',
          'that',
          'this',
          'before',
          'where',
          'on',
          'page',
          'its',
          'place',
          'old',
        ),
    )
}

function isThere(node: Node, page: Page): boolean {
  const list = page.nodes.find(({ key }) => key === node.parent?.key)
  return ((list?.value as unknown[] | undefined) ?? []).some(
    (item) => JSON.stringify(item) === JSON.stringify(node.value),
  )
}

function putNodesBack(nodes: Node[], old: Draft, page: Page, then: Page): Outcome {
  let draft = draftOf(page)
  for (const node of nodes) {
    if (node.kind === 'block' && node.block)
      draft = {
        document: {
          ...draft.document,
          blocks: putBack(draft.document.blocks, node.block, old.document.blocks),
        },
      }
    else if (node.isItem && node.parent) {
      const list = page.nodes.find(({ key }) => key === node.parent?.key)
      const items = [...((list?.value as unknown[] | undefined) ?? [])]
      draft = setNode(
        draft,
        list ?? node.parent,
        items.toSpliced(Math.min(node.index, items.length), 0, node.value),
      )
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
