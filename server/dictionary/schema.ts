import { type Static, Type } from 'typebox'
import { closed } from '../../shared/typebox.ts'

export const longestWord = 60

const Word = Type.String({
  minLength: 1,
  maxLength: longestWord,
  pattern: "^[\\p{L}\\p{M}'’-]+$",
  description: 'A single word. Upper and lower case are the same.',
  examples: ['luminaire'],
})

export const DictionaryWord = Type.Object({ word: Word }, closed)

export const Dictionary = Type.Object(
  { words: Type.Array(Word, { description: 'In lower case, by alphabet.' }) },
  { ...closed, title: 'Dictionary', examples: [{ words: ['luminaire'] }] },
)
export type Dictionary = Static<typeof Dictionary>

const Words = Type.Array(Word, { minItems: 1, maxItems: 100, uniqueItems: true })

export const DictionaryPatch = Type.Object(
  { add: Type.Optional(Words), remove: Type.Optional(Words) },
  { ...closed, title: 'DictionaryPatch', examples: [{ add: ['luminaire'] }] },
)
export type DictionaryPatch = Static<typeof DictionaryPatch>
