import { settings } from '../config/settings.ts'

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
  npx foyer login https://foyer.example                 save a service and a key for it
  npx foyer pages list                                  call any operation of the API
  npx foyer messages send page_01kb… audience_01kb… --message "Make it blue" --wait
  npx foyer batch page_01kb… --csv people.csv --message "Personalise for them."
  npx foyer releases create page_01kb… --dry-run        show what a release of the page would do
  npx foyer assets upload *.png                         add images to the assets
  npx foyer export accounts > accounts.csv
  npx foyer agent setup                                 find a language model, check it and use it
  npx foyer agent check                                 check the language model that is in use

start, migrate, tenants, keys, users, secrets, audit, backup, restore, console, agent setup, agent check and demo work on the
database of this machine, with or without a running service. All others call a service: the one of FOYER_API_KEY and FOYER_URL, or of
the profile that \`npx foyer login\` saved. They print JSON where standard output is no terminal.`

/** The settings as a table, each with its default. */
export function settingsHelp(): string {
  const width = Math.max(...Object.keys(settings).map((name) => name.length)) + 2
  const rows = Object.entries(settings).map(([name, { about, fallback }]) => {
    return `  ${name.padEnd(width)}${about}${fallback === undefined ? '' : ` [${fallback}]`}`
  })
  return `\nSettings, read from the environment [default]:\n${rows.join('\n')}`
}
