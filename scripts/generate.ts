import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildStage, buildVisitScript } from '../browser/build.ts'
import { buildApp } from '../server/app.ts'
import { loadConfig } from '../server/config/config.ts'
import { createContext } from '../server/context.ts'
import { migrate } from '../server/database/migrate.ts'
import { openSession } from '../server/database/session.ts'
import { startPostgres } from '../server/embedded/postgres.ts'
import { openLog } from '../server/log/log.ts'
import { clientTypes, type OpenApiDocument } from './clientTypes.ts'
import { dumpSchema } from './dumpSchema.ts'
import { fontMetrics } from './fontMetrics.ts'
import { settingsPage } from './settingsPage.ts'

// Writes what is made from the code: the scripts of `browser`, the fonts' metrics, openapi.json, schema.sql,
// docs/settings.md and the console's types.
// With --check it only tells whether they are stale.
const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values
const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'foyer-generate-'))
const server = await startPostgres(folder, ['fsync=off'])
const stale: string[] = []
try {
  await settle('browser/visit.min.js', await buildVisitScript())
  await settle('browser/stage.min.js', await buildStage())
  await settle('document/fontMetrics.ts', await fontMetrics())
  await migrate(server.url)
  const session = await openSession({ url: server.url })
  await settle('schema.sql', await dumpSchema(session))
  await settle('docs/settings.md', settingsPage())
  await session.end()

  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const context = await createContext(config, openLog('silent'), { databaseUrl: server.url })
  const app = await buildApp(context)
  await app.ready()
  const openapi = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await settle('openapi.json', openapi)
  await settle('console/api/schema.ts', clientTypes(JSON.parse(openapi) as OpenApiDocument))
  await app.close()
  await context.close()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
if (stale.length > 0) {
  process.stderr.write(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit what changed.\n`)
  process.exitCode = 1
}

async function settle(name: string, text: string) {
  const file = join(root, name)
  const present = await readFile(file, 'utf8').catch(() => '')
  if (present === text) return
  if (check) stale.push(name)
  else await writeFile(file, text)
}
