import { type Label, labels, mayFollow } from './labels.ts'

const count = labels.length
const forbidden = -1e4

/** Scores of transitions between labels; impossible ones are so low that they are never chosen. */
export const allowed = new Float32Array((count + 1) * count)
for (let from = 0; from <= count; from++)
  for (let to = 0; to < count; to++)
    allowed[from * count + to] = mayFollow(labels[from], labels[to] as Label) ? 0 : forbidden

/** The labels that may precede each label. */
const mayPrecede = labels.map((_, to) =>
  labels.flatMap((_, before) => (allowed[before * count + to] === 0 ? before : [])),
)

/** The most likely sequences of labels with their scores, likeliest first. */
export function best(
  scores: Float32Array,
  transitions: Float32Array,
  most = 1,
): { path: number[]; score: number }[] {
  const length = scores.length / count
  if (length === 0) return []
  const width = count * most
  /** For each label of a word the best paths to it, sorted: their number, scores and predecessors. */
  let sizes = new Uint8Array(count)
  let row = new Float64Array(width)
  let nextSizes = new Uint8Array(count)
  let next = new Float64Array(width)
  const before = new Int32Array(length * width)
  for (let to = 0; to < count; to++) {
    sizes[to] = 1
    row[to * most] =
      (scores[to] ?? 0) + (transitions[count * count + to] ?? 0) + (allowed[count * count + to] ?? 0)
  }
  for (let at = 1; at < length; at++) {
    for (let to = 0; to < count; to++) {
      const own = scores[at * count + to] ?? 0
      const first = to * most
      let size = 0
      for (const from of mayPrecede[to] as number[]) {
        const step = own + (transitions[from * count + to] ?? 0)
        for (let way = from * most; way < from * most + (sizes[from] as number); way++) {
          const score = (row[way] as number) + step
          // The paths of a label are sorted, so later ones are no better.
          if (size === most && score <= (next[first + most - 1] as number)) break
          let place = first + (size < most ? size++ : most - 1)
          for (; place > first && (next[place - 1] as number) < score; place--) {
            next[place] = next[place - 1] as number
            before[at * width + place] = before[at * width + place - 1] as number
          }
          next[place] = score
          before[at * width + place] = way
        }
      }
      nextSizes[to] = size
    }
    ;[row, next, sizes, nextSizes] = [next, row, nextSizes, sizes]
  }
  return labels
    .flatMap((_, to) => Array.from({ length: sizes[to] as number }, (_, nth) => to * most + nth))
    .sort((one, other) => (row[other] as number) - (row[one] as number))
    .slice(0, most)
    .map((last) => {
      const path: number[] = []
      for (let at = length - 1, way = last; at >= 0; at--) {
        path.push(Math.floor(way / most))
        way = before[at * width + way] as number
      }
      return { path: path.reverse(), score: row[last] as number }
    })
}

/** Exponentials of the transitions; zero for impossible ones. */
export function factorsOf(transitions: Float32Array): Float64Array {
  const factors = new Float64Array(transitions.length)
  for (let each = 0; each < factors.length; each++)
    factors[each] = allowed[each] === 0 ? Math.exp(transitions[each] ?? 0) : 0
  return factors
}

/** The forward and backward sums over all sequences, each row scaled to sum to one, and the logarithm of the total. */
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

/** The marginal probability of each label at each word. */
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
