import { readFileSync } from 'node:fs'

/** A matrix, stored row by row. */
export type Table = { rows: number; columns: number; values: Float32Array }
type Weights<Meta> = { meta: Meta; tables: Record<string, Table> }

/**
 * Reads trained weights: a header in JSON, then for each table a scale per row and the row's numbers as bytes. The trainers
 * in `training/` write these files.
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
export function addRow(sum: Float32Array, { columns, values }: Table, row: number) {
  const start = row * columns
  for (let each = 0; each < columns; each++)
    sum[each] = (sum[each] as number) + (values[start + each] as number)
}
