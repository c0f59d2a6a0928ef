import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productsOf } from './products.ts'
import type { Table } from './weights.ts'

/** Integers, whose sums are exact. */
const tableOf = (rows: number, columns: number): Table => ({
  rows,
  columns,
  values: Float32Array.from({ length: rows * columns }, (_, at) => ((at * 7) % 23) - 11),
})
const vectorOf = (length: number) => Float32Array.from({ length }, (_, at) => ((at * 5) % 13) - 6)

function expected({ rows, columns, values }: Table, sum: Float32Array, vector: Float32Array) {
  return Float32Array.from({ length: rows }, (_, row) =>
    vector.reduce(
      (total, number, column) => total + number * (values[row * columns + column] ?? 0),
      sum[row] ?? 0,
    ),
  )
}

test('adds the product of each row with a vector, for tables of any size', () => {
  const tables = { one: tableOf(1, 1), odd: tableOf(61, 7), whole: tableOf(400, 128), wide: tableOf(17, 200) }
  for (const products of [productsOf(tables), productsOf(tables, false)])
    for (const name of Object.keys(tables) as (keyof typeof tables)[]) {
      const table = tables[name]
      const vector = vectorOf(table.columns)
      const sum = vectorOf(table.rows)
      const right = expected(table, sum, vector)
      products[name](sum, vector)
      assert.deepEqual(sum, right)
    }
})

test('adds the products of several vectors at once, each to its own sum', () => {
  const tables = { odd: tableOf(61, 7), whole: tableOf(48, 80) }
  for (const products of [productsOf(tables), productsOf(tables, false)])
    for (const name of Object.keys(tables) as (keyof typeof tables)[])
      for (const count of [2, 64, 150]) {
        const { rows, columns } = tables[name]
        const [vectors, sums] = [vectorOf(count * columns), vectorOf(count * rows)]
        const right = Array.from({ length: count }, (_, at) => [
          ...expected(
            tables[name],
            sums.slice(at * rows, (at + 1) * rows),
            vectors.slice(at * columns, (at + 1) * columns),
          ),
        ])
        products[name](sums, vectors)
        assert.deepEqual([...sums], right.flat())
      }
})

test('approximates the exact product of fractions', () => {
  const table = tableOf(48, 80)
  table.values = table.values.map((value) => value / 7)
  const vector = vectorOf(80).map((value) => value / 3)
  const sum = new Float32Array(48)
  const right = expected(table, sum, vector)
  productsOf({ table }).table(sum, vector)
  assert.ok(sum.every((value, row) => Math.abs(value - (right[row] ?? 0)) < 1e-3))
})
