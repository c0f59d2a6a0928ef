import { type Static, Type } from 'typebox'
import { Cursor, closed, exampleId, Id, Limit, Nullable, Paged, Timestamp } from '../web/schema.ts'

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
