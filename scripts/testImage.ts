import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../server/embedded/postgres.ts'
import { png } from '../server/test/images.ts'

// Builds the image of deploy/Dockerfile and runs it as in production: its own user, no capabilities, nothing to write to
// but /data and /tmp. No registry of images is needed: both base images are made from Debian's packages.

const root = join(import.meta.dirname, '..')
const mostMegabytes = 250
const user = '10001'
const storage = ['--storage-driver', 'vfs']
/** The settings of the image, except that it listens on loopback only. */
const environment = {
  ...{ NODE_ENV: 'production', HOST: '127.0.0.1', DATA_DIR: '/data', HOME: '/tmp' },
  PATH: '/usr/local/bin:/usr/bin:/bin',
}

for (const program of ['buildah', 'mmdebstrap', 'setpriv'])
  if (!isInstalled(program))
    stop(`${program} is missing. On Debian: apt-get install buildah mmdebstrap util-linux`)
if (process.getuid?.() !== 0) stop('This needs root: it mounts file systems.')

const folder = await mkdtemp(join(tmpdir(), 'foyer-image-'))
try {
  if (!hasImage('foyer-test-base')) await step('Debian', makeBase)
  if (!hasImage('foyer-test-node')) await step('Node.js', makeNode)
  // `--built` tests the image of an earlier run.
  if (!process.argv.includes('--built')) await step('the image', build)
  const container = buildah('from', 'localhost/foyer-test')
  const image = buildah('mount', container)
  try {
    const megabytes = Math.round(Number(run('du', ['-sbx', image]).split('\t')[0]) / 1e6)
    say(`size: ${megabytes} MB`)
    if (megabytes > mostMegabytes) stop(`The image is larger than ${mostMegabytes} MB.`)
    await step('a run', () => tryOut(image))
  } finally {
    buildah('rm', container)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Debian like in its slim images: the required packages, without documentation and translations. */
async function makeBase() {
  const tar = join(folder, 'base.tar')
  const left = ['doc', 'man', 'info', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
  run('mmdebstrap', ['--variant=minbase', ...left, 'bookworm', tar])
  commit('foyer-test-base', (container) => buildah('add', '-q', container, tar, '/'))
}

/** The contents of `node:…-slim`: Debian, Node.js and npm. */
async function makeNode() {
  const files = join(folder, 'node')
  await mkdir(join(files, 'usr/local/bin'), { recursive: true })
  await cp(process.execPath, join(files, 'usr/local/bin/node'))
  run('npm', ['install', '--no-audit', '--no-fund', '--prefix', join(files, 'usr/local/npm'), 'npm@11'])
  const npm = '#!/bin/sh\nexec node /usr/local/npm/node_modules/npm/bin/npm-cli.js "$@"\n'
  await writeFile(join(files, 'usr/local/bin/npm'), npm, { mode: 0o755 })
  // For networks with a certificate authority of their own.
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  if (authorities) await writeFile(join(files, 'usr/local/authorities.pem'), await readFile(authorities))
  commit(
    'foyer-test-node',
    (container) => {
      buildah('copy', '-q', container, files, '/')
      buildah(
        'run',
        '--isolation',
        'chroot',
        container,
        '--',
        'sh',
        '-c',
        'apt-get update && apt-get install -y libatomic1',
      )
      if (authorities) buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/usr/local/authorities.pem', container)
    },
    'localhost/foyer-test-base',
  )
}

async function build() {
  const sources = join(folder, 'sources')
  await mkdir(sources)
  run('sh', ['-c', `git ls-files -z | xargs -0 cp --parents -t '${sources}'`], root)
  const images = ['NODE_IMAGE=localhost/foyer-test-node', 'BASE_IMAGE=localhost/foyer-test-base']
  buildah(
    'bud',
    ...[
      '--isolation',
      'chroot',
      '-q',
      '-f',
      join(sources, 'deploy/Dockerfile'),
      '-t',
      'localhost/foyer-test',
    ],
    ...images.flatMap((image) => ['--build-arg', image]),
    sources,
  )
}

/** Migrates, then serves and runs jobs in two processes; each must exit on SIGTERM. */
async function tryOut(image: string) {
  const database = await startPostgres(join(folder, 'database'))
  try {
    const port = await freePort()
    const settings = {
      ...{ DATABASE_URL: database.url, PORT: String(port), FOYER_DEMO: 'false', LOG_LEVEL: 'error' },
      ...{ FOYER_API_KEY: 'a-key-for-the-image-of-32-characters' },
    }
    await finished(start(image, settings, 'migrate'), 'migrate')
    const web = start(image, settings, 'start', '--role', 'web')
    const worker = start(image, settings, 'start', '--role', 'worker')
    await untilServed(`http://127.0.0.1:${port}/readyz`)
    const headers = { 'x-api-key': settings.FOYER_API_KEY, 'content-type': 'application/json' }
    const page = { name: 'Hello', pageType: 'custom' }
    const made = await fetch(`http://127.0.0.1:${port}/v0/pages`, {
      method: 'POST',
      headers,
      body: JSON.stringify(page),
    })
    if (made.status !== 201) throw new Error(`A page: ${made.status} ${await made.text()}`)
    const picture = new FormData()
    picture.set('file', new Blob([new Uint8Array(await png(40, 30))], { type: 'image/png' }), 'picture.png')
    const uploaded = await fetch(`http://127.0.0.1:${port}/v0/files`, {
      ...{ method: 'POST', headers: { 'x-api-key': settings.FOYER_API_KEY }, body: picture },
    })
    if (uploaded.status !== 201) throw new Error(`A picture: ${uploaded.status} ${await uploaded.text()}`)
    const refused = 'try { fs.writeFileSync("/foyer/x", "") } catch { process.exit(3) }'
    if ((await codeOf(start(image, settings, '-e', refused))) !== 3)
      throw new Error('The file system of the image can be written to.')
    for (const service of [web, worker]) service.kill('SIGTERM')
    await finished(web, 'web')
    await finished(worker, 'worker')
  } finally {
    await database.stop()
  }
}

/** Runs the image read-only, as its user, without capabilities; /data and /tmp are in memory. */
function start(image: string, settings: Record<string, string>, ...args: string[]) {
  const program =
    args[0] === '-e'
      ? ['/usr/local/bin/node', ...args]
      : ['/usr/local/bin/node', '/foyer/bin/foyer.js', ...args]
  const mounts = [
    `mount --bind '${image}' '${image}'`,
    `mount -t proc proc '${image}/proc'`,
    `mount -t tmpfs -o mode=1777 tmpfs '${image}/tmp'`,
    `mount -t tmpfs -o uid=${user},gid=${user} tmpfs '${image}/data'`,
    `mount -o remount,ro,bind '${image}'`,
  ].join(' && ')
  const drop = `--reuid=${user} --regid=${user} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs`
  const enter = `exec setpriv ${drop} env -i ${Object.entries({ ...environment, ...settings })
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ')} "$@"`
  return spawn(
    'unshare',
    [
      '--mount',
      'sh',
      '-c',
      `${mounts} && exec chroot '${image}' /bin/sh -c '${enter.replaceAll("'", `'\\''`)}' sh "$@"`,
      'sh',
      ...program,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
}

async function codeOf(child: ReturnType<typeof spawn>): Promise<number | null> {
  return child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve)))
}

async function finished(child: ReturnType<typeof spawn>, name: string) {
  const code = await codeOf(child)
  if (code !== 0) throw new Error(`${name} ended with ${code}.`)
}

async function untilServed(url: string) {
  for (let tries = 0; tries < 120; tries++) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await sleep(500)
  }
  throw new Error(`${url} does not answer.`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

function commit(name: string, fill: (container: string) => void, from = 'scratch') {
  const container = buildah('from', from)
  fill(container)
  buildah('commit', '-q', '--rm', container, `localhost/${name}`)
}

/** Whether an earlier run left this base image, which is then reused; `buildah rmi --all` removes them. */
function hasImage(name: string): boolean {
  return buildah('images', '--format', '{{.Name}}').includes(`localhost/${name}`)
}

function buildah(command: string, ...args: string[]): string {
  return run('buildah', [...storage, command, ...args])
}

function run(program: string, args: string[], cwd?: string): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

function isInstalled(program: string): boolean {
  return ['/usr/bin', '/usr/sbin', '/bin', '/usr/local/bin'].some((place) => existsSync(join(place, program)))
}

async function step(name: string, work: () => Promise<void>) {
  const began = performance.now()
  await work()
  say(`${name}: ${Math.round((performance.now() - began) / 1000)} s`)
}

function say(text: string) {
  process.stdout.write(`${text}\n`)
}

function stop(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
