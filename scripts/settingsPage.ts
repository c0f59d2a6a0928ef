import { settings } from '../server/config/settings.ts'
import { markdownTable } from './markdownTable.ts'

/** docs/settings.md, from the table of settings. */
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
with its name and what is allowed; an empty one counts as absent. Each can also be read from a file, such as a secret of
Docker or Kubernetes: \`DATABASE_URL_FILE=/run/secrets/database\`. This page is made from the table in
[server/config/settings.ts](../server/config/settings.ts) by \`npm run generate\`; \`npx foyer --help\` shows the same.

${markdownTable(heads, rows)}

What they are for is told in [operating.md](operating.md).
`
}
