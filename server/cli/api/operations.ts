import table from './operations.json' with { type: 'json' }

/** An option of a command: a parameter of the query, a header or a field of the body. */
export type CommandField = {
  name: string
  about?: string
  type: 'string' | 'time' | 'number' | 'boolean' | 'json'
  choices?: string[]
  isList?: true
  isRequired?: true
  /** A secret has no option: the arguments of a command are visible to others on the machine. */
  isSecret?: true
}

/** An operation as the command line needs it. */
export type CommandOperation = {
  noun: string
  verb: string
  /** The method of the SDK. */
  method: string
  call: string
  summary: string
  about?: string
  scope: string
  path: string[]
  query: CommandField[]
  headers: CommandField[]
  body?: CommandField[]
  /** Whether the body is a single value, such as a document, given as a whole. */
  isWholeBody?: true
  answer: 'list' | 'json' | 'text' | 'events' | 'none'
  /** The columns of a table of its items. */
  columns?: string[]
}

/** Every operation of the API, generated from openapi.json. */
export const operations = table as CommandOperation[]

export const nouns = [...new Set(operations.map(({ noun }) => noun))]

/**
 * The fields that have an option. Secrets have none, because other users of the machine can see the arguments of a
 * command.
 */
export function optionsOf({ query, headers, body = [] }: CommandOperation): CommandField[] {
  return [...query, ...headers, ...body].filter(({ isSecret }) => !isSecret)
}

export function toFlag(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
