import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Compiles and packs the SDK into a folder, and returns the name of the file. It builds in a temporary folder, so that
 * several processes can do this at once.
 */
export function packSdk(target: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-sdk-'))
  try {
    for (const file of ['sdk/package.json', 'sdk/README.md', 'LICENSE'])
      cpSync(join(root, file), join(folder, file.replace('sdk/', '')))
    const compiler = join(root, 'node_modules', '.bin', 'tsc')
    execFileSync(compiler, ['-p', join(root, 'sdk'), '--outDir', join(folder, 'dist')], { stdio: 'inherit' })
    const how = { cwd: folder, encoding: 'utf8' } as const
    return execFileSync('npm', ['pack', '--silent', '--pack-destination', target], how).trim()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
