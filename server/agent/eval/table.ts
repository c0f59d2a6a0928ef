import type { Row, Verdict } from '../../../builtin-agent/evaluation/judge.ts'

/** The result of one row, with its calls, tokens and time. */
export type MeasuredRow = {
  row: Row
  verdict: Verdict
  reply: string
  /** Messages sent, including those before the instruction. */
  runs: number
  failed: number
  /** Calls of the model; undefined if they can't be counted. */
  calls: number | undefined
  inputTokens: number
  outputTokens: number
  durationMs: number
}

/** US dollars per million tokens. */
export type Prices = { input: number; output: number }

const header = [
  'model',
  'good',
  'edits due',
  'wrong',
  'failed',
  'calls a run',
  'input tokens',
  'output tokens',
  'seconds',
  'cost of 1,000 runs',
]

/** One Markdown row per model. Calls, tokens and seconds are per run. */
export function toTable(model: string, measured: MeasuredRow[], prices: Prices | undefined): string {
  const sum = (value: (one: MeasuredRow) => number) => measured.reduce((total, one) => total + value(one), 0)
  const runs = sum((one) => one.runs)
  const a = (total: number, digits: number) =>
    (total / runs).toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
  const [input, output] = [sum((one) => one.inputTokens), sum((one) => one.outputTokens)]
  const due = measured.filter(({ row: { expected } }) => !expected.none && !expected.orNone)
  const isGood = ({ verdict }: MeasuredRow) => verdict === 'good'
  const isCounted = measured.every(({ calls }) => calls !== undefined)
  const cost = prices && ((input * prices.input + output * prices.output) / runs / 1_000_000) * 1_000
  const cells = [
    model,
    `${measured.filter(isGood).length} of ${measured.length}`,
    `${due.filter(isGood).length} of ${due.length}`,
    measured.filter(({ verdict }) => verdict !== 'good' && verdict !== 'no edit').length,
    sum(({ failed }) => failed),
    isCounted
      ? a(
          sum(({ calls = 0 }) => calls),
          1,
        )
      : '–',
    a(input, 0),
    a(output, 0),
    a(sum(({ durationMs }) => durationMs) / 1_000, 1),
    cost === undefined ? '–' : `$${cost.toFixed(2)}`,
  ]
  const line = (values: unknown[]) => `| ${values.join(' | ')} |`
  return [line(header), line(header.map(() => '---')), line(cells)].join('\n')
}
