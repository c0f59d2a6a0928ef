import { type Static, Type } from 'typebox'
import { NamedObject } from '../../shared/typebox.ts'
import { Id } from '../web/schema.ts'

// Apart from schema.ts, which loads the schemas of documents: the thread that reads CSV files starts faster without them.

export const CustomName = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Custom name; the computed name is used when null.',
})

export const SupplementaryContext = Type.String({
  minLength: 1,
  maxLength: 50_000,
  description: 'What else the agent should know about this audience.',
})

export const AudienceInput = NamedObject(
  'AudienceInput',
  {
    personId: Type.Optional(Id('person')),
    accountId: Type.Optional(Id('account')),
    customName: Type.Optional(CustomName),
    supplementaryContext: Type.Optional(SupplementaryContext),
    message: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50_000, description: 'Starts the agent immediately.' }),
    ),
    publish: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether the first version goes live immediately. Otherwise the audience is not live until one of its versions is published.',
      }),
    ),
  },
  { customName: 'Spring fair', message: 'Make it blue.' },
  { description: 'For a person, or for an account, or for everyone when neither is named.' },
)
export type AudienceInput = Static<typeof AudienceInput>
