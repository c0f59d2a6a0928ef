import packageJson from '../../package.json' with { type: 'json' }
import type { Config } from '../config/config.ts'
import type { Started } from '../main.ts'
import { firstSlug } from '../tenants/first.ts'
import { paint, print, wantsJson } from './output.ts'

/** Prints that the service is ready, its URL, and the first steps. */
export function announce(config: Config, { url, newKey, consoleUrl, sampleUrl }: Started, ms: number) {
  const seconds = `${(ms / 1000).toFixed(1)} s`
  const title = `${paint('bold', 'Foyer')} ${paint('dim', packageJson.version)}`
  const agent = config.model ? `${config.model.provider}:${config.model.name}` : 'built-in'
  if (!url)
    return print(
      { ready: true, agent },
      `\n  ${title}  works in the background, ready in ${seconds}\n  ${row('Agent', describeAgent(config))}\n`,
    )
  const places = {
    ...(consoleUrl ? { console: consoleUrl } : {}),
    api: `${url}/v0`,
    reference: `${url}/docs`,
    ...(sampleUrl ? { sample: sampleUrl } : {}),
  }
  const lines = [
    `${title}  ${paint('green', 'ready')} in ${seconds}`,
    ...portNotice(config, url),
    '',
    ...(consoleUrl ? consoleLines(consoleUrl) : []),
    row('API', paint('cyan', places.api)),
    row('Reference', paint('cyan', places.reference)),
    ...(sampleUrl ? [row('Sample page', paint('cyan', sampleUrl))] : []),
    row('Agent', describeAgent(config)),
    ...(newKey ? keyLines(newKey) : []),
    '',
    `Try it: ${curl(url, newKey ?? keyToFillIn(config))}`,
    '',
    paint('dim', 'Press Ctrl-C to stop.'),
  ]
  print(
    { ready: true, url, ...places, agent, ...(newKey ? { key: newKey } : {}) },
    `\n${lines.map((line) => line && `  ${line}`).join('\n')}\n`,
  )
}

function row(name: string, value: string) {
  return `${paint('dim', name.padEnd(13))}${value}`
}

function consoleLines(url: string): string[] {
  const hint = url.includes('#')
    ? 'This link signs you in once, within 15 minutes. To create another:'
    : 'Sign in with an API key, or with a link from:'
  return [row('Console', paint('cyan', url)), row('', paint('dim', `${hint} npx foyer console`))]
}

function describeAgent({ model }: Config): string {
  if (!model) return `built-in ${paint('dim', '(for a language model: npx foyer agent setup)')}`
  return `${model.provider}:${model.name} ${paint('dim', `at ${new URL(model.baseUrl).host}`)}`
}

function keyLines(key: string): string[] {
  const another = `npx foyer keys create ${firstSlug} --name laptop --scopes admin`
  return [
    row('API key', paint('bold', key)),
    row('', 'Shown only once. Store it now. To create another:'),
    row('', paint('dim', another)),
  ]
}

function portNotice({ portGiven, port }: Config, url: string): string[] {
  const used = new URL(url).port
  return !portGiven && used !== String(port)
    ? [paint('yellow', `Port ${port} is in use, so Foyer uses ${used}.`)]
    : []
}

function curl(url: string, key: string) {
  return `curl -H "x-api-key: ${key}" ${url}/v0/me`
}

function keyToFillIn({ apiKey }: Config) {
  return apiKey ? '$FOYER_API_KEY' : '$KEY'
}

/**
 * Suggests a local model if none is configured. Called after the ready message: the search takes up to two seconds and
 * must not delay it.
 */
export async function announceLocalModel({ model, localPorts }: Config): Promise<void> {
  if (model || wantsJson) return
  const { discoverServers } = await import('../agent/setup/discover.ts')
  const servers = await discoverServers(localPorts)
  const usable = servers.flatMap(({ title, models }) =>
    models
      .filter((one) => one.supportsTools && !one.runsElsewhere)
      .map((one) => ({ title, name: one.model })),
  )
  const [first] = usable
  if (first)
    print(
      {},
      `  ${first.title} is running with ${first.name}: \`npx foyer agent setup\` lets it edit your pages.\n`,
    )
}
