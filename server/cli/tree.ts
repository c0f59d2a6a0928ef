import type { Command } from 'commander'
import { print } from './output.ts'

type DescribedCommand = {
  name: string
  summary: string
  arguments?: string[]
  options?: { flags: string; about: string }[]
  commands?: DescribedCommand[]
}

/** `foyer commands` lists every command; with --json, as a tree for programs. */
export function treeCommand(program: Command) {
  program
    .command('commands')
    .description('list all commands; with --json, as a tree with arguments and options')
    .action(() => {
      const tree = program.commands.filter(isShown).map(describe)
      print({ commands: tree }, tree.flatMap((one) => lines(one, 'foyer')).join('\n'))
    })
}

/** The completions of the last word. `names` are the first words of all commands. */
export function completionsOf(program: Command, names: string[], words: string[]): string[] {
  const last = words.at(-1) ?? ''
  const reached = words
    .slice(0, -1)
    .reduce<Command>((at, word) => at.commands.find((one) => one.name() === word) ?? at, program)
  const below = words.length > 1 ? reached.commands.filter(isShown).map((one) => one.name()) : names
  const next = last.startsWith('-') ? reached.options.map(({ long }) => long ?? '') : below
  return next.filter((one) => one.startsWith(last)).sort()
}

function isShown(command: Command): boolean {
  return command.name() !== 'help'
}

function describe(command: Command): DescribedCommand {
  const below = command.commands.filter(isShown)
  return {
    name: command.name(),
    summary: command.summary() || command.description(),
    ...(below.length === 0 && {
      arguments: command.registeredArguments.map((one) => one.name()),
      options: command.options.map(({ flags, description }) => ({ flags, about: description })),
    }),
    ...(below.length > 0 && { commands: below.map(describe) }),
  }
}

function lines({ name, summary, commands = [] }: DescribedCommand, above: string): string[] {
  const whole = `${above} ${name}`
  return commands.length > 0
    ? commands.flatMap((one) => lines(one, whole))
    : [`${whole.padEnd(42)}${summary.split('\n')[0]}`]
}
