import { type Static, Type } from 'typebox'
import { NamedObject } from '../../shared/typebox.ts'

export const SignIn = NamedObject(
  'SignIn',
  {
    key: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'An API key.' })),
    code: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'What a one-time link carries.' }),
    ),
  },
  { key: 'foyer_Jm0…' },
)
export type SignIn = Static<typeof SignIn>
