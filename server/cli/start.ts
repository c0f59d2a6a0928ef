import cluster from 'node:cluster'
import { setFlagsFromString } from 'node:v8'
import { type Command, Option } from 'commander'
import { type Config, loadConfig } from '../config/config.ts'
import type { ProcessRole, Started } from '../main.ts'
import { stopOnSignal } from '../start/signals.ts'
import { announce, announceLocalModel } from './announce.ts'
import { notice } from './output.ts'

export function startCommand(program: Command) {
  program
    .command('start')
    .description('run the service')
    .addOption(
      new Option('--role <role>', 'serve requests (web), run jobs (worker), or both')
        .choices(['both', 'web', 'worker'] satisfies ProcessRole[])
        .default('both'),
    )
    .action(async ({ role }: { role: ProcessRole }) => {
      const config = loadConfig()
      if (cluster.isWorker) await runFork(config)
      else await run(config, role)
    })
}

async function run(config: Config, role: ProcessRole) {
  // Writing to a closed terminal fails, but running work must still finish in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const began = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Started>()
  const finish = async () => {
    if (process.stderr.isTTY) notice('Stopping. Press Ctrl-C again to stop immediately.')
    // A start in progress is finished first, so that nothing is left incomplete.
    const started = await promise.catch(() => undefined)
    await started?.stop()
  }
  const stop = stopOnSignal(finish)
  const fail = (text: string) => {
    notice(text)
    process.exitCode = 1
    stop('failure')
  }
  const { start } = await import('../main.ts')
  start(config, role, { wait: notice, fail }).then(resolve, reject)
  const started = await promise
  collectSooner()
  announce(config, started, performance.now() - began)
  await started.announced?.()
  await announceLocalModel(config)
}

async function runFork(config: Config) {
  // The parent process tells this one when to stop; a terminal signals all of them at once.
  process.on('SIGINT', () => {}).on('SIGHUP', () => {})
  const { startFork } = await import('../main.ts')
  const started = startFork(config, config.databaseUrl as string)
  process.once('SIGTERM', async () => {
    await (await started).stop()
    process.exit(0)
  })
  await started
  collectSooner()
}

/** Lets the heap grow less before garbage is collected. Earlier it would make the start take a tenth longer. */
function collectSooner() {
  setFlagsFromString('--heap-growing-percent=15')
}
