import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parser as goParser } from '@lezer/go'
import type { LRParser } from '@lezer/lr'
import { parser as phpParser } from '@lezer/php'
import { parser as pythonParser } from '@lezer/python'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenApiDocument } from '../../shared/openApi.ts'
import { layOut } from '../batches/columns.ts'
import { openSession } from '../database/session.ts'
import { Reference } from '../web/docs/model.ts'
import { samplesOf } from '../web/docs/samples.ts'
import { newSecret, showSecret, signedHeaders } from '../webhooks/signature.ts'
import { png } from './images.ts'
import { emptyFolder, freshDatabase, launch } from './launch.ts'
import { run } from './run.ts'
import { type CodeBlock, codeBlocks } from './samples.ts'

const root = join(import.meta.dirname, '..', '..')
/** Samples of TypeScript are compiled and run by sdk/package.test.ts. */
const languages = ['sh', 'sql', 'json', 'csv', 'python', 'ts', 'text']

async function readGuides(): Promise<[file: string, blocks: CodeBlock[]][]> {
  const files = ['README.md', ...globSync('docs/*.md', { cwd: root }).sort()]
  return await Promise.all(
    files.map(
      async (file): Promise<[string, CodeBlock[]]> => [
        file,
        codeBlocks(await readFile(join(root, file), 'utf8')),
      ],
    ),
  )
}

/** A folder with `npx` for this checkout, `jq` for the filters that guides use, and the files that they read. */
async function openFolder(blocks: CodeBlock[]) {
  const folder = await emptyFolder()
  const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'bin', 'foyer.js')}" "$@"\n`
  const filter = 'process.argv[3].slice(1).split(/[.[\\]]+/).filter(Boolean)'
  const jq = `#!${process.execPath}\nconst keys = ${filter}\nlet value = JSON.parse(require('fs').readFileSync(0, 'utf8'))\nfor (const key of keys) value = value[key]\nif (value === undefined) throw new Error('no ' + keys)\nconsole.log(value)\n`
  for (const [name, text] of Object.entries({ npx, jq })) {
    await writeFile(join(folder, name), text)
    await chmod(join(folder, name), 0o755)
  }
  await writeFile(join(folder, 'team.png'), await png())
  await writeFile(join(folder, 'people.csv'), 'name,email\nJane,jane@initech.example\n')
  for (const { language, name, code } of blocks)
    if (language === 'csv') await writeFile(join(folder, `${name}.csv`), code)
  return folder
}

test('every sample of the README and the guides runs as written, except those marked', async (t) => {
  const guides = await readGuides()
  const all = guides.flatMap(([, blocks]) => blocks)
  const skipped = all.filter(({ name }) => name === 'not-run')
  assert.deepEqual(
    all.filter((one) => !languages.includes(one.language) && !skipped.includes(one)),
    [],
  )
  assert.ok(skipped.length <= 16, `${skipped.length} samples are not run`)
  const [folder, databaseUrl, dataDir] = await Promise.all([openFolder(all), freshDatabase(), emptyFolder()])
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, FOYER_DEMO: 'true', PORT: '0' }
  const service = await launch(settings)
  t.after(() => service.stop())
  const { url, key = '' } = service
  const page = await findSamplePage(url, key)
  const texts = guides.map(([file, blocks]): [string, string] => [file, shellOf(blocks, url, key)])
  // Operators' commands make the team whose users another guide manages.
  const order = ['docs/operating.md', 'README.md']
  texts.sort(([a], [b]) => order.indexOf(b) - order.indexOf(a))
  for (const [file, text] of texts.filter(([, text]) => text !== '')) {
    await writeFile(join(folder, 'guide.sh'), `set -euo pipefail\n${text}\necho all ran\n`)
    const env = {
      ...{ PATH: `${folder}:${process.env.PATH}`, XDG_CONFIG_HOME: folder, HOME: folder },
      ...{ FOYER: url, SERVICE: url, KEY: key, PAGE: page },
      ...(file === 'docs/command-line.md' ? {} : { FOYER_URL: url, FOYER_API_KEY: key }),
      ...(order.includes(file) || file === 'docs/users.md' ? settings : {}),
    }
    const { stdout } = await run('bash', ['guide.sh'], { cwd: folder, env }).catch((error) => {
      throw new Error(`${file}: ${error.message}`)
    })
    assert.match(stdout, /all ran\n$/, file)
    for (const expected of shown[file] ?? []) assert.match(stdout, expected, file)
  }
  await checkStatements(all, databaseUrl)
})

/** What the output of a guide must contain. */
const shown: Record<string, RegExp[]> = {
  'README.md': [/<h1[^>]*>Chilled, all the way to Gdańsk/, /"totalSessions"/, /"code":"invalid_input"/],
  'docs/command-line.md': [/"outcome":"drafted"/],
  'docs/crm.md': [/Wants a pilot in Berlin/, /"dryRun":true/],
  'docs/quickstart.md': [/\/jane/],
}

function shellOf(blocks: CodeBlock[], url: string, key: string): string {
  return blocks
    .filter(({ language, name }) => language === 'sh' && name === '')
    .map(({ code }) => code)
    .join('\n')
    .replaceAll('http://localhost:3000', url)
    .replaceAll('demo.localhost:3000', new URL(url).host.replace('localhost', 'demo.localhost'))
    .replaceAll('foyer_…', key)
}

async function findSamplePage(url: string, key: string): Promise<string> {
  const found = await fetch(`${url}/v0/audiences/search?query=amara`, { headers: { 'x-api-key': key } })
  const { items } = (await found.json()) as { items: { pageId: string }[] }
  return items[0]?.pageId ?? ''
}

async function checkStatements(blocks: CodeBlock[], databaseUrl: string) {
  const session = await openSession({ url: databaseUrl })
  for (const { code } of blocks.filter(({ language, name }) => language === 'sql' && name === ''))
    await session.execute(code)
  await session.end()
}

const openapi = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8'))

function openSchemas() {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(openapi, 'api')
  return (path: string, value: unknown, what: string) => {
    const check = ajv.compile({ $ref: `api#/${path}` })
    assert.ok(check(value), `${what}: ${JSON.stringify(check.errors)}`)
  }
}

/** What the columns of other programs' files become. */
const recognised: Record<string, string[]> = {
  'hubspot-contacts': ['firstName', 'lastName', 'email', 'phoneNumber', 'jobTitle', 'company', 'domain'],
  'hubspot-companies': ['company', 'domain', 'phoneNumber'],
  'unbounce-leads': ['name', 'email', 'company'],
}

test('guides are correct: JSON matches its schema, CSV is recognised, and Python verifies webhooks', async (context) => {
  const all = (await readGuides()).flatMap(([, blocks]) => blocks)
  for (const { name, code } of all.filter(({ language }) => language === 'csv')) {
    const { columns } = layOut(code.split('\n', 1)[0]?.split(',') ?? [], undefined, [])
    assert.deepEqual(Object.values(columns), recognised[name], name)
  }
  const demand = openSchemas()
  for (const { code, name } of all.filter(({ language }) => language === 'json')) {
    const value = JSON.parse(code)
    if (name) demand(`components/schemas/${name}`, value, name)
  }
  const [python] = all.filter(({ language }) => language === 'python')
  assert.deepEqual(mistakes(pythonParser, python?.code ?? ''), [])
  const hasPython = await run('python3', ['--version']).then(
    () => true,
    () => false,
  )
  if (!hasPython) return context.diagnostic('No Python here: the sample is parsed, but not run.')
  const secret = newSecret()
  const body = '{"type":"page.published"}'
  const given = JSON.stringify({
    secret: showSecret(secret),
    headers: signedHeaders([secret], 'evt_1', body, new Date()),
    body,
  })
  const tries = `import json, os
given = json.loads(os.environ["GIVEN"])
print([is_genuine(given["secret"], given["headers"], body.encode()) for body in (given["body"], given["body"] + " ")])`
  const { stdout } = await run('python3', ['-c', `${python?.code}\n${tries}`], {
    env: { PATH: process.env.PATH, GIVEN: given },
  })
  assert.equal(stdout.trim(), '[True, False]')
})

test('the samples of every operation can be parsed, and send the fields that its schema requires', async () => {
  const reference = new Reference(openapi as OpenApiDocument)
  const operations = reference.chapters.flatMap((chapter) => chapter.operations)
  const samples = operations.map((operation) => samplesOf(reference, 'http://localhost:3000', operation))
  const codeIn = (language: string) =>
    samples.map((list) => list.find((one) => one.language === language)?.code ?? '')
  const folder = await emptyFolder()
  const commands = codeIn('sh').join('\nprintf "\\1"\n')
  await writeFile(join(folder, 'all.sh'), `curl() { printf "%s\\0" "$@"; }\n${commands}\n`)
  const env = { PATH: process.env.PATH, FOYER_API_KEY: 'k' }
  const { stdout } = await run('sh', [join(folder, 'all.sh')], { env })
  const demand = openSchemas()
  for (const [nth, printed] of stdout.split('\u0001').entries()) {
    const { method, path, operationId } = operations[nth] as (typeof operations)[number]
    const sent = printed.split('\0')
    assert.equal(sent.includes('-X') ? sent[sent.indexOf('-X') + 1] : 'GET', method, operationId)
    assert.ok(sent.includes('x-api-key: k'), operationId)
    const url = new URL(sent.find((one) => one.startsWith('http')) ?? '')
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/{}]+')}$`)
    assert.match(url.pathname, pattern, operationId)
    if (!sent.includes('-d')) continue
    const place = [
      'paths',
      path,
      method.toLowerCase(),
      'requestBody',
      'content',
      'application/json',
      'schema',
    ]
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/')
    const body = JSON.parse(sent[sent.indexOf('-d') + 1] ?? '')
    demand(pointer, body, operationId)
    assert.doesNotMatch(JSON.stringify(body), /\{\}/, `${operationId}: PHP writes an empty object as a list`)
  }
  for (const [language, parser] of Object.entries(parsers))
    for (const [nth, code] of codeIn(language).entries())
      assert.deepEqual(mistakes(parser, code), [], `${operations[nth]?.operationId} in ${language}`)
})

const parsers = { python: pythonParser, go: goParser, php: phpParser }

/** What a parser, which goes on after mistakes, can't place. */
function mistakes(parser: LRParser, code: string): string[] {
  const found: string[] = []
  parser.parse(code).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) found.push(`at ${code.slice(Math.max(0, from - 20), to + 20)}`)
    },
  })
  return found
}
