import type { Command } from 'commander'
import { connect, type Foyer } from '../../../sdk/index.ts'
import { loadConfig } from '../../config/config.ts'
import { SignInError } from '../output.ts'
import { type Profile, type Profiles, readProfiles } from './profiles.ts'

export type ServiceOptions = { service?: string; profile?: string }

/** Options of every command that calls the API. */
export function withService(command: Command): Command {
  return command
    .option('--profile <name>', 'the service and key that `foyer login` saved by this name')
    .option('--service <url>', 'the URL of the service')
    .option('--table', 'print for people, even if standard output is no terminal')
}

/**
 * How long a command retries a request while the service is unavailable. Watching continues after a restart of the
 * service.
 */
const patienceMs = 5_000
const watchingPatienceMs = 60_000

export async function connectService(options: ServiceOptions, { isWatching = false } = {}): Promise<Foyer> {
  const { url, key } = await chooseService(options)
  return connect({ url, key, retryForMs: isWatching ? watchingPatienceMs : patienceMs })
}

/**
 * Uses a named profile if given, then FOYER_API_KEY, then the current profile. A stored key is only sent to the
 * service that it was stored for.
 */
export async function chooseService({ service, profile }: ServiceOptions): Promise<Profile> {
  const { publicUrl, port, apiKey, serviceUrl } = loadConfig()
  const given = (service ?? serviceUrl)?.replace(/\/$/, '')
  if (profile === undefined && apiKey)
    return { url: given ?? publicUrl ?? `http://localhost:${port}`, key: apiKey }
  const saved = await readProfiles()
  const name = profile ?? nameFor(saved, given)
  const found = name === undefined ? undefined : saved.profiles[name]
  if (profile !== undefined && !found)
    throw new SignInError(
      `There is no profile ${profile}. Create it with \`npx foyer login --profile ${profile}\`.`,
    )
  if (!found || (given !== undefined && found.url !== given))
    throw new SignInError(
      `No key for ${given ?? 'a service'} is known. Run \`npx foyer login${given ? ` ${given}` : ''}\`, or set FOYER_API_KEY.`,
    )
  return found
}

function nameFor({ current, profiles }: Profiles, url: string | undefined): string | undefined {
  if (url === undefined || (current !== undefined && profiles[current]?.url === url)) return current
  return Object.keys(profiles).find((name) => profiles[name]?.url === url)
}
