import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { connect } from '@foyer/sdk'

// Stores the people of a spreadsheet, makes a page for everyone who has none, and publishes these pages.

const { FOYER_URL = '', FOYER_API_KEY = '', PAGE_ID = '', MESSAGE = '' } = process.env
const [path] = process.argv.slice(2)
if (!path) throw new Error('Usage: node batch.ts people.csv')
const foyer = connect({ url: FOYER_URL, key: FOYER_API_KEY })

const sheet = new File([await readFile(path)], basename(path), { type: 'text/csv' })
const { fileId } = await foyer.files.upload(sheet)
const started = await foyer.batches.importAccounts({ csvFileId: fileId })
const imported = await foyer.batches.wait(started.batchId)
for (const { csvRow, reason } of imported.failures) console.error(`Row ${csvRow}: ${reason}`)
// Cron sends mail about a job that fails.
if (imported.failures.length > 0) process.exitCode = 1

const personIds = new Set<string>()
for await (const { personId } of foyer.batches.listRows(started.batchId))
  if (personId) personIds.add(personId)
for await (const { personId } of foyer.audiences.list(PAGE_ID)) if (personId) personIds.delete(personId)

if (personIds.size === 0) console.log('Nobody is new.')
else console.log(`${await makePages([...personIds])} pages are live.`)

async function makePages(personIds: string[]): Promise<number> {
  const { batchId } = await foyer.batches.create(PAGE_ID, {
    personIds,
    ...(MESSAGE ? { message: MESSAGE } : {}),
  })
  await foyer.batches.wait(batchId, {
    onProgress: ({ counts }) => console.log(`${counts.drafted} of ${counts.total} drafts`),
  })
  const { releaseId } = await foyer.releases.create(PAGE_ID, {
    kind: 'drafts',
    audiences: { batchId },
    publish: true,
    operationKey: batchId,
  })
  return (await foyer.releases.wait(releaseId)).counts.published
}
