import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/** Files on which other features stand, unlike the rest of their folder. */
const groundFiles = ['webhooks/events', 'fields/schema', 'fields/values', 'fields/queries', 'fields/filter']
/** Folders that every feature may import. The empty name stands for files directly in `server`. */
const foundation = [
  ...[
    '',
    'config',
    'log',
    'telemetry',
    'secrets',
    'storage',
    'database',
    'queue',
    'threads',
    'lists',
    'mail',
    'embedded',
    'web',
    'backup',
    'start',
  ],
]
/** Files that assemble the features, so they may import all. */
const composers = [
  ...['app', 'workers', 'main', 'start/listen', 'start/webProcesses', 'documents/thread'],
].map((name) => `server/${name}.ts`)

const root = join(import.meta.dirname, '..', '..')
const files = globSync('server/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$/.test(file) && !/^server\/(test|cli|demo)\//.test(file),
)

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) =>
    normalize(join(dirname(file), path as string)),
  )
}

/** What a file belongs to: the foundation, a feature, or a ground file of one. */
function partOf(file: string): string {
  const path = file.replace(/^server\//, '').replace(/\.ts$/, '')
  if (groundFiles.includes(path)) return path
  const folder = path.includes('/') ? (path.split('/')[0] as string) : ''
  return foundation.includes(folder) ? 'foundation' : folder
}

test('imports point one way: features import each other without cycles, and the foundation imports no feature', () => {
  const imports = new Map<string, Map<string, string>>()
  for (const file of files.filter((file) => !composers.includes(file)))
    for (const target of importsOf(file).filter((path) => path.startsWith('server/'))) {
      assert.ok(!composers.includes(target), `${file} imports ${target}`)
      const [part, other] = [partOf(file), partOf(target)]
      if (part === other) continue
      assert.notEqual(part, 'foundation', `${file} imports ${target}, which is a feature`)
      const ofPart = imports.get(part) ?? new Map<string, string>()
      imports.set(part, ofPart.set(other, `${file} imports ${target}`))
    }
  const done = new Set<string>()
  const visit = (part: string, path: string[], reasons: string[]) => {
    const begins = path.indexOf(part)
    assert.equal(begins, -1, `a circle of features: ${reasons.slice(begins).join(', ')}`)
    if (done.has(part)) return
    for (const [other, reason] of imports.get(part) ?? []) visit(other, [...path, part], [...reasons, reason])
    done.add(part)
  }
  for (const part of imports.keys()) visit(part, [], [])
})

test('no feature imports the routes of another', () => {
  for (const file of files.filter((file) => !composers.includes(file)))
    for (const target of importsOf(file))
      assert.ok(
        !target.endsWith('/routes.ts') || dirname(target) === dirname(file),
        `${file} imports ${target}`,
      )
})

test('routes, schemas and the console have no SQL', () => {
  const statement = /\w(?:<[^`]*>)?`\s*(?:select|insert into|update|delete from|with)\s/
  const tested = globSync('{server/**/{routes,schema,*Routes,*Schema}.ts,console/**/*.{ts,tsx}}', {
    cwd: root,
  }).filter((file) => !/\.test\.ts$|\/test\/|console\/dist/.test(file))
  assert.ok(tested.length > 400)
  for (const file of tested) assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), statement, file)
})

test('the environment is read in one place', () => {
  const readers = files.filter((file) => /process\.env/.test(readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(readers, ['server/config/config.ts'])
})

test('`document/` is imported by its index alone, and by the console through its catalogue and palette', () => {
  const outside = globSync('{builtin-agent,server,console,browser,shared,scripts,bench}/**/*.{ts,tsx}', {
    cwd: root,
  })
  const forConsole = ['document/catalogue.ts', 'document/render/palette.ts']
  for (const file of outside.filter((file) => !file.startsWith('console/dist/')))
    for (const target of importsOf(file).filter((path) => path.startsWith('document/'))) {
      const isConsole = file.startsWith('console/') && !/\.test\.ts$/.test(file)
      const allowed = isConsole ? forConsole : ['document/index.ts']
      assert.ok(allowed.includes(target), `${file} imports ${target}`)
    }
})

test('`document/` imports nothing but itself, shared code and packages that do no I/O', () => {
  /** These read data files when the first map is drawn. */
  const readsData = ['document/pictures/places.ts', 'document/pictures/world.ts']
  /** A package is loaded when it is first needed. */
  const loadsLater = 'document/render/language.ts'
  const inside = globSync('document/**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$/.test(file))
  for (const file of inside) {
    for (const target of importsOf(file))
      assert.match(target, /^(document|shared)\//, `${file} imports ${target}`)
    const modules = readFileSync(join(root, file), 'utf8').matchAll(/from 'node:(\w+)'/g)
    for (const [, module] of modules)
      assert.ok(
        module === 'crypto' || readsData.includes(file) || (module === 'module' && file === loadsLater),
        `${file} imports node:${module}`,
      )
  }
})

test('`builtin-agent/` imports nothing but itself, `document/` and shared code, and reads no files but its weights', () => {
  const readsWeights = ['builtin-agent/learnt/weights.ts', 'builtin-agent/plausible/plausible.ts']
  const inside = globSync('builtin-agent/**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$/.test(file))
  for (const file of inside) {
    for (const target of importsOf(file))
      assert.match(target, /^(builtin-agent|document|shared)\//, `${file} imports ${target}`)
    if (/^builtin-agent\/(evaluation|training)\//.test(file)) continue
    const modules = readFileSync(join(root, file), 'utf8').matchAll(/from 'node:(\w+)'/g)
    for (const [, module] of modules)
      assert.ok(module === 'fs' && readsWeights.includes(file), `${file} imports node:${module}`)
  }
})

test('a file of `builtin-agent/` has at most 300 lines, and no two of them declare a type of the same name', () => {
  const declared = new Map<string, string>()
  const running = globSync('builtin-agent/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|^builtin-agent\/(evaluation|training|words)\//.test(file),
  )
  for (const file of running) {
    const text = readFileSync(join(root, file), 'utf8')
    const lines = text.split('\n').length - 1
    assert.ok(lines <= 300, `${file} has ${lines} lines: what second subject does it have?`)
    for (const [, name = ''] of text.matchAll(/^(?:export )?(?:type|class) (\w+)/gm)) {
      assert.equal(declared.get(name), undefined, `${name} is in ${declared.get(name)} and ${file}`)
      declared.set(name, file)
    }
  }
})

test('production code imports nothing of the evaluation and the training', () => {
  const running = globSync('{builtin-agent,server}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|^builtin-agent\/(evaluation|training)\/|^server\/(test|agent\/eval)\//.test(file),
  )
  for (const file of running)
    for (const target of importsOf(file))
      assert.doesNotMatch(target, /^builtin-agent\/(evaluation|training)\//, `${file} imports ${target}`)
})

test('the catalogue of blocks and the palette bring no schemas and no packages into the console', () => {
  const reached = new Set<string>()
  const reach = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    const text = readFileSync(join(root, file), 'utf8').replace(/^import type .*$/gm, '')
    for (const [, path = ''] of text.matchAll(/from '([^']+)'/g)) {
      assert.match(path, /^\./, `${file} imports ${path}`)
      reach(normalize(join(dirname(file), path)))
    }
  }
  reach('document/catalogue.ts')
  reach('document/render/palette.ts')
  const allowed =
    /^(?:shared\/color|document\/(?:catalogue|render\/palette|blocks\/(?:[a-z]+\/)?(?:words|thumbnail)))\.ts$/
  for (const file of reached) assert.match(file, allowed)
})

test('`sdk/` imports nothing but itself, and is imported by its index alone', () => {
  const all = globSync('{sdk,server,console,scripts}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.ts$|^console\/dist\//.test(file),
  )
  for (const file of all)
    for (const target of importsOf(file)) {
      if (file.startsWith('sdk/')) assert.match(target, /^sdk\//, `${file} imports ${target}`)
      else if (target.startsWith('sdk/')) assert.equal(target, 'sdk/index.ts', `${file} imports ${target}`)
    }
})

test('no two files import each other, directly or through others', () => {
  const all = globSync('{builtin-agent,document,sdk,server,shared,console,browser}/**/*.{ts,tsx}', {
    cwd: root,
  }).filter((file) => !/\.test\.ts$|^console\/dist\//.test(file))
  const imports = new Map(all.map((file) => [file, importsOf(file)]))
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    const begins = path.indexOf(file)
    assert.equal(begins, -1, `a circle: ${[...path.slice(begins), file].join(' → ')}`)
    if (done.has(file)) return
    for (const target of imports.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of all) visit(file, [])
})

test('one type, one name: no two files of the server, of `document/` or of `shared/` export a type of the same name', () => {
  const declared = new Map<string, string[]>()
  for (const file of globSync('{server,document,shared}/**/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    const names = [...text.matchAll(/^export (?:abstract )?(?:type|interface|class) (\w+)/gm)].map(
      ([, name]) => name as string,
    )
    for (const name of new Set(names)) declared.set(name, [...(declared.get(name) ?? []), file])
  }
  // The content of a block type, one in each of their folders.
  declared.delete('Props')
  for (const [name, places] of declared)
    assert.equal(places.length, 1, `${name} is in ${places.join(' and ')}`)
})
