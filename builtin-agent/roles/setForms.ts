import type { OpenPage } from '../page.ts'
import { wordsOf } from '../tokens.ts'
import { classesOf } from '../verbs.ts'
import { hedged } from './complete.ts'
import { requiredFields, type SetForm } from './requiredFields.ts'

/** Wishes in a fixed form. Each is taken only if the message contains no other wish. */
export function* setForms(message: string, page: OpenPage): Generator<SetForm> {
  if (isQuestion(message) || hedged.test(message) || opinion.test(message)) return
  for (const form of requiredFields(message, page))
    if (isAll(message.slice(0, form.start)) && isAll(message.slice(form.end))) yield form
}

const request = /^\W*(?:please\s+)?(?:can|could|would|will)\s+(?:you|we|u)\b/i
const isQuestion = (message: string) =>
  !request.test(message) &&
  (/\?\s*$/.test(message) ||
    /^\W*(?:do|does|did|is|are|was|should|shall|what|why|which|who|how|when|where)\b/i.test(message))
const opinion = /\b(?:do you think|i (?:think|guess|like|love|prefer|believe)|what if|glad|happy)\b/i

/** Verbs that may introduce such a form. */
const leading = new Set(
  'make keep have let use write spell fix correct change update want wants need needs put set switch replace do'.split(
    ' ',
  ),
)
/** Whether the words around a form contain no other wish. */
const isAll = (text: string) =>
  wordsOf(text).every((word) => leading.has(word) || classesOf(word).length === 0)
