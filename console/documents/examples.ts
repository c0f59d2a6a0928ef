import type { Document } from './document.ts'

/** A suggested message, and the pages it fits. Both agents can carry out every example; a test runs them all. */
type ExampleMessage = { message: string; fits: (page: ExamplePage) => boolean }

type ExamplePage = { types: string[]; font: string | undefined; isForSomebody: boolean }

const has = (type: string) => (page: ExamplePage) => page.types.includes(type)
const isBelow = (lower: string, upper: string) => (page: ExamplePage) =>
  page.types.includes(upper) && page.types.indexOf(lower) > page.types.indexOf(upper)
const serifs = ['georgia', 'charter', 'palatino', 'rockwell', 'fraunces', 'newsreader', 'source-serif']

/** One example of each kind is offered: audience, structure, text, look. */
const kinds: ExampleMessage[][] = [
  [{ message: 'Personalise the page for them', fits: ({ isForSomebody }) => isForSomebody }],
  [
    { message: 'Remove the pricing', fits: has('pricing') },
    { message: 'Move the FAQ above the steps', fits: isBelow('faq', 'steps') },
    { message: 'Remove the comparison', fits: has('comparison') },
    { message: 'Remove the steps', fits: has('steps') },
    { message: 'Remove the form', fits: has('form') },
    { message: 'Remove the quote', fits: has('quote') },
    { message: 'Remove the logos', fits: has('logos') },
  ],
  [{ message: 'Change the headline to "Good to see you here"', fits: has('hero') }],
  [
    { message: 'Use a serif font', fits: ({ font }) => font === undefined || !serifs.includes(font) },
    { message: 'Make the page dark', fits: ({ types }) => types.length > 0 },
  ],
]

/** Suggested messages that fit a page, at most one of each kind. */
export function examplesFor(document: Document, { isForSomebody }: { isForSomebody: boolean }): string[] {
  const page: ExamplePage = {
    types: document.blocks.map(({ type }) => type),
    font: document.theme.font,
    isForSomebody,
  }
  return kinds.flatMap((examples) => examples.find(({ fits }) => fits(page))?.message ?? [])
}
