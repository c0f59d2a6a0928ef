import type { Referents } from '../references/rank.ts'
import type { Part } from './wishes.ts'

export type SetWish = {
  value: Part
  old: Part | undefined
  /** The referents of the targets; undefined if there are no targets. */
  named: Referents[] | undefined
  targets: Part[]
  /** The words of the wish, and the message that contains it. */
  said: string
  message: string
}
