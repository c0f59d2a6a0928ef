import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { agentCommands } from './agent.ts'
import { auditCommands } from './audit.ts'
import { backupCommands } from './backup.ts'
import { batchCommand } from './batch.ts'
import { consoleCommand } from './console.ts'
import { demoCommand } from './demo.ts'
import { examples, settingsHelp } from './help.ts'
import { keyCommands } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { printFailure, wantsJson } from './output.ts'
import { releaseCommand } from './release.ts'
import { secretCommands } from './secrets.ts'
import { startCommand } from './start.ts'
import { tenantCommands } from './tenants.ts'

const program = new Command('foyer')
  .description('Personalised pages for every account and person.')
  .version(packageJson.version)
  .option('--json', 'print JSON to standard output, and errors as JSON to standard error')
  .exitOverride()
  .configureOutput({ writeErr: (text) => void (wantsJson || process.stderr.write(text)) })
  .showHelpAfterError('Add --help to see commands and options.')
  .addHelpText('after', () => `${examples}\n${settingsHelp()}`)

for (const add of [
  startCommand,
  migrateCommand,
  tenantCommands,
  keyCommands,
  secretCommands,
  auditCommands,
  backupCommands,
  consoleCommand,
  batchCommand,
  releaseCommand,
  agentCommands,
  demoCommand,
])
  add(program)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = printFailure(error)
}
