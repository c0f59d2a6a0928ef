import { type Label, labels, mayFollow } from './labels.ts'

const count = labels.length
const forbidden = -1e4

/** Transitions that no span allows. */
export const allowed = new Float32Array((count + 1) * count)
for (let from = 0; from <= count; from++)
  for (let to = 0; to < count; to++)
    allowed[from * count + to] = mayFollow(labels[from], labels[to] as Label) ? 0 : forbidden

/** The labels that each label may follow. */
const mayPrecede = labels.map((_, to) =>
  labels.flatMap((_, before) => (allowed[before * count + to] === 0 ? before : [])),
)

/** The most likely sequences of labels with their scores, the likeliest first. */
export function best(
  scores: Float32Array,
  transitions: Float32Array,
  most = 1,
): { path: number[]; score: number }[] {
  const length = scores.length / count
  if (length === 0) return []
  /** For each label of a word the best ways to get there: their scores, and the label and the place of the way before. */
  type Way = { score: number; label: number; before: Way | undefined }
  let row: Way[][] = []
  for (let at = 0; at < length; at++) {
    const next: Way[][] = []
    for (let to = 0; to < count; to++) {
      const own = scores[at * count + to] ?? 0
      const ways: Way[] = []
      const add = (score: number, before: Way | undefined) => {
        const place = ways.findIndex((way) => way.score < score)
        ways.splice(place === -1 ? ways.length : place, 0, { score, label: to, before })
        if (ways.length > most) ways.pop()
      }
      if (at === 0)
        add(own + (transitions[count * count + to] ?? 0) + (allowed[count * count + to] ?? 0), undefined)
      else
        for (const before of mayPrecede[to] as number[]) {
          const step = own + (transitions[before * count + to] ?? 0)
          for (const way of row[before] as Way[]) {
            // The ways of a label are in order: those that follow are no better.
            if (ways.length === most && way.score + step <= (ways[most - 1] as Way).score) break
            add(way.score + step, way)
          }
        }
      next.push(ways)
    }
    row = next
  }
  return row
    .flat()
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map((last) => {
      const path: number[] = []
      for (let way: Way | undefined = last; way; way = way.before) path.push(way.label)
      return { path: path.reverse(), score: last.score }
    })
}

/** Transitions as factors; those that no span allows are zero. */
export function factorsOf(transitions: Float32Array): Float64Array {
  const factors = new Float64Array(transitions.length)
  for (let each = 0; each < factors.length; each++)
    factors[each] = allowed[each] === 0 ? Math.exp(transitions[each] ?? 0) : 0
  return factors
}

/** Sums over all sequences of labels: forwards up to each word and backwards from it, each row scaled to sum to one; and the logarithm of the sum of all. */
export function sums(scores: Float32Array, factors: Float64Array) {
  const length = scores.length / count
  const own = new Float64Array(length * count)
  let total = 0
  for (let at = 0; at < length; at++) {
    let most = Number.NEGATIVE_INFINITY
    for (let label = 0; label < count; label++) most = Math.max(most, scores[at * count + label] ?? 0)
    total += most
    for (let label = 0; label < count; label++)
      own[at * count + label] = Math.exp((scores[at * count + label] ?? 0) - most)
  }
  const ahead = new Float64Array(length * count)
  const back = new Float64Array(length * count).fill(1)
  for (let at = 0; at < length; at++) {
    const row = at * count
    if (at === 0) for (let to = 0; to < count; to++) ahead[to] = factors[count * count + to] as number
    else
      for (let before = 0; before < count; before++) {
        const share = ahead[row - count + before] as number
        if (share < 1e-12) continue
        for (let to = 0; to < count; to++)
          (ahead[row + to] as number) += share * (factors[before * count + to] as number)
      }
    let sum = 0
    for (let to = 0; to < count; to++) sum += (ahead[row + to] as number) *= own[row + to] as number
    for (let to = 0; to < count; to++) (ahead[row + to] as number) /= sum
    total += Math.log(sum)
  }
  const next = new Float64Array(count)
  for (let at = length - 2; at >= 0; at--) {
    const row = at * count
    let sum = 0
    for (let to = 0; to < count; to++)
      next[to] = (own[row + count + to] as number) * (back[row + count + to] as number)
    for (let before = 0; before < count; before++) {
      let value = 0
      for (let to = 0; to < count; to++)
        value += (factors[before * count + to] as number) * (next[to] as number)
      back[row + before] = value
      sum += value
    }
    for (let before = 0; before < count; before++) (back[row + before] as number) /= sum
  }
  return { own, ahead, back, total }
}

/** How likely each label is at each word, all sequences considered. */
export function marginals({ ahead, back }: { ahead: Float64Array; back: Float64Array }): Float64Array {
  const result = new Float64Array(ahead.length)
  for (let row = 0; row < ahead.length; row += count) {
    let sum = 0
    for (let label = 0; label < count; label++)
      sum += result[row + label] = (ahead[row + label] as number) * (back[row + label] as number)
    for (let label = 0; label < count; label++) (result[row + label] as number) /= sum
  }
  return result
}
