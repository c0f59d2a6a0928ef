import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useMay } from '../api/session.ts'
import { examplesFor } from '../documents/examples.ts'
import { type CustomField, fieldsQuery } from '../fields/queries.ts'
import { describeFilter } from '../fields/words.ts'
import { PageField } from '../pages/PageField.tsx'
import { pageDocumentQuery } from '../pages/queries.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextArea } from '../ui/fields.tsx'
import { EmptyState } from '../ui/states.tsx'
import { ColumnsField, isUsable, type Matches } from './ColumnsField.tsx'
import { CsvDrop } from './CsvDrop.tsx'
import { matchColumns } from './columns.ts'
import { useStartBatch } from './queries.ts'
import { type Head, readHead, UnreadableError } from './readHead.ts'
import type { NewBatchSearch } from './search.ts'
import { type CsvColumn, tellingFields } from './words.ts'

const noFields: CustomField[] = []
const above = { label: 'Batches', to: '/batches' }

/** Makes a page for everybody in a spreadsheet: which page, which file, what its columns are, what to tell the agent. */
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
  const fields = useQuery(fieldsQuery).data?.items ?? noFields
  const csv = useCsv(fields)
  const [message, setMessage] = useState('')
  const [sentShare, setSentShare] = useState(0)
  const start = useStartBatch(setSentShare)
  const { file, head, matches } = csv
  const isTelling = matches.some((field) => field && tellingFields.includes(field))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is another batch
  const idempotencyKey = useMemo(newKey, [pageId, file, matches, message, accounts, persons])
  const isByFields = Boolean(accounts || persons)
  const source = isByFields
    ? { ...(accounts && { accountsWhere: accounts }), ...(persons && { personsWhere: persons }) }
    : file && head && isTelling && { file, columns: columnsOf(head, matches) }
  const submit = () => {
    if (!pageId || !source || start.isPending) return
    start.mutate(
      { pageId, source, message: message.trim(), idempotencyKey },
      { onSuccess: ({ batchId }) => void navigate({ to: '/batches/$batchId', params: { batchId } }) },
    )
  }
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto border-t border-line">
      <Form
        onSubmit={submit}
        error={start.error}
        className="mx-auto max-w-2xl space-y-8 px-4 py-6 md:px-6 md:py-8"
      >
        <PageField
          pageId={pageId}
          onChange={(pageId) => change({ pageId })}
          hint={`Each ${isByFields ? (accounts ? 'account' : 'person') : 'row of the file'} becomes an audience of this page.`}
        />
        <Part title="People or companies">
          {isByFields ? (
            <Chosen
              words={[...(accounts ?? []), ...(persons ?? [])].map((one) => describeFilter(one, fields))}
              title={accounts ? 'All accounts with' : 'All people with'}
              onUseFile={() => change({ accounts: undefined, persons: undefined })}
            />
          ) : (
            <CsvDrop file={file} onFile={csv.take} error={csv.fault} />
          )}
        </Part>
        {head && !isByFields && (
          <Part title="Map columns">
            <ColumnsField head={head} fields={fields} matches={matches} onChange={csv.setMatches} />
            {!isTelling && (
              <p role="alert" className="mt-2 text-sm text-danger">
                Map at least one column to a name, an e-mail address or a company website.
              </p>
            )}
          </Part>
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
          onChange={(event) => setMessage(event.target.value)}
        />
        {pageId && message === '' && <Examples pageId={pageId} onChoose={setMessage} />}
        <div className="flex items-center justify-end gap-3 border-t border-line pt-5">
          {!(pageId && source) && (
            <p className="text-sm text-quiet">
              {pageId ? 'Choose a file.' : source ? 'Choose a page.' : 'Choose a page and a file.'}
            </p>
          )}
          <Button
            type="submit"
            look="primary"
            keys="mod+enter"
            disabled={!pageId || !source}
            busy={start.isPending}
          >
            {start.isPending && !isByFields ? sendingWords(sentShare) : 'Start batch'}
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** Whom the batch is for, where a filter chose them. */
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

/** Messages that fit the page, to begin with. */
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 text-sm font-medium">{title}</h2>
      {children}
    </section>
  )
}

/** The file that was taken, how it begins, and what its columns are. */
function useCsv(fields: readonly CustomField[]) {
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
      setMatches(
        matchColumns(read.header, fields).map((field, i) => (isUsable(read.header, i) ? field : undefined)),
      )
    } catch (error) {
      setFault(
        error instanceof UnreadableError ? error.message : 'The file could not be read. Choose it again.',
      )
    }
  }
  return { file, head, matches, fault, take: (file: File | undefined) => void take(file), setMatches }
}

function columnsOf({ header }: Head, matches: Matches): Record<string, CsvColumn> {
  return Object.fromEntries(header.flatMap((heading, i) => (matches[i] ? [[heading, matches[i]]] : [])))
}

function newKey(): string {
  return `console-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}

function sendingWords(share: number): string {
  return share < 1 ? `Sending the file, ${Math.round(share * 100)}%` : 'Reading the file…'
}
