import type { Document, Metadata, Operation } from '../../document/index.ts'

/** One instruction with the page it is given on and what should come of it. */
export type Row = {
  id: string
  category: string
  instruction: string
  setup: {
    fixture: string
    /** Sent before, one after the other. */
    messages?: string[]
    /** Whether the page is for the person of the fixtures, with what is known of them. */
    person?: boolean
    /** Further notes about the person's account. */
    notes?: string[]
    /** The page's own document, which every audience's page starts from. */
    everyone?: boolean
  }
  selectedElement?: object
  expected: {
    /** Expressions over the document after; all must hold. */
    goals?: string[]
    /** What may change. */
    scope?: string[]
    /** Nothing may change. */
    none?: boolean
    /** An edit that would be fine as well where none was due, or no edit where one was. */
    orEdit?: string
    orNone?: boolean
    needsModel?: boolean
    judge?: string
  }
}

export type Verdict =
  | 'good'
  | 'no edit'
  | 'wrong object'
  | 'wrong edit'
  | 'partial'
  | 'unnecessary'
  | 'acted'
  | 'claimed'
export type Turn = {
  before: Document
  after: Document
  first: Document
  metadata: Metadata
  operations: Operation[]
  reply: string
  assetId: (name: string) => string | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: goals are expressions over documents of any shape
type Props = Record<string, any>

/** Paths of everything that differs: `-id` and `+id` for blocks, `order`, `id.prop…`, `theme.…`, `meta.…`. */
export function changedPaths({ before, after, operations }: Turn): string[] {
  const [old, now] = [byId(before), byId(after)]
  const paths = [
    ...[...old.keys()].filter((id) => !now.has(id)).map((id) => `-${id}`),
    ...[...now.keys()].filter((id) => !old.has(id)).map((id) => `+${id}`),
  ]
  const kept = [...old.keys()].filter((id) => now.has(id))
  if (kept.join() !== [...now.keys()].filter((id) => old.has(id)).join()) paths.push('order')
  for (const id of kept) {
    paths.push(
      ...differing(leaves(old.get(id)?.props), leaves(now.get(id)?.props)).map((path) => `${id}.${path}`),
    )
    if (JSON.stringify(old.get(id)?.sources) !== JSON.stringify(now.get(id)?.sources))
      paths.push(`sources:${id}`)
  }
  paths.push(...differing(leaves(before.theme), leaves(after.theme)).map((path) => `theme.${path}`))
  for (const operation of operations)
    if (operation.type === 'setMetadata')
      paths.push(...Object.keys(operation.metadata).map((name) => `meta.${name}`))
  return paths
}

const byId = ({ blocks }: Document) => new Map(blocks.map((block) => [block.id, block]))

/** Values by path. Ids of list items are no content. */
function leaves(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return found.set(path, value)
  for (const [name, inner] of Object.entries(value))
    if (!(name === 'id' && /\d$/.test(path))) leaves(inner, path ? `${path}.${name}` : name, found)
  return found
}

function differing(old: Map<string, unknown>, now: Map<string, unknown>): string[] {
  return [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path))
}

function isAllowed(path: string, scope: string[]): boolean {
  if (path.startsWith('sources:')) return true
  const isText = /^[a-z0-9-]+\./.test(path) && !/^(?:theme|meta)\./.test(path)
  return scope.some(
    (allowed) =>
      allowed === '*' ||
      (allowed === '*text' && isText) ||
      (allowed === '+' && path.startsWith('+')) ||
      path === allowed ||
      path.startsWith(`${allowed}.`),
  )
}

/** Says how an instruction was carried out. */
export function judge({ expected, instruction }: Row, turn: Turn): { verdict: Verdict; changed: string[] } {
  const changed = changedPaths(turn)
  const holds = (goal: string) => evaluate(goal, turn, turn.after, changed)
  const isBack = JSON.stringify(turn.after) === JSON.stringify(turn.first)
  const claims =
    /^\s*(?:Done|I (?:have )?(?:changed|added|removed|moved|put|set|took|gave|made|replaced|shortened|swapped|undid|went back)\b(?! nothing))/i.test(
      turn.reply,
    )
  const give = (verdict: Verdict) => ({ verdict, changed })
  if (expected.none) {
    if (changed.length > 0) return give(expected.orEdit && holds(expected.orEdit) ? 'good' : 'acted')
    return give(claims && !/\?\s*$/.test(instruction) ? 'claimed' : 'good')
  }
  if (changed.length === 0) return give(expected.orNone ? 'good' : claims ? 'claimed' : 'no edit')
  const goals = expected.goals ?? []
  const met = goals.map(holds)
  if (met.every(Boolean))
    // What takes everything back is as it was, however it was hidden or removed.
    return give(
      isBack || changed.every((path) => isAllowed(path, expected.scope ?? [])) ? 'good' : 'unnecessary',
    )
  const wasMet = goals.map((goal) => evaluate(goal, turn, turn.before, []))
  if (met.some((value, index) => value && !wasMet[index])) return give('partial')
  return give(
    changed.some((path) => isAllowed(path, expected.scope ?? []) && !path.startsWith('sources:'))
      ? 'wrong edit'
      : 'wrong object',
  )
}

/** All words that visitors read. */
function textsOf(document: Document): string {
  const silent = /(?:link|assetId|icon|layout|tone|type|width|\.id|fields\.\d+\.name)$/
  return document.blocks
    .flatMap(({ props }) =>
      [...leaves(props)].flatMap(([path, value]) =>
        typeof value === 'string' && !silent.test(path) ? [value] : [],
      ),
    )
    .join('\n')
}

const alike = (text: unknown) =>
  typeof text === 'string'
    ? text
        .trim()
        .replace(/[“”„«»]/g, '"')
        .replace(/[‘’]/g, "'")
        .replace(/^["']|["']$/g, '')
        .replace(/\.$/, '')
        .replace(/^./u, (sign) => sign.toLowerCase())
    : text

/** Goals are expressions of our own set, run as they stand. */
function evaluate(
  goal: string,
  { before, first, metadata, assetId }: Turn,
  now: Document,
  changed: string[],
): boolean {
  const propsIn = (document: Document) => (id: string) =>
    document.blocks.find((block) => block.id === id)?.props as Props | undefined
  const [A, P] = [propsIn(now), propsIn(before)]
  const [ids, IDS] = [now, before].map(({ blocks }) => blocks.map(({ id }) => id)) as [string[], string[]]
  const old = new Set(textsOf(before).split('\n'))
  const listOf = (type: string, list: string): Props[] => (A(type)?.[list] as Props[] | undefined) ?? []
  const scope: Props = {
    A, P, ids, IDS, changed, meta: metadata, th: now.theme, TH: before.theme, doc: now, DOC0: first, str: JSON.stringify, len: (text: string) => text.length,
    all: textsOf(now), ALL: textsOf(before), diffText: textsOf(now).split('\n').filter((line) => !old.has(line)).join('\n'),
    added: now.blocks.filter(({ id }) => !IDS.includes(id)), gone: (id: string) => IDS.includes(id) && !ids.includes(id), is: (one: unknown, other: unknown) => alike(one) === alike(other),
    names: (list: Props[]) => list.map(({ name }) => name).join(), field: (name: string) => listOf('form', 'fields').find((field) => field.name === name), plan: (name: string) => listOf('pricing', 'plans').find((plan) => plan.name === name) ?? { includes: [], action: {} },
    asset: assetId, before: (one: string, other: string) => ids.includes(one) && ids.indexOf(one) === ids.indexOf(other) - 1, after: (one: string, other: string) => ids.includes(other) && ids.indexOf(one) === ids.indexOf(other) + 1,
    swapped: (one: string, other: string) => ids.join() === IDS.map((id) => (id === one ? other : id === other ? one : id)).join(), inOrder: (...list: string[]) => list.every((id, index) => ids.indexOf(id) > (index ? ids.indexOf(list[index - 1] as string) : -1)),
    lum: luminance, hue: (color: string, from: number, to: number) => hueOf(color) >= from && hueOf(color) <= to, grey: (color: string) => Math.max(...channels(color)) - Math.min(...channels(color)) < 0.05,
  } // biome-ignore format: one helper after another
  try {
    return Boolean(new Function(...Object.keys(scope), `return (${goal})`)(...Object.values(scope)))
  } catch {
    return false
  }
}

const channels = (color = '') => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
const luminance = (color: string) =>
  channels(color).reduce((sum, part, index) => sum + part ** 2.2 * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0)

function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  if (!(most - least >= 0.04)) return Number.NaN
  const sixth =
    most === red
      ? ((green - blue) / (most - least) + 6) % 6
      : most === green
        ? (blue - red) / (most - least) + 2
        : (red - green) / (most - least) + 4
  return sixth * 60
}
