import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { FreeForm } from '../web/freeForm.ts'
import { Id, Paged, paging, Timestamp } from '../web/schema.ts'

export const MessageInput = NamedObject(
  'MessageInput',
  {
    message: Type.String({
      minLength: 1,
      maxLength: 50_000,
      description: 'What to change on the page, in plain words.',
    }),
    clientMessageId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Repeating the request with the same id and content returns the first result.',
      }),
    ),
    selectedElement: Type.Optional(
      FreeForm({
        description: 'The selected element: `{blockId?, path?, text?}`. Changes are limited to it.',
      }),
    ),
  },
  { message: 'Change the headline to "Ready in two weeks" and remove the pricing' },
)
export type MessageInput = Static<typeof MessageInput>

export const MessageAccepted = NamedObject(
  'MessageAccepted',
  {
    accepted: Type.Boolean(),
    audienceId: Id('audience'),
    clientMessageId: Type.String(),
    versionId: Id('version'),
  },
  { accepted: true, clientMessageId: exampleId('message') },
)
export type MessageAccepted = Static<typeof MessageAccepted>

export const InterruptInput = NamedObject('InterruptInput', {
  partialText: Type.Optional(
    Type.String({ maxLength: 100_000, description: 'What the agent had written; stored as its answer.' }),
  ),
})

export const outcomes = ['drafted', 'nothing_changed', 'interrupted', 'failed'] as const
export type RunOutcome = (typeof outcomes)[number]

/** As many as users can compare easily. */
export const mostSuggestions = 3

export const Message = NamedObject(
  'Message',
  {
    messageId: Id('message'),
    audienceId: Id('audience'),
    versionId: Id('version'),
    author: Enum(['user', 'agent']),
    text: Type.String(),
    clientMessageId: Nullable(Type.String()),
    outcome: Nullable(Enum(outcomes, { description: 'Result of the run.' })),
    operations: Nullable(Type.Array(FreeForm(), { description: 'What the agent did to the document.' })),
    suggestions: Type.Array(Type.String(), {
      maxItems: mostSuggestions,
      description: 'Suggested next messages.',
    }),
    durationMs: Nullable(Type.Integer()),
    inputTokens: Nullable(Type.Integer()),
    outputTokens: Nullable(Type.Integer()),
    model: Nullable(
      Type.String({ description: 'The language model that answered; null for the built-in agent.' }),
    ),
    createdAt: Timestamp,
  },
  { text: 'Remove the pricing', clientMessageId: 'c-1' },
)
export type Message = Static<typeof Message>
export const MessagePage = Paged(Message, 'MessagePage')
export const MessageQuery = ClosedObject({ ...paging })
