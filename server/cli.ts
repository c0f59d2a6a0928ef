import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { agentCommands } from './cli/agent.ts'
import { backupCommands } from './cli/backup.ts'
import { batchCommand } from './cli/batch.ts'
import { consoleCommand } from './cli/console.ts'
import { demoCommand } from './cli/demo.ts'
import { examples, settingsHelp } from './cli/help.ts'
import { keyCommands } from './cli/keys.ts'
import { migrateCommand } from './cli/migrate.ts'
import { printFailure, wantsJson } from './cli/output.ts'
import { secretCommands } from './cli/secrets.ts'
import { startCommand } from './cli/start.ts'
import { tenantCommands } from './cli/tenants.ts'

const program = new Command('foyer')
  .description('Personalised pages, made anew for every person and account.')
  .version(packageJson.version)
  .option('--json', 'print JSON on standard output, and errors as JSON on standard error')
  .exitOverride()
  .configureOutput({ writeErr: (text) => void (wantsJson || process.stderr.write(text)) })
  .showHelpAfterError('Add --help for what there is.')
  .addHelpText('after', () => `${examples}\n${settingsHelp()}`)

for (const add of [
  startCommand,
  migrateCommand,
  tenantCommands,
  keyCommands,
  secretCommands,
  backupCommands,
  consoleCommand,
  batchCommand,
  agentCommands,
  demoCommand,
])
  add(program)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = printFailure(error)
}
