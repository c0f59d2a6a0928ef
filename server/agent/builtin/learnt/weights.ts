import { readFileSync } from 'node:fs'

/** A table of numbers, row after row. */
export type Table = { rows: number; columns: number; values: Float32Array }
export type Weights<Meta> = { meta: Meta; tables: Record<string, Table> }

/**
 * Reads what was learnt from examples: a header in JSON, and for each table a scale for each row and the row's numbers as
 * bytes. The trainers in `training/` write these files.
 */
export function readWeights<Meta>(file: URL): Weights<Meta> {
  const bytes = readFileSync(file)
  const length = bytes.readUInt32LE(0)
  const header = JSON.parse(bytes.toString('utf8', 4, 4 + length)) as {
    meta: Meta
    tensors: { name: string; rows: number; columns: number }[]
  }
  const tables: Record<string, Table> = {}
  let at = 4 + length
  for (const { name, rows, columns } of header.tensors) {
    const values = new Float32Array(rows * columns)
    const numbers = at + rows * 4
    for (let row = 0; row < rows; row++) {
      const scale = bytes.readFloatLE(at + row * 4)
      for (let column = 0; column < columns; column++)
        values[row * columns + column] = bytes.readInt8(numbers + row * columns + column) * scale
    }
    tables[name] = { rows, columns, values }
    at = numbers + rows * columns + (-(rows * columns) & 3)
  }
  return { meta: header.meta, tables }
}

/** Adds a row of a table to a sum. */
export function addRow(sum: Float32Array, { columns, values }: Table, row: number, factor = 1) {
  const start = row * columns
  for (let each = 0; each < columns; each++)
    sum[each] = (sum[each] as number) + (values[start + each] as number) * factor
}

/** Multiplies each row of a table, or only some of them, with a vector and adds the products to a sum. */
export function addProduct(sum: Float32Array, table: Table, vector: Float32Array, only?: Iterable<number>) {
  if (only) for (const row of only) sum[row] = (sum[row] as number) + product(table, row, vector)
  else
    for (let row = 0; row < table.rows; row++) sum[row] = (sum[row] as number) + product(table, row, vector)
}

/** Four numbers at a time, as this takes most of the time. */
function product({ columns, values }: Table, row: number, vector: Float32Array): number {
  const even = columns - (columns % 4)
  const start = row * columns
  let [one, two, three, four] = [0, 0, 0, 0]
  for (let at = 0; at < even; at += 4) {
    const place = start + at
    one += (values[place] as number) * (vector[at] as number)
    two += (values[place + 1] as number) * (vector[at + 1] as number)
    three += (values[place + 2] as number) * (vector[at + 2] as number)
    four += (values[place + 3] as number) * (vector[at + 3] as number)
  }
  for (let at = even; at < columns; at++) one += (values[start + at] as number) * (vector[at] as number)
  return one + two + three + four
}

/** The same for several vectors, four at a time: a number of the table is then read once for the four. */
export function addProducts(sums: Float32Array[], table: Table, vectors: Float32Array[]) {
  const { rows, columns, values } = table
  let done = 0
  for (; done + 4 <= vectors.length; done += 4) {
    const [a, b, c, d] = vectors.slice(done, done + 4) as [
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
    ]
    const [sumA, sumB, sumC, sumD] = sums.slice(done, done + 4) as [
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
    ]
    for (let row = 0; row < rows; row++) {
      const start = row * columns
      let [one, two, three, four] = [0, 0, 0, 0]
      for (let at = 0; at < columns; at++) {
        const weight = values[start + at] as number
        one += weight * (a[at] as number)
        two += weight * (b[at] as number)
        three += weight * (c[at] as number)
        four += weight * (d[at] as number)
      }
      sumA[row] = (sumA[row] as number) + one
      sumB[row] = (sumB[row] as number) + two
      sumC[row] = (sumC[row] as number) + three
      sumD[row] = (sumD[row] as number) + four
    }
  }
  for (; done < vectors.length; done++)
    addProduct(sums[done] as Float32Array, table, vectors[done] as Float32Array)
}
