// Runs after `npm ci`. The PostgreSQL driver (postgres 3.4.9) ends the whole process when a connection drops in the
// middle of a transaction: it writes the rollback to a socket that is gone, from a timer, where nobody can catch it.
// Here such a write fails the query it belongs to, as any other write to a lost connection does. To be removed when a
// version of the driver has it right; the exact text is looked for, so that a new version is never changed unseen.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../node_modules/postgres/src/connection.js', import.meta.url)
const changes = [
  [
    `  function nextWrite(fn) {
    const x = socket.write(chunk, fn)
`,
    `  function nextWrite(fn) {
    if (socket === null) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      return true
    }
    const x = socket.write(chunk, fn)
`,
  ],
  [
    `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
`,
    `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)
`,
  ],
]

let text = readFileSync(file, 'utf8')
for (const [before, after] of changes) {
  if (text.includes(after)) continue
  if (!text.includes(before)) {
    console.error(
      'The driver is not the one that scripts/mendPostgres.js knows. Look whether it still needs mending.',
    )
    process.exit(1)
  }
  text = text.replace(before, () => after)
}
writeFileSync(file, text)
