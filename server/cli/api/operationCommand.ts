import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import type { Foyer, List } from '../../../sdk/index.ts'
import { print } from '../output.ts'
import { readInput, toOption } from './input.ts'
import { type CommandOperation, optionsOf, toFlag } from './operations.ts'
import { connectService, type ServiceOptions } from './service.ts'
import { printAll, printObject, printPage } from './show.ts'

/** Adds the command of an operation: its arguments, options and output. */
export function addOperation(command: Command, operation: CommandOperation): Command {
  for (const name of operation.path) command.argument(`<${name.replaceAll('_', '-')}>`)
  for (const field of optionsOf(operation)) command.addOption(toOption(field))
  if (operation.body || operation.isWholeBody)
    command.option(
      '--data <json>',
      `the ${operation.isWholeBody ? 'body' : 'fields'} as JSON, @file, or - for standard input`,
    )
  const secrets = (operation.body ?? []).filter(({ isSecret }) => isSecret).map(({ name }) => name)
  if (secrets.length > 0)
    command.addHelpText(
      'after',
      `Give ${secrets.join(' and ')} with \`--data -\`, so that no process list shows it.`,
    )
  if (operation.answer === 'list') command.option('--all', 'read all pages of the list')
  if (operation.answer === 'text') command.option('--output <file>', 'write to a file')
  return command.action(() => run(command, operation))
}

async function run(command: Command, operation: CommandOperation): Promise<void> {
  const options = command.opts<ServiceOptions & { all?: boolean; output?: string }>()
  const foyer = await connectService(options)
  const [method, args] = await prepareCall(foyer, command, operation)
  const columns = operation.columns ?? []
  if (operation.answer === 'list') {
    const list = method(...args) as List<{ items: unknown[] }>
    if (options.all) await printAll(list, columns)
    else printPage(await list, columns)
    return
  }
  const answer = await method(...args)
  if (operation.answer === 'text') await save(answer as Response, options.output)
  else if (operation.answer === 'none') print({ done: true }, 'Done.')
  else printObject(answer)
}

type Method = (...args: unknown[]) => Promise<unknown>

/** The SDK's method of an operation, and its arguments from those of a command. */
export async function prepareCall(
  foyer: Foyer,
  command: Command,
  operation: CommandOperation,
): Promise<[Method, unknown[]]> {
  // The table of operations and the SDK are generated from the same document.
  const methods = foyer as unknown as Record<string, Record<string, Method>>
  const [noun = '', verb = ''] = operation.method.split('.')
  const method = methods[noun]?.[verb]
  if (!method) throw new Error(`The SDK has no ${operation.method}.`)
  const { path, query, headers, body } = await readChecked(command, operation)
  const takesBody = !/^(GET|DELETE) /.test(operation.call)
  const input = takesBody ? [body] : operation.query.length > 0 ? [query] : []
  return [method, [...path, ...input, { headers, ...(takesBody && { query }) }]]
}

async function readChecked(command: Command, operation: CommandOperation) {
  const { data } = command.opts<{ data?: string }>()
  const input = await readInput(operation, command.args, command.opts())
  const given = { ...input.query, ...(input.body as object | undefined) }
  const missing = optionsOf(operation).filter(({ name, isRequired }) => isRequired && !(name in given))
  if (missing.length > 0 && data === undefined)
    command.error(`error: required: ${missing.map(({ name }) => `--${toFlag(name)}`).join(', ')}`)
  if (operation.isWholeBody && data === undefined) command.error('error: required: --data')
  return input
}

async function save(answer: Response, file: string | undefined): Promise<void> {
  if (answer.body === null) return
  if (file === undefined) await pipeline(answer.body, process.stdout, { end: false })
  else {
    await pipeline(answer.body, createWriteStream(file))
    print({ file }, `Written to ${file}.`)
  }
}
