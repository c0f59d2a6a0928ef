import type { Command } from 'commander'

/**
 * The completion script of each shell. All of them run `foyer complete`, so that they offer the commands of the
 * installed version.
 */
const scripts = {
  bash: `_foyer() {
  local IFS=$'\\n'
  COMPREPLY=($(foyer complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _foyer foyer
`,
  zsh: `#compdef foyer
_foyer() {
  local -a found
  found=("\${(@f)$(foyer complete -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)}")
  [[ -n "$found" ]] && compadd -a found || _files
}
compdef _foyer foyer
`,
  fish: `complete -c foyer -a '(foyer complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
}

export function completionCommand(program: Command) {
  program
    .command('completion')
    .description('print the completions of a shell')
    .argument('<shell>', `one of ${Object.keys(scripts).join(', ')}`)
    .addHelpText(
      'after',
      '\nAdd one of these to the start-up file of your shell:\n  source <(foyer completion bash)\n  source <(foyer completion zsh)\n  foyer completion fish | source',
    )
    .action((shell: string, _options: object, command: Command) => {
      const script = scripts[shell as keyof typeof scripts]
      if (!script)
        command.error(`error: no completions for ${shell}. Use one of ${Object.keys(scripts).join(', ')}.`)
      process.stdout.write(script)
    })
}
