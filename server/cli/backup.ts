import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { backUp } from '../backup/backup.ts'
import { noteBackup } from '../backup/lastBackup.ts'
import { restoreBackup } from '../backup/restore.ts'
import { agentFileOf } from '../config/agentFile.ts'
import { loadConfig } from '../config/config.ts'
import { StartError } from '../start/startError.ts'
import { withDatabaseUrl } from './database.ts'
import { notice, print } from './output.ts'

export function backupCommand(program: Command) {
  program
    .command('backup')
    .argument('[file]', 'target file (default: foyer-<date>.tar.gz)')
    .description('back up the database and files in DATA_DIR; works while Foyer is running')
    .action(async (file?: string) => {
      if (loadConfig().databaseUrl)
        throw new StartError(
          'DATABASE_URL is set. Back up your PostgreSQL with its own tools (pg_dump, pg_basebackup), and the files with the tools of their storage.',
        )
      const target = file ?? `foyer-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}.tar.gz`
      const report = await withDatabaseUrl((url, config) => {
        if (config.s3) notice('files are stored in S3 and are not part of this backup')
        return backUp(config.dataDir, url, target)
      })
      const { size } = await stat(target)
      await noteBackup(loadConfig().dataDir, resolve(target))
      if (existsSync(join(loadConfig().dataDir, 'encryption.key')))
        notice(
          'the backup does not contain encryption.key, which protects the secrets in it: keep a copy elsewhere',
        )
      if (existsSync(agentFileOf(loadConfig().dataDir)))
        notice(
          'the backup does not contain agent.env, the language model of the service: set it up again after restoring',
        )
      print(
        { file: target, ...report, size },
        `Backed up to ${target}: ${report.files} files, ${megabytes(size)} MB.`,
      )
    })
}

export function restoreCommand(program: Command) {
  program
    .command('restore')
    .argument('<file>', 'a backup')
    .description('restore a backup into DATA_DIR, which must be empty or missing')
    .action(async (file: string) => {
      const { dataDir } = loadConfig()
      const { files } = await restoreBackup(file, dataDir)
      print(
        { dataDir, files },
        `Restored ${files} files to ${dataDir}. Start Foyer: \`npm start\`, or \`npx foyer start\`.`,
      )
    })
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}
