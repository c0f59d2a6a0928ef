import { type Client, openClient } from './client.ts'
import { operations } from './expensive.ts'

// Sends the most expensive requests of a kind until it is killed, in a separate process, so that the client's work is
// not measured as work of the service.
const [name = '', baseUrl = '', who = ''] = process.argv.slice(2)
// Without schema checks, which would take CPU time from the service; the parent does them.
const client: Client = openClient(baseUrl, { paths: {} }, JSON.parse(who))
// Exits with its parent.
process.on('disconnect', () => process.exit())
const operation = await operations[name]?.({ client, baseUrl })
if (!operation) throw new Error(`there is no operation ${name}`)
process.send?.('ready')
process.once('message', () => {
  for (let nth = 0; nth < operation.atOnce; nth++) void repeat(operation.worst)
})

/** A rejection exits this process, which fails the test. */
async function repeat(work: () => Promise<unknown>): Promise<never> {
  for (;;) {
    await work()
    process.send?.('done')
  }
}
