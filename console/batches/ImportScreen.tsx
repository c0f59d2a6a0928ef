import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useList } from '../api/lists.ts'
import { useMay } from '../api/session.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { RelativeTime } from '../ui/figures.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { EmptyState } from '../ui/states.tsx'
import { BatchForm, newKey, StartLine, sendingWords } from './BatchForm.tsx'
import { CsvSourceField } from './CsvSourceField.tsx'
import { FormPart } from './FormPart.tsx'
import { importsQuery, useStartBatch } from './queries.ts'
import type { ImportSearch } from './search.ts'
import { useCsv } from './useCsv.ts'
import { batchStatus, importFields, missingWords, rowsPhrase, usableRows } from './words.ts'

const aboves = {
  accounts: { label: 'Accounts', to: '/accounts' },
  persons: { label: 'People', to: '/persons' },
}

/** Imports accounts and people from a spreadsheet, such as a CRM export. */
export function ImportScreen() {
  const mayWrite = useMay('write')
  const [{ from = 'accounts' }] = useAddress<ImportSearch>()
  return (
    <>
      <PageHeader title="Import accounts and people" above={aboves[from]} />
      {mayWrite ? (
        <NewImport />
      ) : (
        <EmptyState title="You don’t have access">Sign in with a key that has the scope “write”.</EmptyState>
      )}
    </>
  )
}

function NewImport() {
  const navigate = useNavigate()
  const csv = useCsv(importFields)
  const [sentShare, setSentShare] = useState(0)
  const start = useStartBatch(setSentShare)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new source is a new import
  const idempotencyKey = useMemo(newKey, [csv.source])
  const missing = missingWords(true, csv)
  const submit = () => {
    const { source } = csv
    if (!source || missing || start.isPending) return
    start.mutate(
      { pageId: undefined, source, message: '', idempotencyKey },
      { onSuccess: ({ batchId }) => void navigate({ to: '/batches/$batchId', params: { batchId } }) },
    )
  }
  const usable = csv.check?.data && usableRows(csv.check.data)
  return (
    <BatchForm onSubmit={submit} error={start.error}>
      <p className="text-sm text-quiet">
        Rows with a name or an e-mail address become people, the others accounts. Those already in Foyer stay
        as they are; only custom fields take the values of the file, and accounts without a name take theirs.
      </p>
      <CsvSourceField csv={csv} title="File" />
      <StartLine
        missing={missing}
        busy={start.isPending}
        label={start.isPending ? sendingWords(sentShare) : usable ? `Import ${rowsPhrase(usable)}` : 'Import'}
      />
      {!csv.file && <EarlierImports />}
    </BatchForm>
  )
}

function EarlierImports() {
  const { rows } = useList(importsQuery())
  if (rows.length === 0) return null
  return (
    <FormPart title="Earlier imports">
      <ul className="divide-y divide-line rounded-lg border border-edge bg-raised shadow-low">
        {rows.map((batch) => (
          <li key={batch.batchId}>
            <Link
              to="/batches/$batchId"
              params={{ batchId: batch.batchId }}
              className="flex items-center gap-4 px-4 py-2.5 text-sm hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate font-medium tabular-nums">
                {rowsPhrase(batch.counts.total)}
              </span>
              <StatusBadge status={batchStatus(batch)} />
              <RelativeTime at={batch.createdAt} className="text-quiet" />
            </Link>
          </li>
        ))}
      </ul>
    </FormPart>
  )
}
