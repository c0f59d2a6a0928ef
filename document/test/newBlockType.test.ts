import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import fastify from 'fastify'
import { somePage } from '../../server/test/pages.ts'

const root = join(import.meta.dirname, '..', '..')
const parts = [
  'browser',
  'builtin-agent',
  'sdk',
  'docs',
  'document',
  'migrations',
  'scripts',
  'server',
  'shared',
  'console/api',
]
const files = ['console/theme.css', 'openapi.json', 'package.json', 'schema.sql', 'tsconfig.json']

/** A copy of the project with an additional block type, after `npm run generate`. */
async function projectWith(folder: string, type: string): Promise<string> {
  for (const part of [...parts, ...files]) await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const fixture = join(import.meta.dirname, 'fixture', type)
  await cp(fixture, join(folder, 'document', 'blocks', type), { recursive: true })
  await promisify(execFile)(process.execPath, ['scripts/generate.ts'], { cwd: folder })
  return folder
}

test('a new block type is a folder, and `npm run generate` adds it everywhere', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-block-type-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await projectWith(folder, 'team')
  const load = async (path: string) => await import(join(folder, path))
  const text = async (path: string) => await readFile(join(folder, path), 'utf8')
  const { renderPage, validateDocument, blockTypes } = await load('document/index.ts')
  const { example, starter, words, thumbnail } = blockTypes.find(({ name }: any) => name === 'team')

  await t.test('documents with the new block type are valid and are drawn with its styles', () => {
    const { blocks } = validateDocument({
      ...{ theme: {}, blocks: [{ id: 'team', type: 'team', props: example, sources: [] }] },
    })
    const drawn = (look: string) => renderPage(somePage({ theme: { look }, blocks } as any)).html as string
    const page = drawn('product')
    for (const part of [
      '<section class="b team tint l-cards"',
      '<strong>Robin Hart</strong>',
      '.people{display:flex;flex-wrap:wrap;gap:.5rem 2rem}\n.avatar{',
    ])
      assert.ok(page.includes(part), part)
    assert.ok(drawn('bold').includes('.people strong{color:var(--signal)}'))
    assert.ok(!page.includes('.people strong'))
    assert.throws(() =>
      validateDocument({ theme: {}, blocks: [{ id: 'team', type: 'team', props: {}, sources: [] }] }),
    )
  })

  await t.test('the API describes the new block type', async () => {
    assert.match(await text('openapi.json'), /"title": "TeamBlock"|"TeamBlock": \{/)
    assert.match(await text('sdk/shapes.ts'), /type: "team"/)
  })

  await t.test('editors get the schema and the starter of the new block type', async () => {
    const app = fastify()
    const { blockTypeRoutes } = await load('server/pages/blockTypeRoutes.ts')
    blockTypeRoutes(app)
    const { items } = (await app.inject('/v0/block_types')).json()
    const { purpose, ...info } = items.find(({ type }: any) => type === 'team')
    assert.equal(purpose, 'The people behind it, by name.')
    assert.deepEqual(info.starter, starter)
    assert.deepEqual(Object.keys(info.props.properties).slice(-2), ['people', 'layout'])
  })

  await t.test('the console has the name and thumbnail of the new block type, in its position', async () => {
    const { catalogue } = await load('document/catalogue.ts')
    assert.deepEqual(catalogue.team, { ...words, thumbnail })
    const names = Object.keys(catalogue)
    assert.equal(names.indexOf('team'), names.indexOf('quote') + 1)
  })

  await t.test('agents know the new block type', async () => {
    const { blockReference, typeNames } = await load('server/agent/model/reference.ts')
    assert.match(blockReference, /^team: opening.*, people\*\[1-12\]\{name\* 80p, role 120\}/m)
    assert.ok(typeNames.includes('team'))
    const { blockNames, itemNames } = await load('builtin-agent/words/names.ts')
    assert.equal(blockNames.team, 'team, crew section, our people')
    assert.equal(itemNames['team.people'], 'team member, teammate')
    const { labelOf } = await load('builtin-agent/label.ts')
    assert.equal(labelOf({ type: 'team', props: {} }, { blocks: [] }), 'the team block')
  })

  await t.test('the documentation lists the new block type', async () => {
    assert.match(await text('docs/looks.md'), /^\| `team` +\| `cards` `line` +\|$/m)
  })
})
