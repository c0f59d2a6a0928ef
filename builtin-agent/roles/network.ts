import { type AddProduct, productsOf } from '../learnt/products.ts'
import { addRow, readWeights, type Table } from '../learnt/weights.ts'
import { labels } from './labels.ts'

type RoleMeta = { features: string[]; words: string[]; buckets: number; layers: number }
type Network = {
  tables: Record<string, Table>
  products: Record<string, AddProduct>
  transitions: Float32Array
  layers: number
  buckets: number
  firstBucket: number
  features: Map<string, number>
  words: Map<string, number>
}

let network: Network | undefined
function load(): Network {
  const { meta, tables } = readWeights<RoleMeta>(new URL('./roles.bin', import.meta.url))
  const multiplied = Object.entries(tables).filter(([name]) => /^(?:input|state|output$|project$)/.test(name))
  return {
    tables,
    products: productsOf(Object.fromEntries(multiplied)),
    transitions: (tables.transitions as Table).values,
    layers: meta.layers,
    buckets: meta.buckets,
    firstBucket: meta.features.length,
    features: new Map(meta.features.map((name, index) => [name, index])),
    words: new Map(meta.words.map((word, index) => [word, index])),
  }
}

/** The scores of transitions between labels. */
export function transitionsOf(): Float32Array {
  network ??= load()
  return network.transitions
}

/** The vector of a common word. Words with similar use have similar vectors. */
export function vectorOf(word: string): Float32Array | undefined {
  network ??= load()
  const row = network.words.get(word)
  const { columns, values } = network.tables.words as Table
  return row === undefined ? undefined : values.subarray(row * columns, (row + 1) * columns)
}

/** Words are sorted by frequency. Those after this index are typing errors. */
const spelledRight = 16_000
export function isCommonWord(word: string): boolean {
  network ??= load()
  return (network.words.get(word) ?? spelledRight) < spelledRight
}

/** A word as input of the network, with its features. */
export type Input = { word: string; features: string[] }

/** The score of each label at each word: a sum of learnt vectors, processed by a bidirectional LSTM. */
export function scoresOf(inputs: Input[]): Float32Array {
  network ??= load()
  const { tables, products, layers } = network
  let sequence = inputs.map((input) => embed(input, network as Network))
  for (let layer = 0; layer < layers; layer++) {
    const ahead = pass(sequence, network, `${layer}`)
    const back = pass(sequence.toReversed(), network, `${layer}Back`).reverse()
    sequence = ahead.map((state, at) => {
      const both = new Float32Array(state.length * 2)
      both.set(state)
      both.set(back[at] as Float32Array, state.length)
      return both
    })
  }
  const addOutput = products.output as AddProduct
  const scores = new Float32Array(inputs.length * labels.length)
  for (const [at, state] of sequence.entries()) {
    const row = scores.subarray(at * labels.length, (at + 1) * labels.length)
    row.set((tables.outputBias as Table).values)
    addOutput(row, state)
  }
  return scores
}

function embed(
  { word, features }: Input,
  { tables, products, features: known, words, buckets, firstBucket }: Network,
): Float32Array {
  const table = tables.features as Table
  const sum = new Float32Array(table.columns)
  for (const name of features) {
    const row = known.get(name)
    if (row) addRow(sum, table, row)
  }
  for (const piece of piecesOf(word)) addRow(sum, table, firstBucket + (hash(piece) % buckets))
  const row = words.get(word)
  if (row !== undefined) {
    const addWord = products.project as AddProduct
    const { columns, values } = tables.words as Table
    addWord(sum, values.subarray(row * columns, (row + 1) * columns))
  }
  return sum
}

/** The n-grams of three and four letters, by which misspelled words are recognised. */
function* piecesOf(word: string): Generator<string> {
  if (word === '' || word.startsWith('<') || word === '^' || word === '$') return
  const letters = [...`<${word}>`]
  for (const size of [3, 4])
    for (let at = 0; at + size <= letters.length; at++) yield letters.slice(at, at + size).join('')
}

/** The FNV-1a hash. */
function hash(text: string): number {
  let value = 2166136261
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 16777619) >>> 0
  return value
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

function pass(inputs: Float32Array[], { tables, products }: Network, name: string): Float32Array[] {
  const addInput = products[`input${name}`] as AddProduct
  const addState = products[`state${name}`] as AddProduct
  const bias = (tables[`bias${name}`] as Table).values
  const size = (tables[`state${name}`] as Table).columns
  let state = new Float32Array(size)
  const cell = new Float32Array(size)
  const gates = new Float32Array(bias.length)
  return inputs.map((input) => {
    gates.set(bias)
    addInput(gates, input)
    addState(gates, state)
    const next = new Float32Array(size)
    for (let each = 0; each < size; each++) {
      const kept = sigmoid(gates[size + each] as number) * (cell[each] as number)
      cell[each] = kept + sigmoid(gates[each] as number) * Math.tanh(gates[2 * size + each] as number)
      next[each] = sigmoid(gates[3 * size + each] as number) * Math.tanh(cell[each] as number)
    }
    state = next
    return next
  })
}
