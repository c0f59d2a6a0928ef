import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRelease } from './releaseData.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

export const version: string = JSON.parse(read('package.json')).version

/** The entry of a version in the changelog, without its heading. */
export function notesOf(version: string, changelog = read('CHANGELOG.md')): string | undefined {
  const entry = changelog.split(/^## /m).find((part) => part.startsWith(`${version} (`))
  return entry?.slice(entry.indexOf('\n')).trim()
}

/** Files that contain another version, and missing ones. */
export function findMistakes(changelog = read('CHANGELOG.md')): string[] {
  const mistakes: string[] = []
  const lock = JSON.parse(read('package-lock.json'))
  const named: Record<string, string> = {
    'sdk/package.json': JSON.parse(read('sdk/package.json')).version,
    'package-lock.json': lock.version,
    'package-lock.json, its first package': lock.packages[''].version,
    'openapi.json': JSON.parse(read('openapi.json')).info.version,
    'deploy/helm/foyer/Chart.yaml':
      /^appVersion: '(.+)'$/m.exec(read('deploy/helm/foyer/Chart.yaml'))?.[1] ?? '',
  }
  for (const [file, other] of Object.entries(named))
    if (other !== version) mistakes.push(`${file} names ${other}, not ${version}.`)
  if (!/^Backup before upgrading: (?:needed|not needed)/m.test(notesOf(version, changelog) ?? ''))
    mistakes.push(
      `CHANGELOG.md has no entry "## ${version} (date)" with a line "Backup before upgrading: needed, …" or "not needed, …".`,
    )
  return [...mistakes, ...missingRows()]
}

function missingRows(): string[] {
  const steps = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql'))
  const file = `migrations/releases/${version}.rows`
  try {
    const { migrations } = readRelease(read(file))
    const left = steps.filter((name) => !(name in migrations))
    return left.length > 0 ? [`${file} is without ${left.join(', ')}. Run scripts/releaseFixture.ts.`] : []
  } catch {
    return [`${file} is missing. Run scripts/releaseFixture.ts.`]
  }
}
