/**
 * The display of the states of `status.ts`: one table of dots, words and next steps for pages, audiences, versions, links,
 * releases, schedules and batches. If visitors can see something, the words begin with “Live”, followed by what is pending.
 */

/** Distinguished by shape and colour; the last three are icons. */
export type Dot =
  | 'hidden'
  | 'live'
  | 'newer'
  | 'unreachable'
  | 'busy'
  | 'attention'
  | 'failed'
  | 'past'
  | 'scheduled'
  | 'locked'
  | 'closing'

/** Labels of next steps, the same on every screen. */
export const nextSteps = {
  publish: 'Publish',
  publishChanges: 'Publish changes',
  publishAgain: 'Publish again',
  addLink: 'Add link',
  copyLink: 'Copy link',
  seeAudiences: 'See audiences',
  bringUpToDate: 'Bring up to date',
  decide: 'Decide',
  open: 'Open',
  tryAgain: 'Try again',
  change: 'Change',
  cancel: 'Cancel',
  extend: 'Extend',
  stop: 'Stop here',
  putBack: 'Put back',
  restore: 'Restore',
} as const
export type NextStep = keyof typeof nextSteps

export type Status = {
  dot: Dot
  words: string
  meaning: string
  next?: NextStep | undefined
  /** A secondary step. */
  second?: NextStep | undefined
}

const say = (dot: Dot, words: string, meaning: string, next?: NextStep, second?: NextStep): Status => ({
  ...{ dot, words, meaning, next, second },
})
const notLive = (meaning: string) => say('hidden', 'Not live', meaning, 'publish')
const live = (meaning: string) => say('live', 'Live', meaning, 'copyLink')
const planned = (meaning: string) => say('scheduled', 'Scheduled for {time}', meaning, 'change', 'cancel')
const needed = (meaning: string, next?: NextStep) => say('attention', '{count} need you', meaning, next)
const beingWritten = say('busy', 'Being written', 'The agent is working on it.', 'open')
const stopping = say('busy', 'Stopping', 'What has been done stays.')
const cancelled = say('past', 'Cancelled', 'Nothing was published.')
const staysRunning = 'Closing the window does not stop it.'

/** What visitors find at the URL of a link or an audience. */
const reached = {
  liveLocked: say(
    'locked',
    'Live, {protection}',
    'Visitors are asked before they see anything.',
    'copyLink',
    'change',
  ),
  liveLockedUntil: say(
    'locked',
    'Live, {protection}, until {day}',
    'Visitors are asked first. It closes then.',
    'copyLink',
    'change',
  ),
  liveUntil: say('closing', 'Live until {day}', 'The link closes on that day.', 'copyLink', 'change'),
  expired: say('failed', 'Expired on {day}', 'Visitors read that the link has expired.', 'extend'),
  usedUp: say('failed', 'Visits used up', 'The link was opened as often as it may be.', 'extend'),
}
/** Live objects with something newer; the words of a schedule also begin with “Live”. */
const ahead = {
  liveNewer: (meaning: string) => say('newer', 'Live, newer draft', meaning, 'publishChanges'),
  liveScheduled: say(
    'scheduled',
    'Live, changes {time}',
    'Visitors see the present version until then.',
    'change',
    'cancel',
  ),
  liveNoAddress: (meaning: string) => say('unreachable', 'Live, no address', meaning, 'addLink'),
}

export const pageStates = {
  notLive: notLive('Nobody can open it yet.'),
  scheduled: planned('Goes live by itself.'),
  publishing: say('busy', 'Publishing {done} of {total}', staysRunning, 'stop'),
  live: live('All its audiences see it.'),
  livePart: say('live', 'Live for {live} of {total}', 'The others have nothing published.', 'copyLink'),
  liveNoAddress: ahead.liveNoAddress('Published, but no link leads to it.'),
  liveNewer: ahead.liveNewer('Something newer waits to be published.'),
  livePartNewer: say(
    'newer',
    'Live for {live} of {total}, newer draft',
    'Something newer waits to be published.',
    'publishChanges',
  ),
  liveScheduled: ahead.liveScheduled,
  offline: say('past', 'Offline', 'Was live. Its links no longer show it.', 'putBack'),
  trashed: say('past', 'In trash', 'Its links are off, its figures are kept.', 'restore'),
}

export const audienceStates = {
  notLive: notLive('Version {newest} is ready. Nobody has seen it.'),
  beingWritten,
  notWritten: say('failed', 'Not written', 'The last request failed.', 'tryAgain'),
  scheduled: planned('Goes live by itself.'),
  live: live('Version {shown} is what they see.'),
  liveBeingWritten: say('busy', 'Live, being written', 'They see version {shown}.', 'open'),
  liveNoAddress: ahead.liveNoAddress('Published, but they have no address.'),
  liveNewer: ahead.liveNewer('They see version {shown}. Version {newest} is a draft.'),
  livePageNewer: say(
    'newer',
    'Live, page is newer',
    'The page changed since version {shown} was made.',
    'bringUpToDate',
  ),
  liveUndecided: say('attention', 'Live, needs a decision', 'The page changed where theirs did.', 'decide'),
  liveScheduled: ahead.liveScheduled,
  ...reached,
  offline: say('past', 'Offline', 'Visitors no longer see it.', 'putBack'),
  pageOffline: say('past', 'Offline', 'Its page is offline.'),
}

export const linkStates = {
  notLive: notLive('Leads to an audience that is not live yet.'),
  live: live('Opens for everybody who has it.'),
  ...reached,
  offline: say('past', 'Offline', 'What it leads to is offline.', 'open'),
}

export const versionStates = {
  beingWritten: { ...beingWritten, next: undefined },
  draft: say('hidden', 'Draft', 'The newest, not published.', 'publish'),
  earlierDraft: say('hidden', 'Earlier draft', 'A newer version came after it.', 'publish'),
  scheduled: planned('Is published by itself then.'),
  notLive: notLive('Ready, but nobody can open it yet.'),
  live: live('What visitors see now.'),
  earlier: say('past', 'Earlier, replaced {day}', 'Another version took its place.', 'publishAgain'),
  undone: say('past', 'Undone', 'Taken back; the one before is live again.', 'publishAgain'),
  stopped: say('past', 'Stopped', 'The request ended without a page.'),
}

export const releaseStates = {
  scheduled: planned('Goes out by itself.'),
  publishing: say('busy', 'Publishing {done} of {total}', staysRunning, 'stop'),
  saving: say('busy', 'Saving {done} of {total}', 'Drafts are being saved.', 'stop'),
  stopping,
  undoing: say('busy', 'Undoing {done} of {total}', 'Visitors get back what they saw before.'),
  // A record of what went out: whether it is still what visitors see, its audiences say.
  live: say('live', 'Published', 'It went out. What was published later stands over it.'),
  saved: say('hidden', 'Drafts saved', 'Nobody sees them until you publish.', 'publish'),
  undecided: needed('They stay as they are until you decide.', 'decide'),
  unchanged: say('past', 'Nothing changed', 'There was nothing to publish.'),
  stopped: say('past', 'Stopped', 'What was published before stays live.'),
  cancelled,
  undone: say('past', 'Undone', 'Visitors see what they saw before.'),
}

export const scheduleStates = {
  scheduled: planned('Happens by itself.'),
  done: say('live', 'Done', 'It happened as planned.'),
  failed: say('failed', 'Failed', 'Nothing was changed.'),
  overtaken: say('attention', 'Skipped', 'What it would have published changed after it was scheduled.'),
  cancelled,
}

export const batchStates = {
  waiting: say('busy', 'Waiting', 'It starts by itself.'),
  running: say('busy', 'Making {done} of {total}', staysRunning, 'stop'),
  cancelling: stopping,
  importing: say('busy', 'Importing {done} of {total}', staysRunning, 'stop'),
  finished: say('hidden', 'Drafts made', 'Nobody sees them until you publish.', 'publish'),
  published: say('live', 'Published', 'What it made is live, or was replaced since.'),
  imported: say('live', 'Imported', 'The accounts and people of the file are stored.'),
  undecided: needed('These rows failed.', 'tryAgain'),
  cancelled: say('past', 'Stopped', 'What was made before stays.'),
}

const tables = {
  page: pageStates,
  audience: audienceStates,
  link: linkStates,
  version: versionStates,
  release: releaseStates,
  schedule: scheduleStates,
  batch: batchStates,
}
export type StatusNoun = keyof typeof tables
export type PageState = keyof typeof pageStates
export type AudienceState = keyof typeof audienceStates
export type LinkState = keyof typeof linkStates
export type VersionState = keyof typeof versionStates
export type ReleaseState = keyof typeof releaseStates
export type BatchState = keyof typeof batchStates

/** Values for the words of a status; times are formatted. */
export type StatusValues = Partial<
  Record<
    'time' | 'day' | 'protection' | 'live' | 'done' | 'total' | 'count' | 'shown' | 'newest',
    string | number
  >
>

/** The display of a state. Unknown values are shown as “…”. */
export function statusOf(noun: StatusNoun, state: string, values: StatusValues = {}): Status {
  const entry = (tables[noun] as Partial<Record<string, Status>>)[state] ?? say('past', state, '')
  const fill = (text: string) =>
    text
      .replace(/\{(\w+)\}/g, (_, name: keyof StatusValues) => String(values[name] ?? '…'))
      .replace(/^1 need /, '1 needs ')
  return { ...entry, words: fill(entry.words), meaning: fill(entry.meaning) }
}

export const protections = { password: 'password', email: 'e-mail code', visits: 'limited visits' } as const
export type Protection = keyof typeof protections
