/**
 * A minimal model of versions and their transitions, compared with the real ones in a property test. Written from the
 * documentation, not from the code.
 */
export type Command =
  | { verb: 'begin' | 'draft' | 'archive' | 'restore' }
  | { verb: 'start' | 'finish' | 'cancel'; of: number }
  | { verb: 'publish'; of: number; key?: string }

const stamps = [
  'queuedAt',
  'becameDraftAt',
  'publishedAt',
  'cancelledAt',
  'obsoleteAt',
  'archivedAt',
] as const
export type Stamp = (typeof stamps)[number]
/** A version in the model: its status, and which timestamps are set. */
export type ModelVersion = { status: string; has: Stamp[] }
export type Model = { archived: boolean; versions: ModelVersion[]; keys: Record<string, number> }

export function newModel(): Model {
  return {
    archived: false,
    versions: [{ status: 'published', has: ['becameDraftAt', 'publishedAt'] }],
    keys: {},
  }
}

/** Reduces a version to the model. */
export function observe(version: { status: string } & Record<Stamp, string | null>): ModelVersion {
  return { status: version.status, has: stamps.filter((stamp) => version[stamp] !== null) }
}

const unfinished = ['pending', 'queued', 'processing']
const fitting = {
  start: ['queued'],
  finish: ['processing'],
  cancel: unfinished,
  publish: ['draft', 'archived'],
}

/** Chooses the version of a command: mostly one in a suitable state, sometimes any. */
export function aim({ versions }: Model, command: Command): Command {
  if (!('of' in command)) return command
  const { verb, of } = command
  const all = versions.map((_, index) => index)
  const fit = all.filter((index) => fitting[verb].includes(versions[index]?.status ?? ''))
  const among = of % 4 > 0 && fit.length > 0 ? fit : all
  return { ...command, of: among[Math.floor(of / 4) % among.length] as number }
}

/** Applies a command to the model and returns the expected result. */
export function play(model: Model, command: Command): string {
  const { versions } = model
  switch (command.verb) {
    case 'archive':
    case 'restore':
      model.archived = command.verb === 'archive'
      return 'done'
    case 'begin': {
      if (model.archived) return 'state_conflict'
      const waits = versions.some(({ status }) => unfinished.includes(status))
      versions.push(waits ? { status: 'pending', has: [] } : { status: 'queued', has: ['queuedAt'] })
      return waits ? 'pending' : 'queued'
    }
    case 'draft':
      if (model.archived) return 'state_conflict'
      versions.push({ status: 'draft', has: ['becameDraftAt'] })
      return 'draft'
    case 'publish':
      return publish(model, command.of, command.key)
    default:
      return move(model, command.verb, command.of)
  }
}

function move({ versions }: Model, verb: 'start' | 'finish' | 'cancel', index: number): string {
  const version = versions[index] as ModelVersion
  if (verb === 'start') {
    if (version.status !== 'queued') return 'late'
    version.status = 'processing'
    return 'processing'
  }
  if (!(verb === 'finish' ? ['processing'] : unfinished).includes(version.status)) return 'late'
  version.status = verb === 'finish' ? 'draft' : 'cancelled'
  stamp(version, verb === 'finish' ? 'becameDraftAt' : 'cancelledAt')
  const published = versions.findIndex(({ status }) => status === 'published')
  if (verb === 'finish' && published > index) stamp(version, 'obsoleteAt')
  const running = versions.some(({ status }) => status === 'queued' || status === 'processing')
  const next = versions.find(({ status }) => status === 'pending')
  if (!running && next) {
    next.status = 'queued'
    stamp(next, 'queuedAt')
  }
  return `${version.status}${!running && next ? ` then ${versions.indexOf(next) + 1}` : ''}`
}

function publish(model: Model, index: number, key: string | undefined): string {
  const version = model.versions[index] as ModelVersion
  const first = key === undefined ? undefined : model.keys[key]
  if (first !== undefined) return first === index ? version.status : 'key_reused'
  if (model.archived) return 'state_conflict'
  if (!['draft', 'archived', 'published'].includes(version.status)) return 'state_conflict'
  if (key !== undefined) model.keys[key] = index
  if (version.status === 'published') return 'published'
  for (const [i, other] of model.versions.entries()) {
    if (other.status === 'published') {
      other.status = 'archived'
      stamp(other, 'archivedAt', 'obsoleteAt')
    } else if (other.status === 'draft' && i < index) stamp(other, 'obsoleteAt')
  }
  version.status = 'published'
  version.has = version.has.filter((one) => one !== 'archivedAt' && one !== 'obsoleteAt')
  stamp(version, 'publishedAt')
  return 'published'
}

function stamp(version: ModelVersion, ...added: Stamp[]) {
  version.has = stamps.filter((one) => version.has.includes(one) || added.includes(one))
}
