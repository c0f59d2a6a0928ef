import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { type Command, Option } from 'commander'
import { loadConfig } from '../config/config.ts'
import { publicUrlOf } from '../config/publicUrl.ts'
import { StartError } from '../start/startError.ts'
import { McpBridge } from './mcpBridge.ts'
import { mcpClients } from './mcpClients.ts'
import { notice } from './output.ts'
import { canAsk, confirm } from './questions.ts'

type Options = { url?: string; key?: string; client?: string; yes?: boolean }

export function mcpCommands(program: Command) {
  const mcp = program
    .command('mcp')
    .description('connect an assistant to a running service, on standard input and output')
    .option('--url <url>', 'URL of the service (default: PUBLIC_URL, or localhost)')
    .option('--key <key>', 'API key; its scopes decide what the assistant can do (default: FOYER_API_KEY)')
    .action(serve)
  mcp
    .command('configure')
    .description('write the settings of an assistant, after asking')
    .addOption(new Option('--client <client>', 'which one').choices(Object.keys(mcpClients)))
    .option('--yes', 'write without asking')
    .action((_options: Options, command: Command) => configure(command.optsWithGlobals()))
}

function addressOf({ url }: Options): string {
  const config = loadConfig()
  return (url ?? publicUrlOf(config, config.port)).replace(/(?<!\/)\/+$/, '')
}

async function serve(options: Options): Promise<void> {
  const key = options.key ?? loadConfig().apiKey
  if (!key) throw new StartError('An API key is required. Use --key, or set FOYER_API_KEY.')
  await new McpBridge({ url: addressOf(options), key, output: process.stdout }).run(process.stdin)
}

async function configure({ client, yes, ...options }: Options): Promise<void> {
  if (client === undefined) {
    const names = Object.entries(mcpClients).map(([name, { title }]) => `  ${name.padEnd(16)}${title}`)
    throw new StartError(`Choose one with --client:\n${names.join('\n')}`)
  }
  const settings = mcpClients[client] as (typeof mcpClients)[string]
  const file = settings.file({
    home: homedir(),
    folder: process.cwd(),
    platform: process.platform,
    appData: process.env.APPDATA ?? homedir(),
  })
  const server = settings.server({ url: `${addressOf(options)}/mcp`, key: options.key })
  const present = await readSettings(file)
  const changed = { ...present, [settings.list]: { ...(present[settings.list] as object), foyer: server } }
  notice(`${file}\n\n${JSON.stringify({ [settings.list]: { foyer: server } }, null, 2)}\n`)
  if (!yes && !canAsk) throw new StartError('Add --yes to write this without being asked.')
  if (!yes && !(await confirm('Add this? The rest of the file stays as it is.')))
    return notice('Nothing was written.')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(changed, null, 2)}\n`)
  if (options.key !== undefined) await chmod(file, 0o600)
  notice(`Written. Restart ${settings.title.split(',')[0]}, then ask it: “Which pages do I have in Foyer?”`)
}

async function readSettings(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text.trim() || '{}')
  } catch {
    throw new StartError(`${file} is not plain JSON, perhaps because of comments. Add the server by hand.`)
  }
}
