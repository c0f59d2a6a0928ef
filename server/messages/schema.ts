import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { closed, Enum, Nullable } from '../../shared/typebox.ts'
import { FreeForm } from '../web/freeForm.ts'
import { Cursor, Id, Limit, Paged, Timestamp } from '../web/schema.ts'

export const MessageInput = Type.Object(
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
  {
    ...closed,
    title: 'MessageInput',
    examples: [{ message: 'Change the headline to "Ready in two weeks" and remove the pricing' }],
  },
)
export type MessageInput = Static<typeof MessageInput>

export const MessageAccepted = Type.Object(
  {
    accepted: Type.Boolean(),
    audienceId: Id('audience'),
    clientMessageId: Type.String(),
    versionId: Id('version'),
  },
  {
    ...closed,
    title: 'MessageAccepted',
    examples: [
      {
        accepted: true,
        audienceId: exampleId('audience'),
        clientMessageId: exampleId('message'),
        versionId: exampleId('version'),
      },
    ],
  },
)
export type MessageAccepted = Static<typeof MessageAccepted>

export const InterruptInput = Type.Object(
  {
    partialText: Type.Optional(
      Type.String({ maxLength: 100_000, description: 'What the agent had written; stored as its answer.' }),
    ),
  },
  { ...closed, title: 'InterruptInput', examples: [{}] },
)

export const outcomes = ['drafted', 'nothing_changed', 'interrupted', 'failed'] as const
export type RunOutcome = (typeof outcomes)[number]

/** As many as users can compare easily. */
export const mostSuggestions = 3

export const Message = Type.Object(
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
  {
    ...closed,
    title: 'Message',
    examples: [
      {
        messageId: exampleId('message'),
        audienceId: exampleId('audience'),
        versionId: exampleId('version'),
        author: 'user',
        text: 'Remove the pricing',
        clientMessageId: 'c-1',
        outcome: null,
        operations: null,
        suggestions: [],
        durationMs: null,
        inputTokens: null,
        outputTokens: null,
        model: null,
        createdAt: '+1794614400000',
      },
    ],
  },
)
export type Message = Static<typeof Message>
export const MessagePage = Paged(Message, 'MessagePage')
export const MessageQuery = Type.Object({ cursor: Cursor, limit: Limit }, closed)
