import type { Command } from 'commander'
import { addOperation } from './operationCommand.ts'
import { type CommandOperation, operations } from './operations.ts'
import { withService } from './service.ts'
import { special } from './special.ts'

/** Adds the commands of a noun of the API, one for each of its operations. */
export function apiCommands(program: Command, noun: string) {
  const group =
    program.commands.find((command) => command.name() === noun) ??
    program.command(noun).description(`${noun.replaceAll('-', ' ')} of the API`)
  const own = special[noun] ?? {}
  for (const operation of operations.filter((one) => one.noun === noun)) {
    const command = describe(group, operation)
    const add: (command: Command, operation: CommandOperation) => unknown =
      own[operation.verb] ?? addOperation
    add(command, operation)
    withService(command)
  }
  for (const [verb, add] of Object.entries(own))
    if (!operations.some((one) => one.noun === noun && one.verb === verb)) {
      const command = group.command(verb)
      add(command)
      withService(command)
    }
}

function describe(group: Command, { verb, summary, about, scope, call }: CommandOperation): Command {
  return group
    .command(verb)
    .summary(lowerFirst(summary))
    .description(about ? `${summary}. ${about}` : `${summary}.`)
    .addHelpText('after', `\nNeeds a key with the scope ${scope}. Calls ${call}.`)
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
