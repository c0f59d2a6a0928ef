import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { examples, settingsHelp } from './help.ts'
import { printFailure, wantsJson } from './output.ts'

type Add = (program: Command) => void

/** Each command by its first word. Only the code of the given one is loaded: all of it takes a second of a core. */
const commands: Record<string, () => Promise<Add>> = {
  start: async () => (await import('./start.ts')).startCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  tenants: async () => (await import('./tenants.ts')).tenantCommands,
  keys: async () => (await import('./keys.ts')).keyCommands,
  users: async () => (await import('./users.ts')).userCommands,
  secrets: async () => (await import('./secrets.ts')).secretCommands,
  audit: async () => (await import('./audit.ts')).auditCommands,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./backup.ts')).restoreCommand,
  console: async () => (await import('./console.ts')).consoleCommand,
  batch: async () => (await import('./batch.ts')).batchCommand,
  release: async () => (await import('./release.ts')).releaseCommand,
  agent: async () => (await import('./agent.ts')).agentCommands,
  mcp: async () => (await import('./mcp.ts')).mcpCommands,
  demo: async () => (await import('./demo.ts')).demoCommand,
}

const program = new Command('foyer')
  .description('Personalised pages for every account and person.')
  .version(packageJson.version)
  .option('--json', 'print JSON to standard output, and errors as JSON to standard error')
  .exitOverride()
  .configureOutput({ writeErr: (text) => void (wantsJson || process.stderr.write(text)) })
  .showHelpAfterError('Add --help to see commands and options.')
  .addHelpText('after', () => `${examples}\n${settingsHelp()}`)

const [given] = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const load = given === undefined ? undefined : commands[given]
// The whole list for `--help` and for a word that is none of them.
for (const add of load ? [load] : Object.values(commands)) (await add())(program)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = printFailure(error)
}
