import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isOlder } from '../../server/database/laterSteps.ts'
import { version } from '../releaseChecks.ts'
import { readRelease } from '../releaseData.ts'

const root = join(import.meta.dirname, '..', '..')

/** The newest release before this version, and its commit, if the history is available. */
export function findPrevious(): { version: string; commit: string | undefined } {
  const folder = join(root, 'migrations', 'releases')
  const versions = readdirSync(folder).map((name) => name.replace(/\.rows$/, ''))
  const [newest] = versions
    .filter((one) => isOlder(one, version))
    .sort((a, b) => (isOlder(a, b) ? 1 : -1)) as [string]
  const { migrations } = readRelease(readFileSync(join(folder, `${newest}.rows`), 'utf8'))
  return { version: newest, commit: findTag(newest) ?? findByMigrations(Object.keys(migrations)) }
}

function findTag(name: string): string | undefined {
  const [commit] = git('rev-parse', '--verify', '--quiet', `v${name}^{commit}`)
  return commit || undefined
}

/** For a release without a tag: the last commit with exactly its migrations. */
function findByMigrations(names: string[]): string | undefined {
  const wanted = names.toSorted().join()
  const commits = git('log', '--first-parent', '--format=%H', '--', 'migrations')
  const found = commits.find((commit) => {
    const files = git('ls-tree', '--name-only', `${commit}:migrations`)
    return files.filter((file) => file.endsWith('.sql')).join() === wanted
  })
  if (!found) return undefined
  const next = commits[commits.indexOf(found) - 1]
  return next ? git('rev-parse', `${next}^`)[0] : found
}

function git(...args: string[]): string[] {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim().split('\n')
  } catch {
    return []
  }
}

/** Installs a commit for a server, and returns the path of its program. The console is not built. */
export function installCommit(commit: string, folder: string): string {
  mkdirSync(folder)
  execFileSync('sh', ['-c', `git archive ${commit} | tar x -C '${folder}'`], { cwd: root })
  const quiet = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  execFileSync('npm', ['ci', ...quiet], { cwd: folder, stdio: 'ignore' })
  return join(folder, 'bin', 'foyer.js')
}
