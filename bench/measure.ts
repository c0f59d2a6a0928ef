/** One thing measured twice in the same run: on what it is compared with, and on what is asked about. */
export type Comparison = {
  name: string
  baselineMs: number
  subjectMs: number
  /** The ratio that must not be passed; absent where the figure only informs. */
  limit?: number
  /** What the figures are, where they are not milliseconds. */
  unit?: string
}

export type Bench = {
  title: string
  /** What the two columns stand for. */
  baseline: string
  subject: string
  /** Measures, with a folder of its own for whatever it needs. */
  run(folder: string): Promise<Comparison[]>
}

type Work = () => Promise<unknown>

/**
 * The median time of each, run in turn, so that whatever else the machine does falls on both alike. Medians, as
 * a mean is moved by a single pause of the collector.
 */
export async function compare(
  name: string,
  baseline: Work,
  subject: Work,
  { limit, rounds = 200, warmUp = 20 }: { limit?: number; rounds?: number; warmUp?: number } = {},
): Promise<Comparison> {
  const times: [number[], number[]] = [[], []]
  for (let round = -warmUp; round < rounds; round++) {
    const [baselineMs, subjectMs] = [await time(baseline), await time(subject)]
    if (round < 0) continue
    times[0].push(baselineMs)
    times[1].push(subjectMs)
  }
  return { name, baselineMs: median(times[0]), subjectMs: median(times[1]), limit }
}

export async function time(work: Work): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
