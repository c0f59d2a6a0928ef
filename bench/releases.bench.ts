import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchReport } from '../server/batches/schema.ts'
import type { Release } from '../server/releases/schema.ts'
import { memoryOf, type Service, uploadCsv, withService } from './client.ts'
import { type Bench, type Comparison, median } from './measure.ts'

const count = Number(process.env.BENCH_COUNT ?? 10_000)
const share = count / 10_000

export const bench: Bench = {
  title: `A release of a page to ${count.toLocaleString('en')} audiences, a fifth of them with changes of their own`,
  baseline: 'allowed',
  subject: 'measured',
  run: (folder) => withService(folder, measure),
}

const readMemoryMb = async ({ pid }: Service) => (await memoryOf(pid)) / 2 ** 20

async function measure(service: Service): Promise<Comparison[]> {
  const pageId = await makeAudiences(service)
  const document = await service.client<{ blocks: { type: string; props: object }[] }>(
    'GET',
    `/v0/pages/${pageId}/document`,
  )
  const [hero] = document.blocks
  if (hero) hero.props = { ...hero.props, headline: 'Made anew for {{person.firstName|you}}' }
  await service.client('PUT', `/v0/pages/${pageId}/document`, document)
  const atRest = {
    requestMs: await medianRequestMs(service, () => false),
    memoryMb: await readMemoryMb(service),
  }
  const dry = await release(service, pageId, { dryRun: true })
  const real = await release(service, pageId, {})
  if (real.release.counts.published !== count) throw new Error(JSON.stringify(real.release.counts))
  const undone = await follow(
    service,
    await service.client<Release>('POST', `/v0/releases/${real.release.releaseId}/undo`, {}),
  )
  const perSecond = Math.round(count / (real.ms / 1000))
  return [
    { name: 'dry run', baselineMs: 20_000 * share, subjectMs: dry.ms, limit: 1 },
    {
      name: `merged and published, ${perSecond} a second`,
      baselineMs: 60_000 * share,
      subjectMs: real.ms,
      limit: 1,
    },
    { name: 'undone', baselineMs: 60_000 * share, subjectMs: undone.ms, limit: 1 },
    {
      name: 'memory above rest',
      baselineMs: 150,
      subjectMs: Math.max(dry.memoryMb, real.memoryMb) - atRest.memoryMb,
      unit: 'MiB',
      limit: 1,
    },
    {
      name: 'request of somebody else, median, during the release',
      baselineMs: atRest.requestMs,
      subjectMs: real.requestMs,
      limit: 1.2,
    },
  ]
}

async function release(service: Service, pageId: string, input: object) {
  const asked = { kind: 'base', audiences: { all: true }, conflicts: 'take', ...input }
  return await follow(service, await service.client<Release>('POST', `/v0/pages/${pageId}/releases`, asked))
}

/** Waits for the end of a release, and measures requests and memory meanwhile. */
async function follow(service: Service, { releaseId }: Release) {
  const began = performance.now()
  let memoryMb = 0
  let current: Release | undefined
  let isDone = false
  const requests = medianRequestMs(service, () => !isDone)
  while (!isDone) {
    current = await service.client<Release>('GET', `/v0/releases/${releaseId}`)
    memoryMb = Math.max(memoryMb, await readMemoryMb(service))
    isDone = current.status === 'finished' || current.status === 'undone'
    if (!isDone) await sleep(100)
  }
  return {
    release: current as Release,
    ms: performance.now() - began,
    memoryMb,
    requestMs: await requests,
  }
}

/** Another tenant reads its pages at intervals, like a user of the console. */
async function medianRequestMs(service: Service, goesOn: () => boolean): Promise<number> {
  const times: number[] = []
  while (times.length < 40 || goesOn()) {
    const began = performance.now()
    await service.client('GET', '/v0/pages')
    times.push(performance.now() - began)
    await sleep(50)
  }
  return median(times)
}

/** Creates audiences from a CSV file; a fifth of them are personalised by a message. */
async function makeAudiences(service: Service): Promise<string> {
  const { pageId = '' } = await service.client('POST', '/v0/pages', {
    name: 'Spring outreach',
    pageType: 'outbound',
  })
  const personalised = Math.floor(count / 5)
  await makeBatch(service, pageId, 0, personalised, 'Personalise for them.')
  await makeBatch(service, pageId, personalised, count, undefined)
  await follow(
    service,
    await service.client('POST', `/v0/pages/${pageId}/releases`, {
      kind: 'drafts',
      audiences: { all: true },
    }),
  )
  return pageId
}

async function makeBatch(
  service: Service,
  pageId: string,
  from: number,
  to: number,
  message: string | undefined,
): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, index) => {
    const n = from + index
    return `Jane${n} Doe,jane${n}@company${n % 1_000}.example,Company ${n % 1_000},company${n % 1_000}.example`
  })
  const csvFileId = await uploadCsv(service.client, `name,email,company,domain\n${rows.join('\n')}\n`)
  const { batchId } = await service.client('POST', `/v0/pages/${pageId}/audiences/bulk`, {
    csvFileId,
    ...(message ? { message } : {}),
  })
  while ((await service.client<BatchReport>('GET', `/v0/batches/${batchId}`)).finishedAt === null)
    await sleep(500)
}
