import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id, Timestamp } from '../web/schema.ts'

export const HomeQuery = ClosedObject({
  since: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'When you were last here; at most two weeks ago, seven days by default.',
      examples: ['2026-11-13T16:40:00Z'],
    }),
  ),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

const HomeFigures = Type.Object(
  {
    visits: count('Sessions of people.'),
    companies: count('Accounts among the newest 3,000 sessions.'),
    readShare: Nullable(
      Type.Number({ minimum: 0, maximum: 1, description: 'How much of a page was read, on average.' }),
    ),
    responses: count('Sessions with a form or a click on an action.'),
  },
  { ...closed, title: 'HomeFigures' },
)
export type HomeFigures = Static<typeof HomeFigures>

const Days = Type.Array(Type.Integer({ minimum: 0 }), {
  minItems: 7,
  maxItems: 7,
  description: 'Sessions on each of the last seven days (UTC), today last.',
})

const HotAccount = Type.Object(
  {
    accountId: Id('account'),
    name: Type.String(),
    visits: count('Sessions in the last seven days.'),
    people: count('Persons whose page was visited.'),
    forms: count('Forms sent.'),
    clicks: count('Clicks on actions.'),
    newPeople: count('Persons whose page was made in the last seven days.'),
    lastPageName: Type.String({ description: 'The page of the newest session.' }),
    lastScrollDepthPercentage: Type.Integer({ minimum: 0, maximum: 100 }),
    lastTimeSpentSeconds: Type.Integer({ minimum: 0 }),
    days: Days,
  },
  { ...closed, title: 'HotAccount' },
)
export type HotAccount = Static<typeof HotAccount>

const Waiting = Type.Object(
  {
    kind: Enum(['conflicts', 'drafts', 'behind', 'batch_rows'], {
      description: '`behind`: live audiences that lack the newest revision of their page.',
    }),
    count: count('How many wait.'),
    pageId: Id('page', { description: 'Where most of them are.' }),
    pageName: Type.String(),
    batchId: Nullable(Id('batch')),
  },
  { ...closed, title: 'Waiting' },
)
export type Waiting = Static<typeof Waiting>

const Upcoming = Type.Object(
  {
    kind: Enum(['release', 'publishVersion', 'publishPage', 'archiveAudience', 'archivePage']),
    pageId: Id('page'),
    pageName: Type.String(),
    audiences: count('How many audiences it is for; 0 for the page itself.'),
    at: Timestamp,
  },
  { ...closed, title: 'Upcoming' },
)
export type Upcoming = Static<typeof Upcoming>

const Finished = Type.Object(
  {
    kind: Enum(['release', 'undo', 'batch'], { description: '`undo`: a release that was undone.' }),
    pageId: Id('page'),
    pageName: Type.String(),
    batchId: Nullable(Id('batch')),
    count: count('Audiences that were published, taken back or made.'),
    left: count('Audiences that were skipped or failed.'),
    audienceName: Nullable(
      Type.String({ description: 'Where a release or its undoing reached one audience.' }),
    ),
    at: Timestamp,
  },
  { ...closed, title: 'Finished' },
)
export type Finished = Static<typeof Finished>

const FirstSteps = Type.Object(
  {
    brand: Type.Boolean({ description: 'A brand of your own was set up.' }),
    page: Type.Boolean({ description: 'There is a page of your own.' }),
    audience: Type.Boolean({ description: 'It is made for a company or a person.' }),
    live: Type.Boolean({ description: 'Visitors can see it.' }),
    visit: Type.Boolean({ description: 'Somebody has visited it.' }),
    pageId: Nullable(Id('page', { description: 'The page that got furthest.' })),
  },
  { ...closed, title: 'FirstSteps', description: 'What exists already. The sample data does not count.' },
)
export type FirstSteps = Static<typeof FirstSteps>

export const Home = NamedObject(
  'Home',
  {
    since: Timestamp,
    ownPages: count('Pages that are not deleted, without those of the sample data.'),
    livePages: count('Those of them that are published.'),
    firstSteps: FirstSteps,
    figures: HomeFigures,
    before: Type.Unsafe<HomeFigures>({ ...HomeFigures, description: 'The same for as long a time before.' }),
    days: Days,
    hotAccounts: Type.Array(HotAccount, { maxItems: 5 }),
    waiting: Type.Array(Waiting, { maxItems: 4 }),
    upcoming: Type.Array(Upcoming, { maxItems: 3 }),
    finished: Type.Array(Finished, {
      maxItems: 6,
      description: 'Releases, undone releases and batches since then.',
    }),
  },
  {
    ownPages: 12,
    livePages: 9,
    firstSteps: {
      brand: true,
      page: true,
      audience: true,
      live: true,
      visit: true,
      pageId: exampleId('page'),
    },
    figures: { visits: 46, companies: 19, readShare: 0.61, responses: 2 },
    before: { visits: 39, companies: 15, readShare: 0.55, responses: 2 },
    days: [4, 6, 9, 7, 3, 5, 12],
    waiting: [
      {
        kind: 'conflicts',
        count: 12,
        pageId: exampleId('page'),
        pageName: 'Cold-chain outreach',
        batchId: null,
      },
    ],
  },
)
export type Home = Static<typeof Home>
