import { type Label, labels, mayFollow } from './labels.ts'

const count = labels.length
const forbidden = -1e4

/** Transitions that no span allows. */
export const allowed = new Float32Array((count + 1) * count)
for (let from = 0; from <= count; from++)
  for (let to = 0; to < count; to++)
    allowed[from * count + to] = mayFollow(labels[from], labels[to] as Label) ? 0 : forbidden

/** The most likely sequence of labels, with its score. */
export function best(scores: Float32Array, transitions: Float32Array): number[] {
  const length = scores.length / count
  const from = new Int16Array(length * count)
  let row = new Float32Array(count)
  for (let at = 0; at < length; at++) {
    const next = new Float32Array(count)
    for (let to = 0; to < count; to++) {
      let most = Number.NEGATIVE_INFINITY
      let arg = 0
      if (at === 0) most = (transitions[count * count + to] ?? 0) + (allowed[count * count + to] ?? 0)
      else
        for (let before = 0; before < count; before++) {
          const score =
            (row[before] ?? 0) + (transitions[before * count + to] ?? 0) + (allowed[before * count + to] ?? 0)
          if (score > most) {
            most = score
            arg = before
          }
        }
      next[to] = most + (scores[at * count + to] ?? 0)
      from[at * count + to] = arg
    }
    row = next
  }
  let last = 0
  for (let label = 1; label < count; label++) if ((row[label] ?? 0) > (row[last] ?? 0)) last = label
  const path = [last]
  for (let at = length - 1; at > 0; at--) path.push(from[at * count + (path.at(-1) as number)] as number)
  return length === 0 ? [] : path.reverse()
}

/** Transitions as factors; those that no span allows are zero. */
export function factorsOf(transitions: Float32Array): Float64Array {
  const factors = new Float64Array(transitions.length)
  for (let each = 0; each < factors.length; each++)
    factors[each] = allowed[each] === 0 ? Math.exp(transitions[each] ?? 0) : 0
  return factors
}

/** Sums over all sequences of labels: forwards up to each word and backwards from it, each row scaled to sum to one. */
export function sums(scores: Float32Array, factors: Float64Array) {
  const length = scores.length / count
  const own = new Float64Array(length * count)
  for (let at = 0; at < length; at++) {
    let most = Number.NEGATIVE_INFINITY
    for (let label = 0; label < count; label++) most = Math.max(most, scores[at * count + label] ?? 0)
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
  return { own, ahead, back }
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
