import { type Static, Type } from 'typebox'
import { closed } from '../../shared/typebox.ts'

export const SignIn = Type.Object(
  {
    key: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'An API key.' })),
    code: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'What a one-time link carries.' }),
    ),
  },
  { ...closed, title: 'SignIn', examples: [{ key: 'foyer_Jm0…' }] },
)
export type SignIn = Static<typeof SignIn>
