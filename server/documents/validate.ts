import { completeDocument, type Document, documentErrors, validateDocument } from '../../document/index.ts'
import { type InputError, invalidInput } from '../../shared/problem.ts'
import { inDocumentThread, mostInline } from './worker.ts'

export function errorsOfText(json: string): InputError[] {
  return documentErrors(JSON.parse(json))
}

/** Validates the document of a request like `validateDocument`; large ones in a thread. */
export async function validateInput(tenantId: string, value: unknown, at = ''): Promise<Document> {
  const json = JSON.stringify(value)
  if (json.length <= mostInline) return validateDocument(value, at)
  const errors = await inDocumentThread(tenantId, 'validate', errorsOfText, json)
  if (errors.length > 0) throw invalidInput(errors.map((error) => ({ ...error, path: at + error.path })))
  return completeDocument(value as Document)
}
