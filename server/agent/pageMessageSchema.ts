import { type Static, Type } from 'typebox'
import { ClosedObject, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { MessageInput, mostSuggestions } from '../messages/schema.ts'
import { RevisionNumber } from '../pages/revisionSchema.ts'
import { FreeForm } from '../web/freeForm.ts'
import { mostOperations, mostText } from './limits.ts'

const PageTurn = ClosedObject({
  author: Enum(['user', 'agent']),
  text: Type.String({ maxLength: mostText }),
  revision: Type.Optional(
    Type.Integer({
      ...RevisionNumber,
      description: 'The revision that the answer was saved as, so that the agent can go back to it.',
    }),
  ),
  operations: Type.Optional(
    Type.Array(FreeForm(), { maxItems: mostOperations, description: 'What the answer changed.' }),
  ),
})

export const PageMessageInput = NamedObject(
  'PageMessageInput',
  {
    message: MessageInput.properties.message,
    selectedElement: MessageInput.properties.selectedElement,
    conversation: Type.Optional(
      Type.Array(PageTurn, {
        maxItems: 40,
        description: 'The conversation so far, oldest first. It is not stored.',
      }),
    ),
  },
  { message: 'Change the headline to "Ready in two weeks" and remove the pricing' },
)
export type PageMessageInput = Static<typeof PageMessageInput>

export const PageMessageAnswer = NamedObject(
  'PageMessageAnswer',
  {
    outcome: Enum(['changed', 'nothing_changed', 'failed'], {
      description: 'Whether there are operations to apply; `failed` says why in `text`.',
    }),
    text: Type.String({ description: 'What the agent says.' }),
    operations: Type.Array(FreeForm(), {
      description: 'Apply them with `POST …/document/operations`, with `hash` as `if-match`.',
    }),
    suggestions: Type.Array(Type.String(), {
      maxItems: mostSuggestions,
      description: 'Suggested next messages.',
    }),
    revision: RevisionNumber,
    hash: Type.String({ description: 'Hash of the document that the operations apply to.' }),
    model: Nullable(
      Type.String({ description: 'The language model that answered; null for the built-in agent.' }),
    ),
    durationMs: Type.Integer(),
    inputTokens: Nullable(Type.Integer()),
    outputTokens: Nullable(Type.Integer()),
  },
  {
    text: 'I removed the pricing block.',
    operations: [{ type: 'removeBlock', blockId: 'pricing' }],
    hash: 'b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78',
    durationMs: 12,
  },
)
export type PageMessageAnswer = Static<typeof PageMessageAnswer>
