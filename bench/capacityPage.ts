import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

const page = new URL('../docs/capacity.md', import.meta.url)

/** Replaces the text between two comments of docs/capacity.md. */
export function writeCapacity(part: 'figures' | 'growth', text: string) {
  const [begin, end] = [`<!-- ${part} -->`, `<!-- end of ${part} -->`]
  const [before, rest = ''] = readFileSync(page, 'utf8').split(begin)
  const [, after] = rest.split(end)
  if (after === undefined) throw new Error(`docs/capacity.md has no place for ${part}`)
  writeFileSync(page, `${before}${begin}\n\n${text.trim()}\n\n${end}${after}`)
}

/** One operation: CPU time of 1,000 of them, and how many were answered in a second. */
export type Figure = {
  name: string
  processes: number
  perSecond: number
  plainMs: number
  webMs: number
  databaseMs: number
}

export function describeFigure({ name, processes, perSecond, plainMs, webMs, databaseMs }: Figure): string {
  const cells = [perCore(webMs), perCore(databaseMs), (plainMs / webMs).toFixed(2), round(perSecond)]
  return `| ${name} | ${processes} | ${cells.join(' | ')} |`
}

/** The part of docs/capacity.md about the figures of a run. */
export function describeCapacity(figures: Figure[]): string {
  const rows = figures.map(describeFigure)
  const one = (name: string) => figures.find((figure) => figure.name === name && figure.processes === 1)
  return `| operation | processes | by a core of Foyer | by a core of PostgreSQL | of a plain handler | a second here |
| --- | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

Measured on ${cpus().length} cores (${cpus()[0]?.model.trim() || process.arch}), which the service, PostgreSQL and the senders of requests share: the last column is
therefore lower than what separate machines reach. The columns by core are CPU time, which that doesn't change.

${sizing(one('visit reports'), one('pages viewed'))}
`
}

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
