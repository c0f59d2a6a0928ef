import type { Row, Verdict } from '../../../builtin-agent/evaluation/judge.ts'

/** What became of one row, and what it took. */
export type Measured = {
  row: Row
  verdict: Verdict
  reply: string
  /** Messages that were sent, those before the instruction included. */
  runs: number
  failed: number
  /** Calls of the model; undefined where they can't be counted. */
  calls: number | undefined
  inputTokens: number
  outputTokens: number
  durationMs: number
}

/** Dollars for a million tokens. */
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

/** A line a model, as Markdown. Calls, tokens and seconds are those of one run. */
export function toTable(model: string, measured: Measured[], prices: Prices | undefined): string {
  const sum = (value: (one: Measured) => number) => measured.reduce((total, one) => total + value(one), 0)
  const runs = sum((one) => one.runs)
  const a = (total: number, digits: number) =>
    (total / runs).toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
  const [input, output] = [sum((one) => one.inputTokens), sum((one) => one.outputTokens)]
  const due = measured.filter(({ row: { expected } }) => !expected.none && !expected.orNone)
  const isGood = ({ verdict }: Measured) => verdict === 'good'
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
