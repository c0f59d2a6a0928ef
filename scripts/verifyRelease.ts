import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findUnproven } from './provenance.ts'

// `node scripts/verifyRelease.ts [folder]` compares the files of a release with its provenance statement.

const folder = resolve(process.argv[2] ?? 'release')
const statement = readdirSync(folder).find((name) => name.endsWith('.provenance.json'))
if (!statement) throw new Error(`${folder} has no provenance statement.`)
const unproven = findUnproven(folder, JSON.parse(readFileSync(join(folder, statement), 'utf8')))
for (const name of unproven) process.stderr.write(`${name} is missing or was changed.\n`)
if (unproven.length > 0) process.exit(1)
process.stdout.write(`The files are those of ${statement}.\n`)
