import cluster from 'node:cluster'
import { Command, Option } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { ConfigError, loadConfig } from './config.ts'
import { type Role, roles, start } from './main.ts'
import { StartError } from './postgres.ts'

const program = new Command('foyer')
  .description('Personalised pages, made anew for every person and account.')
  .version(packageJson.version)
  .option('--json', 'print JSON on standard output')

program
  .command('start')
  .description('run the service')
  .addOption(new Option('--role <role>', 'what this process does').choices(roles).default('both'))
  .action(async ({ role }: { role: Role }) => {
    const began = performance.now()
    const { url, newKey, stop } = await start(loadConfig(), role)
    if (cluster.isPrimary) announce(url, newKey, performance.now() - began)
    let stopping = false
    const finish = async () => {
      if (stopping) return
      stopping = true
      await stop()
      process.exit(0)
    }
    process.on('SIGTERM', finish)
    process.on('SIGINT', finish)
  })

function announce(url: string | undefined, newKey: string | undefined, ms: number) {
  const lines = url
    ? [
        `Foyer is ready in ${(ms / 1000).toFixed(1)} s`,
        '',
        `  Interface  ${url}/v0`,
        `  Reference  ${url}/docs`,
      ]
    : [`Foyer works in the background, ready in ${(ms / 1000).toFixed(1)} s`]
  if (newKey) lines.push(`  API key    ${newKey}   (shown this once)`)
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof ConfigError)) throw error
  process.stderr.write(`foyer: ${error.message}\n`)
  process.exitCode = 1
}
