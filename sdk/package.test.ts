import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { packSdk } from '../scripts/packSdk.ts'
import { isThorough } from '../server/test/environment.ts'
import { png } from '../server/test/images.ts'
import { emptyFolder } from '../server/test/launch.ts'
import { run } from '../server/test/run.ts'
import { codeBlocks } from '../server/test/samples.ts'
import { world } from '../server/test/world.ts'
import { Reference } from '../server/web/docs/model.ts'
import { samplesOf } from '../server/web/docs/samples.ts'
import { newSecret, showSecret, signedHeaders } from '../server/webhooks/signature.ts'

const root = join(import.meta.dirname, '..')
const kilobyte = 1024

/** The size of a program that uses the SDK, minified and compressed, and its code. */
async function bundle(code: string) {
  const folder = await emptyFolder()
  const input = join(folder, 'program.ts')
  await writeFile(input, code.replaceAll('@foyer/sdk', join(root, 'sdk', 'index.ts')))
  const build = await rolldown({ input, platform: 'browser', logLevel: 'silent' })
  const { output } = await build.generate({ format: 'esm', minify: true })
  return { code: output[0].code, size: gzipSync(output[0].code).length }
}

test('the whole SDK is at most 15 KB, and a program bundles only the nouns that it uses', async () => {
  const all = await bundle(`import * as sdk from '@foyer/sdk'\nconsole.log(sdk)`)
  assert.ok(all.size <= 15 * kilobyte, `${all.size} bytes`)
  assert.match(all.code, /\/identity_providers/)
  const small = await bundle(
    `import { connectWith, pages } from '@foyer/sdk'\nconsole.log(connectWith({ pages }, { url: '' }).pages.list())`,
  )
  assert.match(small.code, /\/pages/)
  assert.doesNotMatch(small.code, /\/accounts|\/batches|\/webhook|whsec_|last-event-id|multipart/)
  assert.ok(small.size <= 4 * kilobyte, `${small.size} bytes`)
  const verifying = await bundle(`import { verifyWebhook } from '@foyer/sdk'\nconsole.log(verifyWebhook)`)
  assert.ok(verifying.size <= kilobyte, `${verifying.size} bytes`)
})

/** An empty project in which the packed SDK is installed. */
async function openProject() {
  const folder = await emptyFolder()
  const packed = packSdk(folder)
  const installed = join(folder, 'node_modules', '@foyer', 'sdk')
  await mkdir(installed, { recursive: true })
  execFileSync('tar', ['xzf', join(folder, packed), '--strip-components=1', '-C', installed])
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  const options = {
    strict: true,
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    noEmit: true,
    allowImportingTsExtensions: true,
  }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.ts', '*.mts'] }),
  )
  await mkdir(join(folder, 'node_modules', '@types'))
  for (const name of ['@types/node', 'undici-types'])
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}

const opening = `import { connect } from '@foyer/sdk'
const foyer = connect({ url: process.env.FOYER_URL ?? '', key: process.env.FOYER_API_KEY ?? '' })
`

/** Writes the samples of the guides as programs, and one that runs them in turn; those of the reference compile alone. */
async function writeSamples(folder: string): Promise<void> {
  const files = [...globSync('docs/*.md', { cwd: root }).sort(), 'sdk/README.md']
  const texts = await Promise.all(files.map((name) => readFile(join(root, name), 'utf8')))
  const samples = texts
    .flatMap(codeBlocks)
    .filter(({ language }) => language === 'ts')
    .map(({ code }) => code)
  assert.ok(samples.length >= 16, `${samples.length} samples`)
  const reference = new Reference(JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8')))
  for (const operation of reference.chapters.flatMap(({ operations }) => operations)) {
    const sample = samplesOf(reference, 'http://localhost:3000', operation).find(
      ({ language }) => language === 'ts',
    )
    await writeFile(join(folder, `${operation.operationId}.ts`), `${sample?.code}\n`)
  }
  for (const [n, sample] of samples.entries())
    await writeFile(
      join(folder, `sample${n}.ts`),
      `${/\bconnect\b/.test(sample) ? '' : opening}${sample}\nexport {}\n`,
    )
  const runs = samples.map((sample, n) => {
    const call = sample.includes('handle(')
      ? `await deliver((await import('./sample${n}.ts')).handle)`
      : undefined
    return call ?? `await import('./sample${n}.ts')`
  })
  await writeFile(
    join(folder, 'all.mts'),
    `async function deliver(handle: (request: Request) => Promise<Response>) {
  const { body, headers } = JSON.parse(process.env.DELIVERY ?? '')
  const answer = await handle(new Request('http://localhost', { method: 'POST', body, headers }))
  if (answer.status !== 204) throw new Error('refused')
}\n${runs.join('\n')}\nconsole.log('all ran')\n`,
  )
  await writeFile(join(folder, 'team.png'), new Uint8Array(await png()))
}

test('the packed SDK compiles strictly in an empty project, and so does every sample of the guides and the reference', async () => {
  // One after the other: packing blocks this process, which would leave transactions idle until they are ended.
  const folder = await openProject()
  const { baseUrl, acme, tenant } = await world()
  await writeSamples(folder)
  await run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', '.'], { cwd: folder })
  const secret = newSecret()
  const body = JSON.stringify({ type: 'page.published', data: { pageId: 'page_1' } })
  const headers = signedHeaders([secret], 'delivery_1', body, new Date())
  const env = {
    PATH: process.env.PATH,
    FOYER_URL: baseUrl,
    FOYER_API_KEY: acme.key,
    FOYER_WEBHOOK_SECRET: showSecret(secret),
    DELIVERY: JSON.stringify({ body, headers }),
  }
  const { stdout } = await run(process.execPath, ['all.mts'], { cwd: folder, env })
  assert.match(stdout, /all ran/)
  assert.match(stdout, /drafted/)
  const [service, sdk] = ['package.json', 'sdk/package.json'].map((name) =>
    JSON.parse(readFileSync(join(root, name), 'utf8')),
  )
  assert.equal(sdk.version, service.version, 'the SDK has the version of its service')
  if (isThorough)
    await tryOthers(folder, async () => ({ ...env, FOYER_API_KEY: (await tenant('other')).key }))
})

/** Older compilers, and the other programs that run JavaScript outside of browsers. */
async function tryOthers(folder: string, newEnvironment: () => Promise<NodeJS.ProcessEnv>) {
  const compilers = ['typescript5@npm:typescript@5', 'typescript6@npm:typescript@6']
  const deno = `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`
  const runtimes = [`node20@npm:node-${process.platform}-${process.arch}@20`, 'bun', deno]
  const tools = await emptyFolder()
  await run('npm', ['install', '--no-audit', '--no-fund', ...compilers, ...runtimes], { cwd: tools })
  const tool = (path: string) => join(tools, 'node_modules', path)
  for (const name of ['typescript5', 'typescript6'])
    await run(process.execPath, [tool(`${name}/bin/tsc`), '-p', '.'], { cwd: folder })
  const outDir = join(folder, 'compiled')
  const emit = ['-p', '.', '--noEmit', 'false', '--outDir', outDir, '--rewriteRelativeImportExtensions']
  await run(join(root, 'node_modules', '.bin', 'tsc'), emit, { cwd: folder })
  const program = join(outDir, 'all.mjs')
  const runs: [string, string[]][] = [
    [tool('node20/bin/node'), [program]],
    [tool('.bin/bun'), [program]],
    [tool(`${deno}/deno`), ['run', '--allow-all', program]],
  ]
  for (const [name, args] of runs)
    assert.match(
      (await run(name, args, { cwd: folder, env: await newEnvironment() })).stdout,
      /all ran/,
      name,
    )
}
