import { settings } from '../server/config/config.ts'

/** The settings as a page for people, from the table that reads them. */
export function settingsPage(): string {
  const heads = ['name', 'when absent', 'what it is', 'what it may be']
  const rows = Object.entries(settings).map(([name, { about, fallback, allowed }]) => [
    `\`${name}\``,
    fallback === undefined ? '' : `\`${fallback}\``,
    about,
    allowed,
  ])
  return `# Settings

Foyer reads its settings from the environment, once, when it starts. All of them are optional. A wrong one is refused
with its name and what is allowed; an empty one counts as absent. This page is made from the table in
[server/config/config.ts](../server/config/config.ts) by \`npm run generate\`; \`npx foyer --help\` shows the same.

${table(heads, rows)}

What they are for is told in [operating.md](operating.md).
`
}

/** Aligned, as the formatter has it. */
function table(heads: string[], rows: string[][]): string {
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
