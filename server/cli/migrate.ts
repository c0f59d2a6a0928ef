import type { Command } from 'commander'
import { migrate } from '../database/migrate.ts'
import { withDatabaseUrl } from './database.ts'
import { print } from './output.ts'

export function migrateCommand(program: Command) {
  program
    .command('migrate')
    .description('migrate the database (`start` does this too)')
    .action(async () => {
      const applied = await withDatabaseUrl((url) => migrate(url))
      const steps = applied.map((name) => `  ${name}`).join('\n')
      print({ applied }, applied.length > 0 ? `Applied:\n${steps}` : 'The database is up to date.')
    })
}
