import type { Desk } from '../desk.ts'
import type { Slots } from '../slots.ts'

/** A kind of wish: how people put it, and what is done about it. */
export type Intent = {
  /** What it is called in the list of what can be asked for. */
  name: string
  patterns: string[]
  /**
   * Does it and says what was done, in words that follow “I ”. Undefined: it was not meant after all, so the next
   * pattern may try. A Refusal: it was meant, and can't be done.
   */
  act(slots: Slots, desk: Desk): string | undefined | Promise<string | undefined>
}

export function defineIntents(...intents: Intent[]): Intent[] {
  return intents
}
