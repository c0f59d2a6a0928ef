import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * A statement of the origin of a release's files, in the format of in-toto and SLSA: their checksums, the commit, and
 * the lock file. The statement is unsigned: signing is a step of publishing.
 */
export function stateProvenance(folder: string, files: string[], version: string) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map((name) => ({ name, digest: { sha256: sha256(join(folder, name)) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:foyer:release:1',
        externalParameters: { version, command: 'npm run release' },
        internalParameters: { node: process.version, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [
          {
            name: 'sources',
            digest: { gitCommit: git('rev-parse', 'HEAD') },
            annotations: { isClean: isClean() },
          },
          { name: 'package-lock.json', digest: { sha256: sha256(join(root, 'package-lock.json')) } },
        ],
      },
      runDetails: { builder: { id: process.env.GITHUB_WORKFLOW_REF ?? 'urn:foyer:builder:local' } },
    },
  }
}

type ProvenanceStatement = { subject: { name: string; digest: { sha256: string } }[] }

/** The files of a release that are missing or don't match its statement. */
export function findUnproven(folder: string, { subject }: ProvenanceStatement): string[] {
  const isProven = ({ name, digest }: ProvenanceStatement['subject'][number]) => {
    try {
      return sha256(join(folder, name)) === digest.sha256
    } catch {
      return false
    }
  }
  return subject.filter((file) => !isProven(file)).map(({ name }) => name)
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** The output of Git; empty without a repository, as in an archive of the sources. */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

function isClean(): boolean {
  return git('status', '--porcelain') === ''
}
