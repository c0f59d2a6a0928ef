/** One measurement of the baseline and the subject in the same run. */
export type Comparison = {
  name: string
  baselineMs: number
  subjectMs: number
  /** The maximum ratio; absent if the figure is only informative. */
  limit?: number
  /** Milliseconds by default. */
  unit?: string
}

export type Bench = {
  title: string
  /** Headings of the two columns. */
  baseline: string
  subject: string
  /** `folder` is for temporary files. */
  run(folder: string): Promise<Comparison[]>
}

type Work = () => Promise<unknown>

/**
 * The median time of each, run alternately, so that other load affects both. Medians, because a single garbage
 * collection would affect a mean.
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
