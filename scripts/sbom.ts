import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { findLocked, type LockedPackage } from './lockedPackages.ts'

const root = join(import.meta.dirname, '..')

/**
 * The bill of materials of a release in CycloneDX: every package that it installs or bundles, with the checksums of
 * the lock file. Packages of the console are development dependencies, so those in use are determined from the
 * sources.
 */
export function makeSbom(installed: string[]) {
  const { name, version, license, dependencies } = packageJson
  const names = [...installed, ...Object.keys(dependencies), ...bundledInConsole()]
  const components = new Map(
    Object.entries(findLocked(names)).map(([path, entry]) => {
      const component = describe(
        path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
        entry,
      )
      return [component.purl, component]
    }),
  )
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, licenses: [{ expression: license }] } },
    components: [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  }
}

function describe(name: string, { version, license, integrity }: LockedPackage) {
  const [algorithm, base64] = integrity?.split('-') ?? []
  const hash = base64 && {
    alg: algorithm?.replace('sha', 'SHA-'),
    content: Buffer.from(base64, 'base64').toString('hex'),
  }
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license ? { licenses: [{ expression: license }] } : {}),
    ...(hash ? { hashes: [hash] } : {}),
  }
}

function bundledInConsole(): string[] {
  const files = globSync('{console,browser}/**/*.{ts,tsx,css}', {
    cwd: root,
    exclude: (path) => /\.test\.ts$|\/(dist|test)$|vite\.config/.test(path),
  })
  const imports = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:from|import) '((?:@[\w-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/g,
    ),
  ])
  return [...new Set(imports.map(([, name = '']) => name))].filter((name) => !name.startsWith('node:'))
}
