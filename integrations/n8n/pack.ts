import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import packageJson from './package.json' with { type: 'json' }

const folder = import.meta.dirname
const entries = ['Foyer.node', 'FoyerTrigger.node', 'FoyerApi.credentials']

/** Builds the package into a folder. n8n loads each file with `require`, and takes the class of its name. */
export async function buildNodes(target: string): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(folder, `${name}.ts`)])),
    platform: 'node',
  })
  await bundle.write({ dir: join(target, 'dist'), format: 'cjs', exports: 'named' })
  await bundle.close()
  // The sources are modules; what n8n loads is not.
  writeFileSync(join(target, 'package.json'), JSON.stringify({ ...packageJson, type: 'commonjs' }, null, 2))
  cpSync(join(folder, 'README.md'), join(target, 'README.md'))
  cpSync(join(folder, '..', '..', 'LICENSE'), join(target, 'LICENSE'))
  cpSync(join(folder, 'foyer.svg'), join(target, 'dist', 'foyer.svg'))
}

if (import.meta.main) {
  const built = mkdtempSync(join(tmpdir(), 'foyer-n8n-'))
  const target = resolve(process.argv[2] ?? '.')
  mkdirSync(target, { recursive: true })
  await buildNodes(built)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: built, stdio: 'inherit' })
  rmSync(built, { recursive: true })
}
