import { roleNames, roles } from '../../shared/roles.ts'
import type { Shape } from '../api/schema.ts'

export type Member = Shape<'Member'>
export type Invitation = Shape<'Invitation'>

/** A row of the team: a member, an invitation, or a former member. */
export type TeamRow =
  | { kind: 'member'; id: string; member: Member }
  | { kind: 'invitation'; id: string; invitation: Invitation }
  | { kind: 'left'; id: string; member: Member }

export const groupWords = { invitation: 'Invited', left: 'Left' } as const

export const roleOptions = roleNames.map((value) => ({ value, label: roles[value].label }))

/** Options for a role, with what each allows and what not. */
export const roleChoices = roleNames.map((value) => ({
  value,
  label: roles[value].label,
  hint: `${[...roles[value].can, roles[value].cannot].filter(Boolean).join('. ')}.`,
}))

const ways = { passkey: 'Passkey', password: 'Password', provider: 'Single sign-on' } as const

/** How a member signs in, and whether that is secure enough. */
export function wayOf({ signsInWith, hasSecondFactor, isEmailVerified }: Member): {
  text: string
  isWeak: boolean
} {
  const [first] = signsInWith
  if (first === 'password')
    return hasSecondFactor
      ? { text: 'Password and code', isWeak: false }
      : { text: 'Password, no second factor', isWeak: true }
  if (first) return { text: ways[first], isWeak: false }
  return { text: isEmailVerified ? 'E-mail link' : 'Nothing yet', isWeak: false }
}

export function nameOf({ name, email }: Pick<Member, 'name' | 'email'>): string {
  return name || email || 'No name'
}
