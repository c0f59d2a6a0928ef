import { askWhatWasHeard } from '../blocks/features/starter.ts'
import { starter as askForCustomers } from '../blocks/logos/starter.ts'
import { starter as askForQuote } from '../blocks/quote/starter.ts'
import { askForFigures } from '../blocks/stats/starter.ts'
import type { Block } from '../schema.ts'

type Typed<Name extends Block['type']> = Extract<Block, { type: Name }>

export function block<const Name extends Block['type']>(
  id: string,
  type: Name,
  props: Typed<Name>['props'],
): Typed<Name> {
  return { id, type, props, sources: [] } as unknown as Typed<Name>
}

export function heard(heading: string, questions: string[]): Typed<'features'> {
  return block('heard', 'features', askWhatWasHeard(heading, questions))
}

export function outcome(heading: string, questions: string[]): Typed<'stats'> {
  return block('outcome', 'stats', askForFigures(heading, questions))
}

export function proof(): Typed<'quote'> {
  return block('proof', 'quote', askForQuote)
}

/** It has no heading because it follows the hero. */
export function customers(): Typed<'logos'> {
  return block('customers', 'logos', { items: askForCustomers.items })
}
