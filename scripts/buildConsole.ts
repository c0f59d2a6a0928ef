import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

// Builds the console and the stage's text editor into console/dist, with compressed variants. `npm ci` runs this last.
// Without sources or build tools it prints a message and succeeds: everything else works without the console.
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '..', 'console'))
const configFile = join(folder, 'vite.config.ts')

if (!existsSync(configFile)) leave(`${configFile} is not there`)
else if (!hasVite()) leave('Vite is not installed, as packages were installed without those for development')
else await buildAll()

function leave(reason: string) {
  process.stdout.write(`The console was not built: ${reason}. Everything else works without it.\n`)
}

function hasVite() {
  try {
    import.meta.resolve('vite')
    return true
  } catch {
    return false
  }
}

async function buildAll() {
  const began = performance.now()
  try {
    const { build } = await import('vite')
    await build({ root: folder, configFile, logLevel: 'warn' })
    const { buildTextEditor } = await import('../browser/build.ts')
    await writeFile(join(folder, 'dist', 'textEditor.js'), await buildTextEditor())
    const count = await compressAll(join(folder, 'dist'))
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    process.stdout.write(`The console was built: ${count} files in ${seconds} s.\n`)
  } catch (error) {
    process.stderr.write(`The console could not be built: ${(error as Error)?.stack ?? error}\n`)
    process.exitCode = 1
  }
}

async function compressAll(dist: string): Promise<number> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const path of paths)
    if (/^\.(html|js|css|svg|json|txt|webmanifest)$/.test(extname(path))) await compress(path)
    else if (extname(path) === '.wasm') await keepCompressed(path)
  return paths.length
}

/** Compresses with the highest quality, as it runs once. Variants that are not smaller are discarded. */
async function compress(path: string) {
  const bytes = await readFile(path)
  const forms = {
    '.br': await promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    '.gz': await promisify(gzip)(bytes, { level: 9 }),
  }
  for (const [ending, form] of Object.entries(forms))
    if (form.length < bytes.length) await writeFile(path + ending, form)
}

/**
 * WebAssembly is 16 MB; gzip halves it in 2 s, brotli saves 1 MB more in 107 s. Every browser with WebAssembly
 * supports gzip.
 */
async function keepCompressed(path: string) {
  await writeFile(`${path}.gz`, await promisify(gzip)(await readFile(path), { level: 9 }))
  await rm(path)
}
