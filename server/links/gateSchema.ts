import { type Static, Type } from 'typebox'
import { closed, exampleId, Id, Nullable, Timestamp } from '../web/schema.ts'

export const mostVisits = 1_000_000

const ExpiresAt = Nullable({
  ...Timestamp,
  description: 'From then on the link shows nothing: milliseconds since the Unix epoch. Null: never.',
})
const VisitLimit = Nullable(
  Type.Integer({ minimum: 1, maximum: mostVisits, description: 'How often the page may be opened.' }),
)

export const PageLinkGate = Type.Object(
  {
    pageLinkId: Id('page_link'),
    hasPassword: Type.Boolean({ description: 'Visitors have to enter a password.' }),
    expiresAt: ExpiresAt,
    visitLimit: VisitLimit,
    visitCount: Type.Integer({ minimum: 0, description: 'How often the page was opened through this gate.' }),
  },
  {
    ...closed,
    title: 'PageLinkGate',
    examples: [
      {
        pageLinkId: exampleId('page_link'),
        hasPassword: true,
        expiresAt: '+4102444800000',
        visitLimit: 20,
        visitCount: 3,
      },
    ],
  },
)
export type PageLinkGate = Static<typeof PageLinkGate>

export const PageLinkGateInput = Type.Object(
  {
    password: Type.Optional(
      Nullable(
        Type.String({
          minLength: 4,
          maxLength: 200,
          description: 'Only its hash is stored. Left out: stays as it is. Null: none.',
        }),
      ),
    ),
    expiresAt: Type.Optional(ExpiresAt),
    visitLimit: Type.Optional(VisitLimit),
  },
  {
    ...closed,
    title: 'PageLinkGateInput',
    examples: [{ password: 'see you in March', expiresAt: '+4102444800000', visitLimit: 20 }],
  },
)
export type PageLinkGateInput = Static<typeof PageLinkGateInput>
