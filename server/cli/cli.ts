import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { preferJson, printFailure, wantsJson } from './output.ts'

type Add = (program: Command) => void

/** Commands by their first word. Only the code of the given one is loaded: all of it takes a second of a core. */
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
  agent: async () => (await import('./agent.ts')).agentCommands,
  mcp: async () => (await import('./mcp.ts')).mcpCommands,
  demo: async () => (await import('./demo.ts')).demoCommand,
  login: async () => (await import('./api/login.ts')).loginCommand,
  logout: async () => (await import('./api/login.ts')).logoutCommand,
  profiles: async () => (await import('./api/login.ts')).profileCommands,
  open: async () => (await import('./api/open.ts')).openCommand,
  batch: async () => (await import('./api/batch.ts')).batchCommand,
  completion: async () => (await import('./completion.ts')).completionCommand,
}

const program = new Command('foyer')
  .description('Personalised pages for every account and person.')
  .version(packageJson.version)
  .option('--json', 'print JSON to standard output, and errors as JSON to standard error')
  .exitOverride()
  .configureOutput({ writeErr: (text) => void (wantsJson || process.stderr.write(text)) })
  .showHelpAfterError('Add --help to see commands and options.')

const [given = '', second = ''] = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const load = commands[given]
if (['login', 'logout', 'profiles', 'open', 'batch'].includes(given)) preferJson()
if (load) (await load())(program)
// The commands of `agent` that need no service are in its own file; the others are the API's.
if (!load || (given === 'agent' && !['setup', 'check'].includes(second))) await addNouns()

/** Adds the given noun of the API, or for any other word everything there is, so that it can be listed. */
async function addNouns() {
  const [{ apiCommands }, { nouns }] = await Promise.all([
    import('./api/commands.ts'),
    import('./api/operations.ts'),
  ])
  if (nouns.includes(given)) {
    preferJson()
    return apiCommands(program, given)
  }
  for (const add of Object.values(commands)) (await add())(program)
  for (const noun of nouns) apiCommands(program, noun)
  const [{ examples, settingsHelp }, { treeCommand, completeCommand }] = await Promise.all([
    import('./help.ts'),
    import('./tree.ts'),
  ])
  treeCommand(program)
  completeCommand(program)
  program.addHelpText('after', () => `${examples}\n${settingsHelp()}`)
}

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = printFailure(error)
}
