import { type Static, Type } from 'typebox'
import { NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id, Timestamp } from '../web/schema.ts'

const mostVisits = 1_000_000
const mostAllowed = 100

const ExpiresAt = Nullable({
  ...Timestamp,
  description: 'When the link expires, in milliseconds since the Unix epoch. Null: never.',
})
const VisitLimit = Nullable(
  Type.Integer({ minimum: 1, maximum: mostVisits, description: 'How often the page may be opened.' }),
)

const AllowedEmails = (description: string, minItems: number) =>
  Nullable(
    Type.Array(Type.String({ minLength: 3, maxLength: 254 }), {
      minItems,
      maxItems: mostAllowed,
      description,
      examples: [['jane@acme.com', 'globex.com']],
    }),
  )

export const PageLinkGate = NamedObject(
  'PageLinkGate',
  {
    pageLinkId: Id('page_link'),
    hasPassword: Type.Boolean({ description: 'Visitors have to enter a password.' }),
    allowedEmails: AllowedEmails(
      'Visitors have to confirm one of these e-mail addresses, or an address of one of these domains, with a code they are sent. Empty: the last address was erased with its person, so nobody can open the page until this is changed.',
      0,
    ),
    canSendEmail: Type.Boolean({
      description: 'Whether the service has a mail server, which `allowedEmails` requires.',
    }),
    expiresAt: ExpiresAt,
    visitLimit: VisitLimit,
    visitCount: Type.Integer({ minimum: 0, description: 'How often the page was opened through this gate.' }),
  },
  { hasPassword: true, canSendEmail: true, expiresAt: '+4102444800000', visitLimit: 20, visitCount: 3 },
)
export type PageLinkGate = Static<typeof PageLinkGate>

export const PageLinkGateInput = NamedObject(
  'PageLinkGateInput',
  {
    password: Type.Optional(
      Nullable(
        Type.String({
          minLength: 8,
          maxLength: 200,
          description:
            'Only its hash is stored. One line. Without it, the password is unchanged; null removes it.',
        }),
      ),
    ),
    allowedEmails: Type.Optional(
      AllowedEmails(
        'Addresses (`jane@acme.com`) and domains (`acme.com`, for all its addresses). Not together with a password. Without it, the list is unchanged; null removes it.',
        1,
      ),
    ),
    expiresAt: Type.Optional(ExpiresAt),
    visitLimit: Type.Optional(VisitLimit),
  },
  { password: 'see you in March', expiresAt: '+4102444800000', visitLimit: 20 },
)
export type PageLinkGateInput = Static<typeof PageLinkGateInput>
