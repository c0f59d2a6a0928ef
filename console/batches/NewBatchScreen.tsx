import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMay } from '../api/session.ts'
import { examplesFor } from '../documents/examples.ts'
import { describeFilter } from '../fields/words.ts'
import { PageField } from '../pages/PageField.tsx'
import { pageDocumentQuery } from '../pages/queries.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/fields.tsx'
import { EmptyState } from '../ui/states.tsx'
import { BatchForm, newKey, StartLine, sendingWords } from './BatchForm.tsx'
import { CsvSourceField } from './CsvSourceField.tsx'
import { FormPart } from './FormPart.tsx'
import { useStartBatch } from './queries.ts'
import type { NewBatchSearch } from './search.ts'
import { useCsv } from './useCsv.ts'
import { csvFields, missingWords } from './words.ts'

const above = { label: 'Batches', to: '/batches' }

/** Makes a page for each row of a spreadsheet: the page, the file, its columns, and the message to the agent. */
export function NewBatchScreen() {
  const mayWrite = useMay('write')
  return (
    <>
      <PageHeader title="Start a batch" above={above} />
      {mayWrite ? (
        <NewBatch />
      ) : (
        <EmptyState title="You don’t have access">Sign in with a key that has the scope “write”.</EmptyState>
      )}
    </>
  )
}

function NewBatch() {
  const [{ pageId, accounts, persons }, change] = useAddress<NewBatchSearch>()
  const navigate = useNavigate()
  const csv = useCsv(csvFields, pageId)
  const [message, setMessage] = useState('')
  const [sentShare, setSentShare] = useState(0)
  const start = useStartBatch(setSentShare)
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed content is a new batch
  const idempotencyKey = useMemo(newKey, [pageId, csv.source, message, accounts, persons])
  const isByFields = Boolean(accounts || persons)
  const source = isByFields
    ? { ...(accounts && { accountsWhere: accounts }), ...(persons && { personsWhere: persons }) }
    : csv.source
  const missing = missingWords(Boolean(pageId), isByFields ? undefined : csv)
  const submit = () => {
    if (!pageId || !source || missing || start.isPending) return
    start.mutate(
      { pageId, source, message: message.trim(), idempotencyKey },
      { onSuccess: ({ batchId }) => void navigate({ to: '/batches/$batchId', params: { batchId } }) },
    )
  }
  return (
    <BatchForm onSubmit={submit} error={start.error}>
      <PageField
        pageId={pageId}
        onChange={(pageId) => change({ pageId })}
        hint={`Each ${isByFields ? (accounts ? 'account' : 'person') : 'row of the file'} becomes an audience of this page; those who are one already are updated.`}
      />
      {isByFields ? (
        <FormPart title="People or companies">
          <Chosen
            words={[...(accounts ?? []), ...(persons ?? [])].map((one) => describeFilter(one, csv.fields))}
            title={accounts ? 'All accounts with' : 'All people with'}
            onUseFile={() => change({ accounts: undefined, persons: undefined })}
          />
        </FormPart>
      ) : (
        <CsvSourceField csv={csv} title="People or companies" />
      )}
      <TextArea
        name="message"
        label="Message to the agent"
        optional
        rows={3}
        placeholder="Personalise the page for them"
        hint="Sent to the agent for each audience. You get a draft for each to review. Leave empty to use the page as it is."
        value={message}
        maxLength={50_000}
        onChange={setMessage}
      />
      {pageId && message === '' && <Examples pageId={pageId} onChoose={setMessage} />}
      <StartLine
        missing={missing}
        busy={start.isPending}
        label={start.isPending && !isByFields ? sendingWords(sentShare) : 'Start batch'}
      />
    </BatchForm>
  )
}

/** The accounts or persons of the batch, if they were chosen by a filter. */
function Chosen({ title, words, onUseFile }: { title: string; words: string[]; onUseFile: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-edge bg-raised px-4 py-3 shadow-low">
      <p className="min-w-0 flex-1 text-sm">
        <span className="text-quiet">{title}</span> <span className="font-medium">{words.join(', ')}</span>
      </p>
      <Button look="quiet" onClick={onUseFile}>
        Use a CSV file instead
      </Button>
    </div>
  )
}

/** Suggested messages that fit the page. */
function Examples({ pageId, onChoose }: { pageId: string; onChoose: (message: string) => void }) {
  const { data } = useQuery(pageDocumentQuery(pageId))
  if (!data) return null
  return (
    <ul aria-label="Example messages" className="-mt-5 flex flex-wrap gap-1.5">
      {examplesFor(data, { isForSomebody: true }).map((text) => (
        <li key={text}>
          <button
            type="button"
            onClick={() => onChoose(text)}
            className="rounded-full border border-line px-3 py-1 text-start text-sm text-quiet hover:border-edge hover:bg-hover hover:text-ink max-md:py-2"
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
