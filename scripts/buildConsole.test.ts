import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

const script = join(import.meta.dirname, 'buildConsole.ts')

async function build(t: TestContext, files: Record<string, string>, program = script) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-build-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, folder], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { folder, status, stdout, stderr }
}

const page = '<!doctype html><title>Console</title><script type="module" src="/main.js"></script>'
const config = "export default { base: '/console/' }"

test('the console is built with a compressed copy of each file that compression makes smaller', async (t) => {
  const main = `document.body.append(${JSON.stringify('hello '.repeat(500))})`
  const files = { 'vite.config.ts': config, 'index.html': page, 'main.js': main, 'public/tiny.txt': 'x' }
  const { folder, status, stdout, stderr } = await build(t, files)
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^The console was built: 4 files in \d/m)
  const assets = await readdir(join(folder, 'dist', 'assets'))
  const [name = ''] = assets.filter((file) => file.endsWith('.js'))
  assert.deepEqual(assets.sort(), [name, `${name}.br`, `${name}.gz`])
  const read = (file: string) => readFile(join(folder, 'dist', 'assets', file))
  const plain = await read(name)
  const [br, gz] = [await read(`${name}.br`), await read(`${name}.gz`)]
  assert.ok(br.length < plain.length && gz.length < plain.length)
  assert.deepEqual(brotliDecompressSync(br), plain)
  assert.deepEqual(gunzipSync(gz), plain)
  const index = await readFile(join(folder, 'dist', 'index.html'), 'utf8')
  assert.ok(index.includes(`src="/console/assets/${name}"`), index)
  assert.ok(!(await readdir(join(folder, 'dist'))).includes('tiny.txt.br'))
})

test('without sources the build reports that the console was not built, and installing continues', async (t) => {
  const { status, stdout } = await build(t, {})
  assert.equal(status, 0)
  assert.match(stdout, /^The console was not built: .*vite\.config\.ts is not there/)
})

test('sources that cannot be built fail the build', async (t) => {
  const files = { 'vite.config.ts': config, 'index.html': page, 'main.js': "import './missing.js'" }
  const { status, stderr } = await build(t, files)
  assert.equal(status, 1)
  assert.match(stderr, /The console could not be built/)
})

test('without development packages the build reports that the console was not built, and installing continues', async (t) => {
  // In a folder without node_modules above it, as after `npm ci --omit=dev`.
  const elsewhere = await mkdtemp(join(tmpdir(), 'foyer-build-'))
  t.after(() => rm(elsewhere, { recursive: true }))
  const program = join(elsewhere, 'buildConsole.ts')
  await copyFile(script, program)
  await writeFile(join(elsewhere, 'package.json'), '{"type":"module"}')
  const { status, stdout } = await build(t, { 'vite.config.ts': config, 'index.html': page }, program)
  assert.equal(status, 0)
  assert.match(stdout, /^The console was not built: Vite is not installed/)
})
