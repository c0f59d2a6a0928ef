import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { fieldsQuery } from '../fields/queries.ts'
import type { CustomField } from '../fields/words.ts'
import { isUsable, type Matches } from './ColumnsField.tsx'
import { matchColumns } from './columns.ts'
import { type CsvSource, csvCheckQuery } from './queries.ts'
import { type Head, readHead, UnreadableError } from './readHead.ts'
import { type CsvColumn, type CsvField, identifyingFields } from './words.ts'

const noFields: CustomField[] = []

/** The state of the chosen file: its first rows, the column mapping, and the preview of the result. */
export function useCsv(standard: readonly CsvField[], pageId?: string) {
  const fields = useQuery(fieldsQuery).data?.items ?? noFields
  const [file, setFile] = useState<File>()
  const [head, setHead] = useState<Head>()
  const [matches, setMatches] = useState<Matches>([])
  const [fault, setFault] = useState<string>()
  const take = async (next: File | undefined) => {
    setFile(undefined)
    setHead(undefined)
    setMatches([])
    setFault(undefined)
    if (!next) return
    try {
      const read = await readHead(next)
      setFile(next)
      setHead(read)
      setMatches(matchUsable(read.header, fields, standard))
    } catch (error) {
      setFault(
        error instanceof UnreadableError ? error.message : 'The file could not be read. Choose it again.',
      )
    }
  }
  const isTelling = matches.some((field) => field && identifyingFields.includes(field))
  const source: CsvSource | undefined = useMemo(
    () => (file && head && isTelling ? { file, columns: columnsOf(head, matches) } : undefined),
    [file, head, matches, isTelling],
  )
  const check = useQuery(csvCheckQuery(source, pageId))
  return {
    ...{ file, head, fields, standard, matches, fault, isTelling, source, setMatches },
    check: source && check,
    take: (file: File | undefined) => void take(file),
  }
}
export type Csv = ReturnType<typeof useCsv>

function matchUsable(header: string[], fields: CustomField[], standard: readonly CsvField[]): Matches {
  const isOffered = (field: CsvColumn) => field.includes('.') || standard.includes(field as CsvField)
  return matchColumns(header, fields).map((field, i) =>
    field && isUsable(header, i) && isOffered(field) ? field : undefined,
  )
}

function columnsOf({ header }: Head, matches: Matches): CsvSource['columns'] {
  return Object.fromEntries(header.flatMap((heading, i) => (matches[i] ? [[heading, matches[i]]] : [])))
}
