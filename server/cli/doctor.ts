import type { Command } from 'commander'
import { loadConfig } from '../config/config.ts'
import { withDatabaseUrl } from './database.ts'
import { examine, type Finding } from './examine.ts'
import { exitCodes, paint, print } from './output.ts'

const marks = { good: paint('green', '✓'), look: paint('yellow', '!'), wrong: paint('red', '✗') }

export function doctorCommand(program: Command) {
  program
    .command('doctor')
    .description(
      'check settings, database, files, mail, agent, addresses, disk and backups, and say what to do',
    )
    .action(async () => {
      const findings = await findAll()
      const width = Math.max(...findings.map(({ what }) => what.length))
      const lines = findings.map(({ what, state, says, todo }) =>
        [`${marks[state]} ${what.padEnd(width)}  ${says}`, todo && `  ${' '.repeat(width)}  → ${todo}`]
          .filter(Boolean)
          .join('\n'),
      )
      print({ findings }, lines.join('\n'))
      if (findings.some(({ state }) => state === 'wrong')) process.exitCode = exitCodes.failed
    })
}

/** The other parts are examined also where the database can't be reached. */
async function findAll(): Promise<Finding[]> {
  const config = loadConfig()
  let isReached = false
  try {
    return await withDatabaseUrl(
      async (url) => {
        isReached = true
        return await examine(config, url)
      },
      { withinMs: 0 },
    )
  } catch (error) {
    if (isReached) throw error
    const database = {
      ...{ what: 'Database', state: 'wrong' as const, says: (error as Error).message },
      ...(!config.databaseUrl && { todo: `See ${config.dataDir}/postgres.log.` }),
    }
    return [database, ...(await examine(config, undefined))]
  }
}
