import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchReport } from '../server/batches/schema.ts'
import { memoryOf, type Service, uploadCsv, withService } from './client.ts'
import type { Bench, Comparison } from './measure.ts'

const count = Number(process.env.BENCH_COUNT ?? 10_000)
const allowedMs = 300_000 * (count / 10_000)

export const bench: Bench = {
  title: `A batch of ${count.toLocaleString('en')} rows of a CSV file, each audience personalised by the built-in agent`,
  baseline: 'allowed',
  subject: 'measured',
  run: (folder) => withService(folder, measure),
}

async function measure({ client, pid }: Service): Promise<Comparison[]> {
  const { pageId } = await client('POST', '/v0/pages', { name: 'Spring outreach', pageType: 'outbound' })
  const csvFileId = await uploadCsv(client, people())
  const began = performance.now()
  const { batchId } = await client('POST', `/v0/pages/${pageId}/audiences/bulk`, {
    csvFileId,
    message: 'Personalise for them.',
  })
  const acceptedMs = performance.now() - began
  const memory: { made: number; bytes: number }[] = []
  for (;;) {
    await sleep(1_000)
    const { counts, finishedAt } = await client<BatchReport>('GET', `/v0/batches/${batchId}`)
    memory.push({ made: counts.drafted, bytes: await memoryOf(pid) })
    if (finishedAt === null) continue
    if (counts.drafted !== count) throw new Error(`not all were personalised: ${JSON.stringify(counts)}`)
    break
  }
  const totalMs = performance.now() - began
  const most = (part: typeof memory) => Math.max(...part.map(({ bytes }) => bytes)) / 2 ** 20
  const [early, late] = [
    memory.filter(({ made }) => made <= count / 4),
    memory.filter(({ made }) => made > count / 4),
  ]
  return [
    { name: 'file read and batch accepted', baselineMs: 5_000, subjectMs: acceptedMs, limit: 1 },
    {
      name: `all of it, ${Math.round(count / (totalMs / 1000))} audiences a second`,
      baselineMs: allowedMs,
      subjectMs: totalMs,
      limit: 1,
    },
    {
      name: 'memory, first quarter against the rest',
      baselineMs: most(early),
      subjectMs: most(late),
      unit: 'MiB',
      limit: 1.2,
    },
  ]
}

/** Persons of a thousand companies, each with a note. */
function people(): string {
  const rows = Array.from({ length: count }, (_, n) => {
    const company = n % 1_000
    return `Jane${n} Doe,jane${n}@company${company}.example,Company ${company},company${company}.example,"Rolls out in region ${n % 50}, wants fewer tools"`
  })
  return `name,email,company,domain,context\n${rows.join('\n')}\n`
}
