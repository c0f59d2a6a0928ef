import Papa from 'papaparse'
import { findSeparator } from './separator.ts'

export type Head = { header: string[]; rows: string[][] }

/** The part of the file that is read for the preview; the upload contains all of it. */
const bytesRead = 64 * 1024
const rowsShown = 4

export class UnreadableError extends Error {}

/** The headings and first rows of a CSV file, parsed in the browser like the service does. */
export async function readHead(file: File): Promise<Head> {
  const text = await decode(file)
  const { data } = Papa.parse(text, {
    delimiter: findSeparator(text),
    preview: rowsShown + 1,
    skipEmptyLines: 'greedy',
  })
  const [header = [], ...rows] = data
  const named = header.map((heading) => heading.trim())
  if (!named.some(Boolean))
    throw new UnreadableError('The file is empty. Its first row must contain column names.')
  if (rows.length === 0) throw new UnreadableError('The file has column names but no rows.')
  return { header: named, rows }
}

async function decode(file: File): Promise<string> {
  const bytes = await file.slice(0, bytesRead).arrayBuffer()
  try {
    // The last character may be cut; with `stream`, the decoder holds back its bytes.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    throw new UnreadableError(
      'This is not a CSV file in UTF-8. In Excel choose “Save as” and “CSV UTF-8”, then choose that file.',
    )
  }
}
