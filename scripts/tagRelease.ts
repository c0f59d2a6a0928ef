import { execFileSync } from 'node:child_process'
import { findMistakes, notesOf, version } from './releaseChecks.ts'

// `npx node scripts/tagRelease.ts` tags the commit as a release if all files contain its version; `--check` only checks.

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const mistakes = findMistakes()
if (!process.argv.includes('--check') && git('status', '--porcelain'))
  mistakes.push('There are uncommitted changes.')
for (const mistake of mistakes) process.stderr.write(`${mistake}\n`)
if (mistakes.length > 0) process.exit(1)
if (process.argv.includes('--check')) process.stdout.write(`${version} can be tagged.\n`)
else {
  git(
    'tag',
    '--annotate',
    '--cleanup=verbatim',
    `v${version}`,
    '--message',
    `Foyer ${version}\n\n${notesOf(version)}`,
  )
  process.stdout.write(`v${version}. Push it with \`git push origin v${version}\`.\n`)
}
