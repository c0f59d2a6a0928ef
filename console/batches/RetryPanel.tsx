import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldsQuery } from '../fields/queries.ts'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextArea, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { useRetryRow } from './queries.ts'
import { type Batch, type BatchRow, columnWords, nameOfRow, reasonWords } from './words.ts'

type Props = { batch: Batch; row: BatchRow; onClose: () => void }

/** The error of a failed row and its values, which can be corrected for a retry. */
export function RetryPanel({ batch, row, onClose }: Props) {
  const retry = useRetryRow(batch.batchId)
  const fields = useQuery(fieldsQuery).data?.items ?? []
  const columns = [...new Set([...Object.values(batch.columns ?? {}), ...Object.keys(row.values ?? {})])]
  const [values, setValues] = useState<Record<string, string>>(row.values ?? {})
  const submit = () =>
    retry.mutate(
      { position: row.position, values },
      {
        onSuccess: () => {
          onClose()
          notify('Retrying the row')
        },
      },
    )
  return (
    <FormPanel
      title={`Row ${row.csvRow ?? row.position}: ${nameOfRow(row.values) ?? 'unknown'}`}
      description="Correct what is wrong and try the row again. Your file stays as it is."
      verb="Retry row"
      onClose={onClose}
      onSubmit={submit}
      save={retry}
    >
      <p role="status" className="rounded-lg bg-sunken px-3 py-2.5 text-sm">
        {reasonWords(row.reason)}
      </p>
      {columns.map((column) => {
        const props = {
          name: `values/${column}`,
          label: columnWords(column, fields),
          value: values[column] ?? '',
        }
        const change = (text: string) => setValues({ ...values, [column]: text })
        return column === 'supplementaryContext' ? (
          <TextArea key={column} {...props} onChange={change} />
        ) : (
          <TextField key={column} {...props} onChange={change} />
        )
      })}
    </FormPanel>
  )
}
