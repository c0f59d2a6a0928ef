import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { closed, Enum, Nullable } from '../../shared/typebox.ts'
import { Cursor, Id, Limit, Paged, Timestamp } from '../web/schema.ts'

const dayMs = 86_400_000
const count = (maximum: number) => Type.Integer({ minimum: 0, maximum })

export const actionIdLength = 100

/** What the visit script says: everything about one stay so far. The bounds are far beyond what people do. */
export const Report = Type.Object(
  {
    /** One that we did not make is refused, however long it is; to count its characters would take as long as the rest. */
    token: Type.String(),
    /** 128 random bits that the tab made up. */
    stay: Type.String({ pattern: '^[0-9a-f]{32}$' }),
    /** Milliseconds since the stay began, when the report was sent; the browser's own clock is not asked. */
    age: count(dayMs),
    /** Milliseconds from the stay's beginning to its last sign of life. */
    span: count(dayMs),
    views: Type.Integer({ minimum: 1, maximum: 1_000 }),
    visible: count(dayMs),
    scroll: count(100),
    interactions: count(10_000),
    actions: Type.Array(Type.String({ pattern: `^[^\\p{Cc}]{1,${actionIdLength}}$` }), { maxItems: 50 }),
    submits: count(1_000),
    automated: Type.Boolean(),
    /** The page that led here, as the browser tells it. */
    referrer: Type.Optional(Type.String({ maxLength: 1000 })),
    /** The query of the page's own address, for campaign parameters. */
    query: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  closed,
)
export type Report = Static<typeof Report>

const placeFields = {
  pageId: Id('page'),
  audienceId: Id('audience'),
  versionId: Id('version', { description: 'The version that was shown.' }),
  personId: Nullable(Id('person', { description: 'Whom the audience is for.' })),
  accountId: Nullable(Id('account')),
}
const placeExample = {
  pageId: exampleId('page'),
  audienceId: exampleId('audience'),
  versionId: exampleId('version'),
  personId: exampleId('person'),
  accountId: exampleId('account'),
}

/** The data of `visit.started`. */
export const VisitStart = Type.Object(
  { ...placeFields, startedAt: Timestamp },
  { ...closed, title: 'VisitStart', examples: [{ ...placeExample, startedAt: '+1794614400000' }] },
)
export type VisitStart = Static<typeof VisitStart>

const campaignText = (what: string) => Type.Optional(Type.String({ description: what }))

/** Where a visit came from and with what. What is not known is absent. */
export const VisitOrigin = Type.Object(
  {
    referrer: Type.Optional(
      Type.String({
        description: 'Host and path of the page that led here.',
        examples: ['www.linkedin.com'],
      }),
    ),
    utm: Type.Optional(
      Type.Object(
        {
          source: campaignText('`utm_source` of the address.'),
          medium: campaignText('`utm_medium`.'),
          campaign: campaignText('`utm_campaign`.'),
          term: campaignText('`utm_term`.'),
          content: campaignText('`utm_content`.'),
        },
        closed,
      ),
    ),
    device: Type.Optional(Enum(['desktop', 'mobile', 'tablet', 'tv'])),
    browser: Type.Optional(Type.String({ description: 'Without its version.', examples: ['Chrome'] })),
    os: Type.Optional(Type.String({ examples: ['macOS'] })),
    country: Type.Optional(
      Type.String({
        description: 'Two letters (ISO 3166-1), where the service has a database of countries.',
        examples: ['DE'],
      }),
    ),
  },
  { ...closed, title: 'VisitOrigin' },
)
export type VisitOrigin = Static<typeof VisitOrigin>

/** One session of one visitor on the page of one audience; also the data of `visit.ended`. */
export const Visit = Type.Object(
  {
    visitId: Id('visit'),
    pageId: Id('page'),
    pageName: Type.String(),
    audienceId: Id('audience'),
    audienceName: Type.String({
      description: 'Whom the visited page is for.',
      examples: ['Jane Doe · Acme'],
    }),
    personId: Nullable(Id('person')),
    accountId: Nullable(Id('account')),
    startedAt: Timestamp,
    lastSeenAt: Timestamp,
    endedAt: Nullable({
      ...Timestamp,
      description: 'Null until 30 minutes have passed without activity.',
    }),
    timeSpentSeconds: Type.Integer({ description: 'How long the page was visible.', examples: [84] }),
    scrollDepthPercentage: Type.Integer({ minimum: 0, maximum: 100 }),
    views: Type.Integer(),
    interactions: Type.Integer({ description: 'Clicks, form starts and video plays.' }),
    actionClicks: Type.Integer(),
    clickedActions: Type.Array(Type.String(), {
      description: 'Ids of the actions that were clicked, in order; the first 50.',
    }),
    formSubmits: Type.Integer(),
    origin: VisitOrigin,
  },
  {
    ...closed,
    title: 'Visit',
    examples: [
      {
        visitId: exampleId('visit'),
        pageId: exampleId('page'),
        pageName: 'Spring offer',
        audienceId: exampleId('audience'),
        audienceName: 'Jane Doe · Acme',
        personId: exampleId('person'),
        accountId: exampleId('account'),
        startedAt: '+1794614400000',
        lastSeenAt: '+1794614490000',
        endedAt: '+1794614490000',
        timeSpentSeconds: 84,
        scrollDepthPercentage: 90,
        views: 1,
        interactions: 3,
        actionClicks: 1,
        clickedActions: ['book-a-call'],
        formSubmits: 0,
        origin: {
          referrer: 'www.linkedin.com',
          utm: { source: 'newsletter', campaign: 'spring' },
          device: 'desktop',
          browser: 'Chrome',
          os: 'macOS',
          country: 'DE',
        },
      },
    ],
  },
)
export type Visit = Static<typeof Visit>

export const VisitPage = Paged(Visit, 'VisitPage')
const visitFilter = (prefix: 'page' | 'audience' | 'person' | 'account', whose: string) =>
  Type.Optional(Id(prefix, { description: `Only visits to ${whose}.` }))
export const VisitQuery = Type.Object(
  {
    pageId: visitFilter('page', 'this page'),
    audienceId: visitFilter('audience', 'the page of this audience'),
    personId: visitFilter('person', 'pages made for this person'),
    accountId: visitFilter('account', 'pages made for this account or a person of it'),
    cursor: Cursor,
    limit: Limit,
  },
  closed,
)
export type VisitQuery = Static<typeof VisitQuery>

/** The data of `action.clicked`. */
export const ActionClick = Type.Object(
  { ...placeFields, actionId: Type.String(), clickedAt: Timestamp },
  {
    ...closed,
    title: 'ActionClick',
    examples: [{ ...placeExample, actionId: 'book-a-call', clickedAt: '+1794614400000' }],
  },
)
export type ActionClick = Static<typeof ActionClick>

export const SubmissionField = Type.Object({ name: Type.String(), value: Type.String() }, closed)
export type SubmissionField = Static<typeof SubmissionField>

/** What a visitor sent with a form; also the data of `form.submitted`. */
export const Submission = Type.Object(
  {
    submissionId: Id('submission'),
    ...placeFields,
    formId: Type.String({ description: 'The block of the page that the form is.', examples: ['contact'] }),
    fields: Type.Array(SubmissionField, {
      description: 'What was answered, in the order of the form.',
    }),
    createdAt: Timestamp,
  },
  {
    ...closed,
    title: 'Submission',
    examples: [
      {
        submissionId: exampleId('submission'),
        ...placeExample,
        formId: 'contact',
        fields: [{ name: 'email', value: 'jane@acme.com' }],
        createdAt: '+1794614400000',
      },
    ],
  },
)
export type Submission = Static<typeof Submission>

export const SubmissionPage = Paged(Submission, 'SubmissionPage')
export const SubmissionQuery = Type.Object({ cursor: Cursor, limit: Limit }, closed)
