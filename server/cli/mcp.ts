import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { type Command, Option } from 'commander'
import { loadConfig } from '../config/config.ts'
import { publicUrlOf } from '../config/publicUrl.ts'
import { StartError } from '../start/startError.ts'
import { chooseService, type ServiceOptions } from './api/service.ts'
import { McpBridge } from './mcpBridge.ts'
import { mcpClients } from './mcpClients.ts'
import { notice } from './output.ts'
import { canAsk, confirm } from './questions.ts'

type McpOptions = ServiceOptions & { client?: string; withKey?: boolean; yes?: boolean }

export function mcpCommands(program: Command) {
  const mcp = program
    .command('mcp')
    .description('connect an assistant to a running service, on standard input and output')
    .option('--profile <name>', 'the service and key that `foyer login` saved by this name')
    .option('--service <url>', 'the URL of the service')
    .action(serve)
  mcp
    .command('configure')
    .description('write the settings of an assistant, after asking')
    .addOption(new Option('--client <client>', 'which one').choices(Object.keys(mcpClients)))
    .option('--with-key', 'write the key too; without it, people sign in where the assistant can')
    .option('--yes', 'write without asking')
    .action((_options: McpOptions, command: Command) => configure(command.optsWithGlobals()))
}

async function serve(options: McpOptions): Promise<void> {
  const { url, key } = await chooseService(options)
  await new McpBridge({ url, key, output: process.stdout }).run(process.stdin)
}

/** The URL that the assistant connects to. Users sign in there, so only a program needs a key. */
async function connectionOf({ withKey, ...options }: McpOptions): Promise<{ url: string; key?: string }> {
  if (withKey || options.profile !== undefined) {
    const { url, key } = await chooseService(options)
    return { url, ...(withKey ? { key } : {}) }
  }
  const config = loadConfig()
  return {
    url: (options.service ?? config.serviceUrl ?? publicUrlOf(config, config.port)).replace(/\/$/, ''),
  }
}

async function configure({ client, yes, ...options }: McpOptions): Promise<void> {
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
  const { url, key } = await connectionOf(options)
  const server = settings.server({ url: `${url}/mcp`, key })
  const present = await readSettings(file)
  const changed = { ...present, [settings.list]: { ...(present[settings.list] as object), foyer: server } }
  const shown = JSON.stringify({ [settings.list]: { foyer: server } }, null, 2)
  notice(`${file}\n\n${key === undefined ? shown : shown.replace(key, 'foyer_…')}\n`)
  if (!yes && !canAsk) throw new StartError('Add --yes to write this without being asked.')
  if (!yes && !(await confirm('Add this? The rest of the file stays as it is.')))
    return notice('Nothing was written.')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(changed, null, 2)}\n`)
  if (key !== undefined) await chmod(file, 0o600)
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
