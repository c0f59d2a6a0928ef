import type { Command } from 'commander'
import { connect } from '../../../sdk/index.ts'
import { loadConfig } from '../../config/config.ts'
import { StartError } from '../../start/startError.ts'
import { paint, print, SignInError, table } from '../output.ts'
import { ask, canAsk, readStandardInput } from '../questions.ts'
import { loginByBrowser } from './browserLogin.ts'
import { profilesFile, readProfiles, writeProfiles } from './profiles.ts'

type LoginOptions = { profile: string; withKey?: boolean; browser?: boolean }

const aboutName = 'name of the profile (default: default)'

export function loginCommand(program: Command) {
  program
    .command('login')
    .argument('[url]', 'the URL of the service')
    .description('save a service and a key for it')
    .option('--profile <name>', aboutName, 'default')
    .option('--with-key', 'ask for an API key instead of opening the browser')
    .option('--browser', 'open the browser even if standard input is no terminal')
    .addHelpText(
      'after',
      `\nConfirm in the console, and a key is made for this machine. In scripts, the key is read from standard input:\n  echo $KEY | npx foyer login https://foyer.example\n\nIt is saved in ${profilesFile()}, which only you can read.`,
    )
    .action(async (given: string | undefined, options: LoginOptions) => {
      const { profile } = options
      const { serviceUrl, publicUrl, port } = loadConfig()
      const url = toOrigin(given ?? serviceUrl ?? publicUrl ?? `http://localhost:${port}`)
      const key = await readKey(url, options)
      if (key === '') throw new SignInError('No key was given.')
      const { tenantId, scopes } = await connect({ url, key, retryForMs: 0 }).me.get()
      const { profiles } = await readProfiles()
      await writeProfiles({ current: profile, profiles: { ...profiles, [profile]: { url, key } } })
      const who = `Signed in to ${tenantId} at ${url} as profile ${profile}; the key may ${scopes.join(', ')}.`
      print({ profile, url, tenantId, scopes }, who)
    })
}

async function readKey(
  url: string,
  { withKey, browser = canAsk && !withKey }: LoginOptions,
): Promise<string> {
  if (browser) return await loginByBrowser(url)
  return canAsk ? await ask(`API key for ${url}: `, { isSecret: true }) : await readStandardInput()
}

export function logoutCommand(program: Command) {
  program
    .command('logout')
    .description('forget a saved key; it stays valid until it is revoked')
    .option('--profile <name>', 'name of the profile (default: the current one)')
    .action(async (options: { profile?: string }) => {
      const { current, profiles } = await readProfiles()
      const name = options.profile ?? current
      const { [name ?? '']: gone, ...rest } = profiles
      if (name === undefined || !gone) throw new StartError(`There is no profile ${name ?? 'to forget'}.`)
      const [first] = Object.keys(rest)
      await writeProfiles({ current: name === current ? first : current, profiles: rest })
      print({ profile: name, done: true }, `Profile ${name} was removed.`)
    })
}

export function profileCommands(program: Command) {
  const group = program.command('profiles').description('list the saved services, and choose one')
  group
    .command('list', { isDefault: true })
    .description('list the saved services, without their keys')
    .action(async () => {
      const { current, profiles } = await readProfiles()
      const items = Object.entries(profiles).map(([name, { url }]) => ({
        name,
        url,
        isCurrent: name === current,
      }))
      const rows = items.map(({ name, url, isCurrent }) => [isCurrent ? paint('green', '●') : ' ', name, url])
      print(
        { items },
        items.length > 0 ? table(['', 'NAME', 'URL'], rows) : 'No profiles. Add one: npx foyer login',
      )
    })
  group
    .command('use <name>')
    .description('use a saved service from now on')
    .action(async (name: string) => {
      const { profiles } = await readProfiles()
      if (!profiles[name]) throw new StartError(`There is no profile ${name}.`)
      await writeProfiles({ current: name, profiles })
      print({ profile: name, url: profiles[name].url }, `Commands call ${profiles[name].url} from now on.`)
    })
}

function toOrigin(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw new StartError(`${given} is not the URL of a service, such as https://foyer.example.`)
  return url.origin
}
