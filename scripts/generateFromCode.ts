import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDocs, buildDocsSearch, buildDocsStyle, buildStage, buildVisitScript } from '../browser/build.ts'
import { blockTypes } from '../document/index.ts'
import { buildApp } from '../server/app.ts'
import { loadConfig } from '../server/config/config.ts'
import { createContext } from '../server/context.ts'
import { migrate } from '../server/database/migrate.ts'
import { openSession } from '../server/database/session.ts'
import { startPostgres } from '../server/embedded/postgres.ts'
import { openLog } from '../server/log/log.ts'
import type { OpenApiDocument } from '../shared/openApi.ts'
import { withLayoutTable } from './blocks/layoutTable.ts'
import { commandTable } from './client/commandTable.ts'
import { sdkFiles } from './client/sdkFiles.ts'
import { dumpSchema } from './dumpSchema.ts'
import { fontMetrics } from './fontMetrics.ts'
import { settingsPage } from './settingsPage.ts'

type Settle = (name: string, text: string) => Promise<void>

/**
 * Generates the scripts of `browser`, the font metrics, openapi.json, schema.sql, docs/settings.md, a table of
 * docs/looks.md, the SDK's shapes and calls, and the command line's table of operations.
 */
export async function generateFromCode(root: string, settle: Settle) {
  await settle('browser/visit.min.js', await buildVisitScript())
  await settle('browser/stage.min.js', await buildStage())
  await settle('browser/docs.min.js', await buildDocs())
  await settle('browser/docsSearch.min.js', await buildDocsSearch())
  await settle('browser/docs.min.css', await buildDocsStyle())
  await settle('document/fontMetrics.ts', await fontMetrics())
  await settle('docs/settings.md', settingsPage())
  const looks = await readFile(join(root, 'docs/looks.md'), 'utf8')
  await settle('docs/looks.md', withLayoutTable(looks, blockTypes))
  const folder = await mkdtemp(join(tmpdir(), 'foyer-generate-'))
  const server = await startPostgres(folder, ['fsync=off'])
  try {
    await migrate(server.url)
    const session = await openSession({ url: server.url })
    await settle('schema.sql', await dumpSchema(session))
    await session.end()
    const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
    const context = await createContext(config, openLog('silent'), { databaseUrl: server.url })
    const app = await buildApp(context)
    await app.ready()
    const openapi = `${JSON.stringify(app.swagger(), null, 2)}\n`
    await settle('openapi.json', openapi)
    const document = JSON.parse(openapi) as OpenApiDocument
    for (const [name, text] of Object.entries(sdkFiles(document))) await settle(name, text)
    await settle('server/cli/api/operations.json', commandTable(document))
    await app.close()
    await context.close()
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
