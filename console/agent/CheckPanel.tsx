import { Circle, CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import type { Candidate } from './candidates.ts'
import { type Checks, costsOf, isPassed, type ModelCheck, medianMs, worksOf } from './checks.ts'
import { checkNames, checkTitles, inDollars, inSeconds } from './words.ts'

type Props = {
  candidate: Candidate
  checks: Checks
  /** Whether the model edits the pages already. */
  isInUse: boolean
  onUseAnyway: () => void
}

/** The checks of a model, each with its result. */
export function CheckPanel({ candidate, checks, isInUse, onUseAnyway }: Props) {
  const isRunning = checks.running?.key === candidate.key
  const record = checks.recordOf(candidate)
  const lines = (isRunning ? checks.running?.lines : record?.lines) ?? []
  const hasFailed = !isRunning && record !== undefined && !isPassed(record)
  return (
    <section aria-label={`Check of ${candidate.name}`} className="rounded-xl border border-line bg-raised">
      <div className="p-4 pb-2">
        <h2 className="mb-1.5 flex items-center justify-between gap-3 text-base font-semibold">
          <span className="min-w-0 truncate" title={candidate.name}>
            {candidate.name}
          </span>
          <State lines={lines} isRunning={isRunning} hasFailed={hasFailed} />
        </h2>
        <ul className="divide-y divide-line" aria-live="polite">
          {checkNames.map((check, index) => (
            <Line
              key={check}
              title={check === 'answers' && candidate.input.apiKey ? 'The key is good' : checkTitles[check]}
              line={lines[index]}
              isRunning={isRunning && index === lines.length}
            />
          ))}
        </ul>
        {hasFailed && !isInUse && (
          <Button size="sm" className="my-2" onClick={onUseAnyway}>
            Use it anyway
          </Button>
        )}
      </div>
      <Totals lines={lines} isRunning={isRunning} />
    </section>
  )
}

function State({
  lines,
  isRunning,
  hasFailed,
}: {
  lines: ModelCheck[]
  isRunning: boolean
  hasFailed: boolean
}) {
  const [tone, words]: [Tone, string] = isRunning
    ? ['busy', `Checking, ${Math.min(lines.length + 1, checkNames.length)} of ${checkNames.length}`]
    : hasFailed
      ? lines.length === 1
        ? ['danger', /key/.test(lines[0]?.message ?? '') ? 'Key refused' : 'Does not answer']
        : ['warn', `${worksOf({ lines })} of ${checkNames.length}`]
      : lines.length > 0
        ? ['good', 'Works']
        : ['neutral', 'Not checked']
  return <Badge tone={tone}>{words}</Badge>
}

function Line({
  title,
  line,
  isRunning,
}: {
  title: string
  line: ModelCheck | undefined
  isRunning: boolean
}) {
  const Icon = isRunning ? LoaderCircle : !line ? Circle : line.works ? CircleCheck : CircleAlert
  const full = line?.contextUsed == null ? '' : `, ${Math.round(line.contextUsed * 100)}% full`
  return (
    <li className="flex items-start gap-2.5 py-2 text-sm">
      <Icon
        aria-hidden
        className={cx(
          'mt-0.5 size-4 shrink-0',
          isRunning ? 'animate-spin text-busy' : !line ? 'text-edge' : line.works ? 'text-good' : 'text-warn',
        )}
      />
      <span className={cx('min-w-0 flex-1', !line && !isRunning && 'text-quiet')}>
        {line?.title ?? title}
        {line?.works && full}
        {line && !line.works && <span className="block text-xs text-warn">{line.message}</span>}
      </span>
      <span className="shrink-0 text-xs leading-5 text-quiet tabular-nums">
        {isRunning ? 'running' : line && line.durationMs > 0 ? inSeconds(line.durationMs) : ''}
      </span>
    </li>
  )
}

/** The time and cost of one change and of the whole check. */
function Totals({ lines, isRunning }: { lines: ModelCheck[]; isRunning: boolean }) {
  const median = medianMs(lines)
  if (median === undefined) return null
  const costs = costsOf(lines)
  const whole = lines.reduce((total, { durationMs }) => total + durationMs, 0)
  const isFree = costs?.total === 0
  const last = isFree
    ? [inSeconds(whole), isRunning ? 'check so far' : 'whole check']
    : [costs ? inDollars(costs.total) : '–', isRunning ? 'check so far' : 'whole check']
  const cells = [
    [inSeconds(median), 'a change'],
    [costs?.change === undefined ? '–' : inDollars(costs.change), costs ? 'a change' : 'price unknown'],
    last,
  ]
  return (
    <dl className="grid grid-cols-3 divide-x divide-line border-t border-line">
      {cells.map(([figure, words], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the three entries have a fixed order
        <div key={index} className="flex flex-col-reverse justify-end px-4 py-2.5">
          <dt className="text-xs text-quiet">{words}</dt>
          <dd className="text-lg font-semibold tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
