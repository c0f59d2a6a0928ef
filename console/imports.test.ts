import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const files = globSync('console/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/^console\/(dist|test)\/|\.test\.ts$|vite\.config\.ts$/.test(file),
)

/** The files that a file imports from the project, and whether it imports only types. */
function importsOf(file: string): { target: string; isType: boolean }[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [
    ...text.matchAll(
      /(import type|export type|import|export)?[^'"\n;]*?(?:from|import)\s*\(?\s*'(\.[^']+)'/g,
    ),
  ].map(([, kind, path]) => ({
    target: normalize(join(dirname(file), path as string)),
    isType: kind?.endsWith('type') ?? false,
  }))
}

function folderOf(file: string): string {
  const [, folder = '', ...rest] = file.split('/')
  return rest.length === 0 ? '' : folder
}

test('the console imports only types from the server, and code only from shared, sdk, the text editor, the catalogue and the palette', () => {
  for (const file of files)
    for (const { target, isType } of importsOf(file))
      assert.ok(
        /^(console|shared|browser\/richText)\/|^(document\/(catalogue|render\/palette)|sdk\/index)\.ts$/.test(
          target,
        ) || isType,
        `${file} imports ${target}`,
      )
})

test('shared parts do not import screens, and screens import only queries, searches, words and small components of each other', () => {
  const below: Record<string, string[]> = {
    api: ['api'],
    ui: ['api', 'ui'],
    shell: ['api', 'ui', 'shell'],
    documents: ['api', 'ui', 'documents'],
  }
  for (const file of files.filter((file) => folderOf(file) !== ''))
    for (const { target } of importsOf(file).filter(
      ({ target }) => !/^(shared|browser|document|sdk|server)\//.test(target),
    )) {
      const [from, to] = [folderOf(file), folderOf(target)]
      // The history is a part of accounts and persons, which both import it.
      const may = below[from] ?? ['api', 'ui', 'shell', 'activity', 'chat', 'documents', from]
      // Cells, fields, lines, panels and tabs may be used in other nouns' screens.
      const isPart =
        /\/(queries|search|words)\.ts$|(Cell|Field|Line|Panel|Tab)\.tsx$/.test(target) && !below[from]
      assert.ok(may.includes(to) || isPart, `${file} imports ${target}`)
    }
})

test('no component is longer than 150 lines', () => {
  const long = files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^(?:export )?function (\w+)[\s\S]*?^}$/gm)].map(
        ([text, name]) => ({ name, file, lines: text.split('\n').length }),
      ),
    )
  assert.ok(long.length > 500, 'the functions are found')
  assert.deepEqual(
    long.filter(({ lines }) => lines > 150),
    [],
  )
})
