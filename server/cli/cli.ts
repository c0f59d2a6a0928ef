import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { preferJson, printFailure, wantsJson } from './output.ts'

type Add = (program: Command) => void

/** Commands by their first word. Only the code of the given one is loaded: loading all takes a second of CPU time. */
const commands: Record<string, () => Promise<Add>> = {
  start: async () => (await import('./start.ts')).startCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  tenants: async () => (await import('./tenants.ts')).tenantCommands,
  keys: async () => (await import('./keys.ts')).keyCommands,
  users: async () => (await import('./users.ts')).userCommands,
  secrets: async () => (await import('./secrets.ts')).secretCommands,
  audit: async () => (await import('./audit.ts')).auditCommands,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
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
const local = ['setup', 'check']
if (['login', 'logout', 'profiles', 'open', 'batch'].includes(given)) preferJson()

if (given === 'complete') await complete()
else {
  if (!(await add(given, second))) await addAll()
  try {
    await program.parseAsync()
  } catch (error) {
    process.exitCode = printFailure(error)
  }
}

/** Adds the commands of one first word; false if there are none. */
async function add(word: string, next: string): Promise<boolean> {
  const load = commands[word]
  if (load) (await load())(program)
  // Only these commands of `agent` work without a service; the others are operations of the API.
  if (load && (word !== 'agent' || local.includes(next))) return true
  const { nouns } = await import('./api/operations.ts')
  if (!nouns.includes(word)) return false
  if (word === given) preferJson()
  const { apiCommands } = await import('./api/commands.ts')
  apiCommands(program, word)
  return true
}

/** Adds all commands, for help and for unknown commands. */
async function addAll() {
  const [{ apiCommands }, { nouns }, { examples, settingsHelp }, { treeCommand }] = await Promise.all([
    import('./api/commands.ts'),
    import('./api/operations.ts'),
    import('./help.ts'),
    import('./tree.ts'),
  ])
  for (const load of Object.values(commands)) (await load())(program)
  for (const noun of nouns) apiCommands(program, noun)
  treeCommand(program)
  program.addHelpText('after', () => `${examples}\n${settingsHelp()}`)
}

/** Prints completions for a shell. It only loads the command of the first word, because users wait for it. */
async function complete() {
  const words = process.argv.slice(process.argv.indexOf('--') + 1)
  const [{ nouns }, { completionsOf }] = await Promise.all([
    import('./api/operations.ts'),
    import('./tree.ts'),
  ])
  if (words.length > 1) await add(words[0] ?? '', '')
  const names = [...Object.keys(commands), ...nouns.filter((noun) => !(noun in commands)), 'commands']
  for (const word of completionsOf(program, names, words)) process.stdout.write(`${word}\n`)
}
