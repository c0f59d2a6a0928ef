import type { Command } from 'commander'
import { print } from './output.ts'

type Described = {
  name: string
  summary: string
  arguments?: string[]
  options?: { flags: string; about: string }[]
  commands?: Described[]
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

/** `foyer complete` answers the completions of shells: what may follow the given words. */
export function completeCommand(program: Command) {
  program
    .command('complete [words...]', { hidden: true })
    .allowUnknownOption()
    .action((words: string[] = []) => {
      const last = words.at(-1) ?? ''
      const reached = words
        .slice(0, -1)
        .reduce<Command>((at, word) => at.commands.find((one) => one.name() === word) ?? at, program)
      const next = last.startsWith('-')
        ? reached.options.map(({ long }) => long ?? '')
        : reached.commands.filter(isShown).map((one) => one.name())
      process.stdout.write(
        next
          .filter((one) => one.startsWith(last))
          .map((one) => `${one}\n`)
          .join(''),
      )
    })
}

function isShown(command: Command): boolean {
  return !['complete', 'help'].includes(command.name())
}

function describe(command: Command): Described {
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

function lines({ name, summary, commands = [] }: Described, above: string): string[] {
  const whole = `${above} ${name}`
  return commands.length > 0
    ? commands.flatMap((one) => lines(one, whole))
    : [`${whole.padEnd(42)}${summary.split('\n')[0]}`]
}
