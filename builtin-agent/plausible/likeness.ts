import { isStructuralWord } from '../roles/clarity.ts'
import { vectorOf } from '../roles/network.ts'

/** The semantic similarity of two texts: the cosine of their vectors. */
export function likeness(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [meaning(one), meaning(other)]
  if (!a || !b) return Number.NaN
  let [product, ofA, ofB] = [0, 0, 0]
  for (const [at, value] of a.entries()) {
    const beside = b[at] as number
    product += value * beside
    ofA += value * value
    ofB += beside * beside
  }
  return product / Math.sqrt(ofA * ofB || 1)
}

/** Bounded, as only words of the network have a vector. */
const lengths = new Map<string, number>()
function lengthOf(word: string, vector: Float32Array): number {
  const known = lengths.get(word)
  if (known !== undefined) return known
  const length = Math.hypot(...vector) || 1
  lengths.set(word, length)
  return length
}

function meaning(words: readonly string[]): Float32Array | undefined {
  let sum: Float32Array | undefined
  for (const word of words) {
    const vector = isStructuralWord(word) ? undefined : vectorOf(word)
    if (!vector) continue
    sum ??= new Float32Array(vector.length)
    const length = lengthOf(word, vector)
    for (const [at, value] of vector.entries()) sum[at] = (sum[at] as number) + value / length
  }
  return sum
}
