import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { CreateFieldPanel } from '../fields/CreateFieldPanel.tsx'
import type { CustomField } from '../fields/words.ts'
import { Select } from '../ui/fields.tsx'
import type { Head } from './readHead.ts'
import { type CsvColumn, type CsvField, columnUse, customColumn, fieldWords } from './words.ts'

const leftOut = 'left out'
const newField = 'new field'
type Choice = CsvColumn | typeof leftOut | typeof newField

const kinds = { account: 'Account', person: 'Person' } as const

export type Matches = readonly (CsvColumn | undefined)[]
type Props = {
  head: Head
  fields: readonly CustomField[]
  /** The standard fields that a column can be mapped to; custom fields are added to them. */
  standard: readonly CsvField[]
  matches: Matches
  onChange: (matches: Matches) => void
}

/** Maps the columns of the file to fields, beside sample values. A field can have only one column. */
export function ColumnsField({ head: { header, rows }, fields, standard, matches, onChange }: Props) {
  const [naming, setNaming] = useState<number>()
  const options: { value: Choice; label: string }[] = [
    { value: leftOut, label: 'Skip column' },
    ...standard.map((value) => ({ value, label: fieldWords[value] })),
    ...fields.map((field) => ({
      value: customColumn(field),
      label: `${kinds[field.owner]}: ${field.label}`,
    })),
    { value: newField, label: 'New field…' },
  ]
  const choose = (place: number, choice: Choice) => {
    if (choice === newField) return setNaming(place)
    const field = choice === leftOut ? undefined : choice
    onChange(matches.map((held, i) => (i === place ? field : held === field ? undefined : held)))
  }
  return (
    <>
      {naming !== undefined && (
        <CreateFieldPanel
          name={header[naming] ?? ''}
          onClose={() => setNaming(undefined)}
          onCreated={(field) => choose(naming, customColumn(field))}
        />
      )}
      <ul className="divide-y divide-line rounded-lg border border-edge bg-raised shadow-low">
        {header.map((heading, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of columns is fixed, and headings may repeat
          <li key={place} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-52">
              <p className="truncate text-sm font-medium">{heading || 'No heading'}</p>
              <p className="truncate text-xs text-quiet">
                {rows
                  .map((row) => row[place]?.trim())
                  .filter(Boolean)
                  .join(' · ') || 'empty in the first rows'}
              </p>
            </div>
            <ArrowRight aria-hidden className="size-4 shrink-0 text-faint max-md:hidden rtl:-scale-x-100" />
            <div className="w-full md:w-56">
              {isUsable(header, place) ? (
                <>
                  <Select
                    label={`Map “${heading}” to`}
                    hideLabel
                    options={options}
                    value={matches[place] ?? leftOut}
                    onChange={(choice) => choose(place, choice)}
                  />
                  <Use column={matches[place]} />
                </>
              ) : (
                <p className="text-xs text-quiet">
                  {heading ? 'Skipped: another column has the same heading.' : 'Skipped.'}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function Use({ column }: { column: CsvColumn | undefined }) {
  return <p className="mt-1 text-xs text-quiet">{column ? columnUse(column) : 'Stays in the file'}</p>
}

/** Columns are identified by their headings, so of two equal ones only the first can be used. */
export function isUsable(header: readonly string[], place: number): boolean {
  const heading = header[place]
  return Boolean(heading) && header.indexOf(heading ?? '') === place
}
