import assert from 'node:assert/strict'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { png } from '../../test/images.ts'
import { emptyFolder } from '../../test/launch.ts'
import { run } from '../../test/run.ts'
import { codeBlocks } from '../../test/samples.ts'
import { world } from '../../test/world.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** A folder with `npx` for this checkout, and `jq` for the one filter that the guide uses. */
async function openFolder() {
  const folder = await emptyFolder()
  const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'bin', 'foyer.js')}" "$@"\n`
  const filter = 'process.argv[3].slice(1).split(/[.[\\]]+/).filter(Boolean)'
  const jq = `#!${process.execPath}\nconst keys = ${filter}\nlet value = JSON.parse(require('fs').readFileSync(0, 'utf8'))\nfor (const key of keys) value = value[key]\nconsole.log(value)\n`
  for (const [name, text] of Object.entries({ npx, jq })) {
    await writeFile(join(folder, name), text)
    await chmod(join(folder, name), 0o755)
  }
  await writeFile(join(folder, 'team.png'), await png())
  await writeFile(join(folder, 'people.csv'), 'name,email\nJane,jane@initech.example\n')
  return folder
}

test('every sample of the guide to the command line runs', async () => {
  const [folder, { acme, baseUrl }] = await Promise.all([openFolder(), world()])
  const guide = await readFile(join(root, 'docs', 'command-line.md'), 'utf8')
  const samples = codeBlocks(guide, 'sh')
  assert.ok(samples.length >= 5)
  await writeFile(join(folder, 'all.sh'), `set -euo pipefail\n${samples.join('\n')}\necho all ran\n`)
  const { stdout } = await run('bash', ['all.sh'], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env.PATH}`, XDG_CONFIG_HOME: folder, KEY: acme.key, SERVICE: baseUrl },
  })
  assert.match(stdout, /"outcome":"drafted"/)
  assert.match(stdout, /all ran\n$/)
  assert.match(await readFile(join(folder, 'persons.csv'), 'utf8'), /jane@initech\.example/)
})
