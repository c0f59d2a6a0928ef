import { type Static, Type } from 'typebox'
import { ClosedObject, NamedObject } from '../../shared/typebox.ts'

export const longestWord = 60

const Word = Type.String({
  minLength: 1,
  maxLength: longestWord,
  pattern: "^[\\p{L}\\p{M}'’-]+$",
  description: 'A single word. Upper and lower case are the same.',
  examples: ['luminaire'],
})

export const DictionaryWord = ClosedObject({ word: Word })

export const Dictionary = NamedObject('Dictionary', {
  words: Type.Array(Word, { description: 'In lower case, by alphabet.' }),
})
export type Dictionary = Static<typeof Dictionary>

const Words = Type.Array(Word, { minItems: 1, maxItems: 100, uniqueItems: true })

export const DictionaryPatch = NamedObject(
  'DictionaryPatch',
  { add: Type.Optional(Words), remove: Type.Optional(Words) },
  { add: ['luminaire'] },
)
export type DictionaryPatch = Static<typeof DictionaryPatch>
