import type { Static } from 'typebox'
import { type form, honeypotField, plain } from '../../document/index.ts'
import { characterError } from '../../shared/characters.ts'
import { Problem } from '../../shared/problem.ts'
import type { Reader } from '../database/database.ts'
import type { PageIdentity } from '../site/draw.ts'
import { readDocument } from '../versions/documents.ts'
import { getVersion } from '../versions/queries.ts'
import type { SubmissionField } from './schema.ts'

const mostAnswers = 50
/** The `maxlength` of the form's fields, with room for browsers that send line breaks as two characters. */
const longest = { line: 500, text: 10_000 }

export type PageForm = Static<typeof form.props>

/** The form of the version that the visitor saw, whatever has been published since. */
export async function findForm(
  db: Reader,
  { tenantId, formId, ...place }: PageIdentity & { formId: string },
): Promise<PageForm | undefined> {
  const version = await getVersion(db, tenantId, place).catch((error) => {
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  })
  if (!version?.documentHash) return undefined
  const { blocks } = await readDocument(db, tenantId, version.documentHash)
  const block = blocks.find(({ id }) => id === formId)
  return block?.type === 'form' ? block.props : undefined
}

/** Parses a submitted form; undefined if it is malformed. */
export function readAnswers(mediaType: string | undefined, body: Uint8Array): SubmissionField[] | undefined {
  if (!/^application\/x-www-form-urlencoded\b/i.test(mediaType ?? '')) return undefined
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
  if (text.split('&', mostAnswers + 1).length > mostAnswers) return undefined
  const answers = [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }))
  return answers.some(({ name, value }) => characterError(name) ?? characterError(value))
    ? undefined
    : answers
}

/** The answers in the order of the form's fields; undefined if they don't match the form. */
export function checkAnswers(
  { fields }: PageForm,
  answers: SubmissionField[],
): SubmissionField[] | undefined {
  const given = new Map(answers.map(({ name, value }) => [name, value]))
  given.delete(honeypotField)
  if (![...given.keys()].every((name) => fields.some((field) => field.name === name))) return undefined
  const checked: SubmissionField[] = []
  for (const { name, type, required, options } of fields) {
    const value = given.get(name)?.trim() ?? ''
    if (value === '') {
      if (required) return undefined
      continue
    }
    if (value.length > (type === 'textarea' ? longest.text : longest.line)) return undefined
    if (options && !options.some((option) => plain(option) === value)) return undefined
    if (type === 'checkbox' && value !== 'yes') return undefined
    checked.push({ name, value })
  }
  return checked.length > 0 ? checked : undefined
}
