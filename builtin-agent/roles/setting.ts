import type { Pointed } from '../references/rank.ts'
import type { Part } from './wishes.ts'

/** What is to become something else, and what it is to become. */
export type Setting = {
  value: Part
  old: Part | undefined
  /** What the wish names; undefined where it names nothing. */
  named: Pointed[] | undefined
  targets: Part[]
  /** The words of the wish, and the message that it stands in. */
  said: string
  message: string
}
