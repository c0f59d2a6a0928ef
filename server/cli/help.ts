import { settings } from '../config/config.ts'

export const examples = `
Examples:
  npx foyer start                                       run everything, with an embedded database
  npx foyer start --role worker                         run background jobs only (needs DATABASE_URL)
  npx foyer console                                     print a sign-in link for the console
  npx foyer tenants create acme --name "Acme Inc."      create a tenant and its first key
  npx foyer keys create acme --name CRM --scopes write  create another key
  npx foyer keys list acme --json                       list its keys as JSON
  npx foyer keys revoke acme key_01kb5w3x8ef0arv2m9n4t6q7zc
  npx foyer audit verify acme                           check the audit log for changed rows
  npx foyer batch page_01kb… --csv people.csv --message "Personalise for them."
  npx foyer release page_01kb… --dry-run                show what a release of the page would do
  npx foyer agent setup                                 find a language model, check it and use it
  npx foyer agent check                                 check the language model that is in use

Commands work with or without a running service; only batches and releases need one.`

/** The settings as a table, each with its default. */
export function settingsHelp(): string {
  const width = Math.max(...Object.keys(settings).map((name) => name.length)) + 2
  const rows = Object.entries(settings).map(([name, { about, fallback }]) => {
    return `  ${name.padEnd(width)}${about}${fallback === undefined ? '' : ` [${fallback}]`}`
  })
  return `\nSettings, read from the environment [default]:\n${rows.join('\n')}`
}
