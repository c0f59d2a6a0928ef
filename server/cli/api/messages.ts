import type { Command } from 'commander'
import type { FinishedMessage, Foyer, RunEvent, Shape } from '../../../sdk/index.ts'
import { clean, exitCodes, notice, print, toJson, wantsJson } from '../output.ts'
import { addOperation, prepareCall } from './operationCommand.ts'
import type { CommandOperation } from './operations.ts'
import { connectService, type ServiceOptions } from './service.ts'
import { printObject } from './show.ts'

function send(command: Command, operation?: CommandOperation) {
  if (!operation) return
  addOperation(command, operation)
    .option('--wait', 'wait until the agent has finished, and print its answer')
    .addHelpText(
      'after',
      '\nExample:\n  npx foyer messages send page_01kb… audience_01kb… --message "Make it blue" --wait',
    )
    .action(async () => {
      const { wait, ...options } = command.opts<ServiceOptions & { wait?: boolean }>()
      const foyer = await connectService(options, { isWatching: wait === true })
      const [method, args] = await prepareCall(foyer, command, operation)
      if (!wait) return printObject(await method(...args))
      printFinished(await sendAndWait(foyer, args))
    })
}

async function sendAndWait(foyer: Foyer, args: unknown[]): Promise<FinishedMessage> {
  const [pageId, audienceId, input] = args as [string, string, Shape<'MessageInput'>]
  const onEvent = (event: RunEvent) => {
    if (event.type === 'status') notice(`The version is ${event.status}.`)
  }
  return await foyer.messages.sendAndWait(pageId, audienceId, input, { onEvent })
}

function printFinished({ version, answer }: FinishedMessage) {
  const { versionId, status } = version
  print(
    { version, answer: answer ?? null },
    `${clean(answer?.text ?? 'Interrupted.')}\n\n${versionId} is ${status}.`,
  )
  if (answer?.outcome === 'failed') process.exitCode = exitCodes.failed
  else if (status === 'cancelled' && answer?.outcome !== 'nothing_changed')
    process.exitCode = exitCodes.cancelled
}

function watch(command: Command, operation?: CommandOperation) {
  if (!operation) return
  command.argument('<page-id>').argument('<audience-id>')
  command.action(async (pageId: string, audienceId: string) => {
    const foyer = await connectService(command.opts(), { isWatching: true })
    // Ctrl-C ends the process, and with it the stream.
    for await (const event of foyer.messages.watch(pageId, audienceId))
      process.stdout.write(`${wantsJson ? toJson(event) : describeEvent(event)}\n`)
  })
}

function describeEvent({ versionId, type, id: _, ...data }: RunEvent): string {
  return `${versionId}  ${type.padEnd(11)}  ${clean(JSON.stringify(data))}`
}

export const messageCommands = { send, watch }
