import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldsQuery } from '../fields/queries.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextArea, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useRetryRow } from './queries.ts'
import { type Batch, type BatchRow, columnWords, nameOfRow, reasonWords } from './words.ts'

const formId = 'retry-row'

/** Why a row failed, what it says, and another try with what is corrected here. */
export function RetryPanel({
  batch,
  row,
  onClose,
}: {
  batch: Batch
  row: BatchRow | undefined
  onClose: () => void
}) {
  const retry = useRetryRow(batch.batchId)
  return (
    <SidePanel
      open={row !== undefined}
      onClose={onClose}
      title={`Row ${row?.csvRow ?? row?.position ?? ''}: ${nameOfRow(row?.values ?? null) ?? 'unknown'}`}
      description="Correct what is wrong and try the row again. Your file stays as it is."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" keys="mod+enter" busy={retry.isPending}>
            Retry row
          </Button>
        </>
      }
    >
      {row && <Fields key={row.position} {...{ batch, row, retry, onClose }} />}
    </SidePanel>
  )
}

type FieldsProps = {
  batch: Batch
  row: BatchRow
  retry: ReturnType<typeof useRetryRow>
  onClose: () => void
}

function Fields({ batch, row, retry, onClose }: FieldsProps) {
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
    <Form id={formId} onSubmit={submit} error={retry.error} className="space-y-5 p-5">
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
          <TextArea key={column} {...props} onChange={(event) => change(event.target.value)} />
        ) : (
          <TextField key={column} {...props} onChange={(event) => change(event.target.value)} />
        )
      })}
    </Form>
  )
}
