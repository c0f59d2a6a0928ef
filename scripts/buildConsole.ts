import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

// Builds the console into console/dist, each file beside its gzip and brotli forms, so that serving it costs nothing.
const root = join(import.meta.dirname, '..')
await build({ configFile: join(root, 'console', 'vite.config.ts'), logLevel: 'warn' })
const dist = join(root, 'console', 'dist')
const compressible = /\.(html|js|css|svg|json)$/
for (const name of await readdir(dist, { recursive: true })) {
  if (!compressible.test(name)) continue
  const file = join(dist, name)
  const text = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }))
}
