import type { Block } from '../schema.ts'

/** A text that is still to be written: editors see the question, visitors nothing. */
export function ask(question: string): string {
  return `{{prompt|${question}}}`
}

type Typed<Name extends Block['type']> = Extract<Block, { type: Name }>

export function block<const Name extends Block['type']>(
  id: string,
  type: Name,
  props: Typed<Name>['props'],
): Typed<Name> {
  return { id, type, props, sources: [] } as unknown as Typed<Name>
}

/** What the reader told, with where it is from. */
export function heard(heading: string, questions: string[]): Typed<'features'> {
  return block('heard', 'features', {
    heading,
    items: questions.map((question) => ({
      title: ask(question),
      figure: ask('Their figure'),
      source: ask('Who said it, and when?'),
    })),
  })
}

/** What changes, in figures. */
export function outcome(heading: string, questions: string[]): Typed<'stats'> {
  return block('outcome', 'stats', {
    heading,
    items: questions.map((question) => ({
      value: ask('Figure'),
      before: ask('Today'),
      label: ask(question),
    })),
    note: ask('Where do these figures come from?'),
  })
}

export function proof(): Typed<'quote'> {
  return block('proof', 'quote', {
    quote: ask('What does a customer like them say about you, word for word?'),
    name: ask('Who says it?'),
    role: ask('Role and company'),
    figure: ask('Figure'),
    figureLabel: ask('The one result that proves it'),
  })
}

export function customers(): Typed<'logos'> {
  return block('customers', 'logos', {
    items: [1, 2, 3, 4, 5, 6].map((number) => ({ name: ask(`Customer ${number}`) })),
  })
}

/** The people and what happens after the click. */
export const person = { name: ask('Who will they talk to?'), role: ask('What does this person do?') }
