import { cpus } from 'node:os'

/** One operation: CPU time of 1,000 of them, and how many were answered in a second. */
export type Figure = {
  name: string
  processes: number
  perSecond: number
  plainMs: number
  webMs: number
  databaseMs: number
}

/** docs/capacity.md, from the figures of a run. */
export function describeCapacity(figures: Figure[]): string {
  const rows = figures.map(({ name, processes, perSecond, plainMs, webMs, databaseMs }) => {
    const cells = [perCore(webMs), perCore(databaseMs), (plainMs / webMs).toFixed(2), round(perSecond)]
    return `| ${name} | ${processes} | ${cells.join(' | ')} |`
  })
  const one = (name: string) => figures.find((figure) => figure.name === name && figure.processes === 1)
  return `${opening}
| operation | processes | by a core of Foyer | by a core of PostgreSQL | of a plain handler | a second here |
| --- | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

Measured on ${cpus().length} cores (${cpus()[0]?.model.trim() || process.arch}), which the service, PostgreSQL and the senders of requests share: the last column is
therefore lower than what separate machines reach. The columns by core are CPU time, which that doesn't change.

${sizing(one('visit reports'), one('pages viewed'))}
`
}

const opening = `# Capacity

What one core carries, written by \`npm run bench -- capacity --write\`. “Of a plain handler” is the share that Foyer reaches of a handler that does
the least: sends the same bytes, reads one row, inserts one row or posts to a receiver, without keys, validation, events or figures.
`

/** A visit is one page and four reports. */
function sizing(reports: Figure | undefined, views: Figure | undefined): string {
  if (!reports || !views) return ''
  const visitsPerMonth = 1e9 / 12
  /** Visits concentrate on working hours: the busiest hour has five times the mean. */
  const peak = (visitsPerMonth / (30 * 86_400)) * 5
  const webCores = (peak * (4 * reports.webMs + views.webMs)) / 1e6
  const databaseCores = (peak * 4 * reports.databaseMs) / 1e6
  return `## Sizing

A visit is one page and about four reports. A billion visits a year, with five times the mean in the busiest hour, are ${round(peak)} visits a second then:
${cores(webCores)} for \`web\` and ${cores(databaseCores)} for the visits in PostgreSQL by these figures. Plan twice of both, and one \`worker\` for every
two \`web\` processes. Start with one machine of two cores, and add \`web\` processes when their CPU is above 70%. When PostgreSQL has no
cores left, put tenants on [several databases](operating.md#past-one-database-citus).`
}

function cores(count: number): string {
  const rounded = Math.max(1, Math.ceil(count))
  return `${rounded} ${rounded === 1 ? 'core' : 'cores'}`
}

function perCore(msPerThousand: number): string {
  return msPerThousand < 1 ? '–' : round(1e6 / msPerThousand)
}

function round(value: number): string {
  const digits = Number(value.toPrecision(2))
  return digits.toLocaleString('en')
}
