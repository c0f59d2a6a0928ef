import type { Command } from 'commander'
import { type Config, ConfigError, loadConfig } from '../config/config.ts'
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

/** Without valid settings, nothing else can be checked. */
async function findAll(): Promise<Finding[]> {
  try {
    return await examineAll(loadConfig())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const todo = 'Correct it or remove it. docs/settings.md says what each setting allows.'
    return error.mistakes.map((says) => ({ what: 'Settings', state: 'wrong', says, todo }))
  }
}

/** The other parts are also checked if the database can't be reached. */
async function examineAll(config: Config): Promise<Finding[]> {
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
