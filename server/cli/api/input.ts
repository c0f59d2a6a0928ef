import { readFile } from 'node:fs/promises'
import { InvalidArgumentError, Option } from 'commander'
import { StartError } from '../../start/startError.ts'
import { readStandardInput } from '../questions.ts'
import { type CommandField, type CommandOperation, optionsOf, toFlag } from './operations.ts'

const mostBytes = 20 * 1024 * 1024

/** The option of a field, such as `--page-type <string>`. */
export function toOption(field: CommandField): Option {
  const { name, about = '', type, choices, isList } = field
  const flag = `--${toFlag(name)}`
  const more = isList ? ' (repeatable)' : ''
  const text = `${about.split('\n')[0]}${more}`.trim()
  if (type === 'boolean') return new Option(`${flag} [boolean]`, text).argParser(toBoolean)
  const option = new Option(`${flag} <${choices && choices.length < 8 ? choices.join('|') : type}>`, text)
  const parse = (given: string) => parseValue(given, field)
  return option.argParser((given: string, before: unknown) =>
    isList ? [...((before as unknown[] | undefined) ?? []), parse(given)] : parse(given),
  )
}

/** Without a value, an option is true. */
function toBoolean(given: string): boolean {
  if (given === 'true') return true
  if (given === 'false') return false
  throw new InvalidArgumentError('Use true or false.')
}

function parseValue(given: string, { type, choices }: CommandField): unknown {
  if (choices && !choices.includes(given)) throw new InvalidArgumentError(`Use one of ${choices.join(', ')}.`)
  if (type === 'number') {
    if (given.trim() === '' || Number.isNaN(Number(given))) throw new InvalidArgumentError('Use a number.')
    return Number(given)
  }
  if (type === 'time') return parseTime(given)
  return type === 'json' ? parseJson(given) : given
}

/** The API uses milliseconds; users write dates. */
export function parseTime(given: string): string {
  const ms = given.startsWith('+') ? Number(given) : Date.parse(given)
  if (Number.isNaN(ms)) throw new InvalidArgumentError('Use the form 2026-12-01T09:00:00Z.')
  return `+${ms}`
}

function parseJson(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch (error) {
    throw new InvalidArgumentError(`This is not valid JSON: ${(error as Error).message}`)
  }
}

/** The input of an operation: fields from options, and for a body also `--data`. */
export async function readInput(
  operation: CommandOperation,
  args: string[],
  options: Record<string, unknown>,
) {
  const take = (fields: CommandField[]) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = options[toAttribute(field.name)]
        return value === undefined || !optionsOf(operation).includes(field) ? [] : [[field.name, value]]
      }),
    )
  const path = args.slice(0, operation.path.length)
  const data = typeof options.data === 'string' ? await readData(options.data) : undefined
  const { body: fields, isWholeBody, headers, query } = operation
  const body = isWholeBody ? data : fields && { ...(data as object | undefined), ...take(fields) }
  return { path, query: take(query), headers: take(headers) as Record<string, string>, body }
}

/** The name of an option in commander: `--if-match` becomes `ifMatch`. */
function toAttribute(name: string): string {
  return toFlag(name).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** JSON given directly, in a file (`@file`), or on standard input (`-`). */
async function readData(given: string): Promise<unknown> {
  const text =
    given === '-'
      ? await readStandardInput(mostBytes)
      : given.startsWith('@')
        ? await readFile(given.slice(1), 'utf8').catch(() => {
            throw new StartError(`${given.slice(1)} can’t be read.`)
          })
        : given
  return parseJson(text)
}
