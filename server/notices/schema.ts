import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { noticeKinds } from '../../shared/noticeWords.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id, Paged, paging, Timestamp } from '../web/schema.ts'

const Kind = Enum(noticeKinds, { description: 'What the visitor did.' })

export const Notice = NamedObject(
  'Notice',
  {
    noticeId: Id('notice'),
    kind: Kind,
    pageId: Id('page'),
    pageName: Type.String(),
    audienceId: Id('audience'),
    audienceName: Type.String({ description: 'Whom the page is for.' }),
    personId: Nullable(Id('person')),
    accountId: Nullable(Id('account')),
    actionId: Nullable(Type.String({ description: 'The action that was clicked.' })),
    actionTitle: Nullable(Type.String({ description: 'What its button says now.' })),
    submissionId: Nullable(Id('submission')),
    isRead: Type.Boolean({ description: 'Whether this key has marked it as read.' }),
    createdAt: Timestamp,
  },
  {
    pageName: 'Spring offer',
    audienceName: 'Jane Doe · Acme',
    personId: exampleId('person'),
    accountId: exampleId('account'),
  },
)
export type Notice = Static<typeof Notice>

export const NoticePage = Paged(Notice, 'NoticePage')
export const NoticeQuery = ClosedObject({ ...paging })

/** The unread count stops here. */
export const mostCounted = 100

export const UnreadNotices = NamedObject(
  'UnreadNotices',
  {
    count: Type.Integer({ minimum: 0, maximum: mostCounted, description: `Up to ${mostCounted}.` }),
    newestNoticeId: Nullable(Id('notice')),
  },
  { count: 3, newestNoticeId: exampleId('notice') },
)
export type UnreadNotices = Static<typeof UnreadNotices>

export const NoticesRead = Type.Object(
  { upTo: Id('notice', { description: 'The newest notice that was seen; older ones are read too.' }) },
  { ...closed, examples: [{ upTo: exampleId('notice') }] },
)

const channelKinds = ['email', 'slack', 'teams'] as const
const paces = ['instant', 'hourly', 'daily'] as const

const Recipients = Type.Array(Type.String({ minLength: 1, maxLength: 254 }), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  description: 'E-mail addresses.',
})
const Url = Type.String({
  writeOnly: true,
  minLength: 1,
  maxLength: 2048,
  description: 'Address of an incoming webhook of Slack or Teams. Stored encrypted and never shown again.',
})
const Kinds = Type.Array(Enum(noticeKinds), { minItems: 1, maxItems: noticeKinds.length, uniqueItems: true })
const PageIds = Nullable(
  Type.Array(Id('page'), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: 'Only notices of these pages; null for all.',
  }),
)
const Pace = Enum(paces, {
  description:
    '`instant`: at once, and then at most once a minute; `hourly` and `daily` (07:00 UTC): a summary.',
})

export const NoticeChannel = NamedObject(
  'NoticeChannel',
  {
    channelId: Id('channel'),
    kind: Enum(channelKinds),
    recipients: Type.Array(Type.String()),
    urlHint: Nullable(Type.String({ description: 'Host and last characters of the address.' })),
    kinds: Kinds,
    pageIds: PageIds,
    pace: Pace,
    active: Type.Boolean({ description: 'Nothing is stored or sent while this is false.' }),
    lastSentAt: Nullable(Timestamp),
    failingSince: Nullable(Timestamp),
    lastError: Nullable(Type.String()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { recipients: ['sales@acme.com'], kinds: [...noticeKinds], active: true },
)
export type NoticeChannel = Static<typeof NoticeChannel>

export const ConsoleChannel = NamedObject(
  'ConsoleChannel',
  {
    kinds: Kinds,
    pageIds: PageIds,
    active: Type.Boolean({ description: 'The console shows no new notices while this is false.' }),
  },
  { kinds: [...noticeKinds], active: true },
  { description: 'Which notices the console shows. Everything, unless it is changed.' },
)
export type ConsoleChannel = Static<typeof ConsoleChannel>

export const ConsoleChannelPatch = Type.Partial(
  Type.Object({ kinds: Kinds, pageIds: PageIds, active: Type.Boolean() }),
  { ...closed, title: 'ConsoleChannelPatch', examples: [{ kinds: ['first_visit', 'form'] }] },
)
export type ConsoleChannelPatch = Static<typeof ConsoleChannelPatch>

export const NoticeChannels = NamedObject(
  'NoticeChannels',
  {
    console: ConsoleChannel,
    items: Type.Array(NoticeChannel),
    canSendEmail: Type.Boolean({ description: 'Whether the service has a mail server (`SMTP_URL`).' }),
  },
  { canSendEmail: true },
)

export const NoticeChannelInput = NamedObject(
  'NoticeChannelInput',
  {
    kind: Enum(channelKinds),
    recipients: Type.Optional(Recipients),
    url: Type.Optional(Url),
    kinds: Type.Optional(Kinds),
    pageIds: Type.Optional(PageIds),
    pace: Type.Optional(Pace),
    active: Type.Optional(Type.Boolean({ default: true })),
  },
  { recipients: ['sales@acme.com'], pace: 'instant' },
  { description: '`recipients` for e-mail, `url` for Slack and Teams.' },
)
export type NoticeChannelInput = Static<typeof NoticeChannelInput>

export const NoticeChannelPatch = Type.Partial(
  Type.Object({
    recipients: Recipients,
    url: Url,
    kinds: Kinds,
    pageIds: PageIds,
    pace: Pace,
    active: Type.Boolean(),
  }),
  { ...closed, title: 'NoticeChannelPatch', examples: [{ pace: 'daily' }] },
)
export type NoticeChannelPatch = Static<typeof NoticeChannelPatch>

export const ChannelTestResult = NamedObject(
  'ChannelTestResult',
  { success: Type.Boolean(), message: Type.String() },
  { success: true, message: 'The test was sent.' },
)
export type ChannelTestResult = Static<typeof ChannelTestResult>
