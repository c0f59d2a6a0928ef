import type { Document } from '../../document/index.ts'

export const isEqual = (one: Document, other: Document) => JSON.stringify(one) === JSON.stringify(other)

/** Whether two documents are equal apart from ids, case, and full stops. */
export const isSame = (one: Document, other: Document) => one === other || plain(one) === plain(other)

const plainTexts = new WeakMap<Document, string>()
function plain(document: Document): string {
  const known = plainTexts.get(document)
  if (known !== undefined) return known
  const text = JSON.stringify(document, (key, value) =>
    key === 'id' ? undefined : typeof value === 'string' ? value.toLowerCase().replace(/[.\s]+$/, '') : value,
  )
  plainTexts.set(document, text)
  return text
}
