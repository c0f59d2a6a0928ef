import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/states.tsx'
import { ColumnsField } from './ColumnsField.tsx'
import { CsvDrop } from './CsvDrop.tsx'
import { FormPart } from './FormPart.tsx'
import type { Csv } from './useCsv.ts'
import { type CsvCheck, checkPhrase, faultWords, nameOfRow, reasonWords, updatedPhrase } from './words.ts'

/** The CSV file, the mapping of its columns, and a preview of the result. */
export function CsvSourceField({ csv, title }: { csv: Csv; title: string }) {
  const { head, check, isTelling } = csv
  return (
    <>
      <FormPart title={title}>
        <CsvDrop file={csv.file} onFile={csv.take} error={csv.fault} />
      </FormPart>
      {head && (
        <FormPart title="Map columns">
          <ColumnsField {...csv} head={head} onChange={csv.setMatches} />
          {!isTelling && (
            <p role="alert" className="mt-2 text-sm text-danger">
              Map at least one column to a name, an e-mail address or a company website.
            </p>
          )}
        </FormPart>
      )}
      {check && (
        <FormPart title="Check">
          {check.data ? (
            <Checked check={check.data} />
          ) : check.error ? (
            <p role="alert" className="text-sm text-danger">
              {faultWords(check.error)}
            </p>
          ) : (
            <Skeleton className="h-12" />
          )}
        </FormPart>
      )}
    </>
  )
}

const shownAtFirst = 3

function Checked({ check }: { check: CsvCheck }) {
  const { failed, failures } = check
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? failures : failures.slice(0, shownAtFirst)
  const Icon = failed > 0 ? CircleAlert : CircleCheck
  return (
    <div className="rounded-lg border border-edge bg-raised shadow-low">
      <p role="status" className="flex items-start gap-3 px-4 py-3 text-sm">
        <Icon
          aria-hidden
          className={failed > 0 ? 'mt-0.5 size-4 shrink-0 text-warn' : 'mt-0.5 size-4 shrink-0 text-good'}
        />
        <span className="tabular-nums">
          {checkPhrase(check)} {updatedPhrase(check)}
        </span>
      </p>
      {failed > 0 && (
        <>
          <ul aria-label="Rows that can’t be used" className="divide-y divide-line border-t border-line">
            {shown.map((row) => (
              <li key={row.csvRow} className="flex gap-3 px-4 py-2 text-sm">
                <span className="w-16 shrink-0 text-quiet tabular-nums">Row {row.csvRow}</span>
                <span className="min-w-0 flex-1">
                  <span className="font-medium">{nameOfRow(row.values) ?? 'Unknown'}</span>{' '}
                  <span className="text-quiet">{reasonWords(row.reason)}</span>
                </span>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2 text-sm text-quiet">
            <span>They are skipped. You can fix them in the file now, or one by one afterwards.</span>
            {failures.length > shown.length && (
              <Button look="quiet" onClick={() => setShowsAll(true)}>
                {failures.length < failed ? `Show the first ${failures.length}` : `Show all ${failed}`}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  )
}
