import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: (path) => /^(dist|test)\b/.test(path) })
const sources = new Map(
  files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)
const folderOf = (file: string) => file.split('/')[0]

/** Keys that dialogs, forms and buttons handle by default. */
const native = new Set(['escape', 'enter', 'space', 'shift+enter', 'mod+enter'])
/** Shortcuts handled in another file: its path, and the code that handles the key. */
const elsewhere: Record<string, [file: string, code: string]> = {
  'content mod+z': ['content/keys.ts', 'editor.undo()'],
  'content mod+shift+z': ['content/keys.ts', 'editor.redo()'],
  'releases x': ['releases/RolloutsTab.tsx', 'keys === event.key'],
  'releases m': ['releases/RolloutsTab.tsx', 'keys === event.key'],
  'domains c': ['links/LinksScreen.tsx', "useShortcut('c'"],
}

test('every key that is shown as a hint does something', () => {
  const missing: string[] = []
  let hints = 0
  for (const [file, source] of sources)
    for (const [, keys = ''] of source.matchAll(/\bkeys(?:=|: )\{?["']([^"']+)["']/g)) {
      hints++
      if (native.has(keys) || file === 'shell/navigation.ts') continue
      const [handler, code] = elsewhere[`${folderOf(file)} ${keys}`] ?? []
      const isHandled = handler
        ? sources.get(handler)?.includes(code ?? '')
        : [...sources].some(
            ([other, text]) =>
              folderOf(other) === folderOf(file) &&
              new RegExp(`useShortcut\\(\\s*'${keys.replace(/[^a-z0-9]/g, '\\$&')}'`).test(text),
          )
      if (!isHandled) missing.push(`${file}: ${keys}`)
    }
  assert.ok(hints > 50, `${hints} hints`)
  assert.deepEqual(missing, [])
})
