import { type Client, openClient } from './client.ts'
import { operations } from './expensive.ts'

// A process that sends the most expensive requests of a kind until it is killed, so that the work of the client is not
// measured as work of the service.
const [name = '', baseUrl = '', who = ''] = process.argv.slice(2)
// The parent checks answers against the schema; here that would take the processor from the service.
const client: Client = openClient(baseUrl, { paths: {} }, JSON.parse(who))
// Its parent may be killed too.
process.on('disconnect', () => process.exit())
const operation = await operations[name]?.({ client, baseUrl })
if (!operation) throw new Error(`there is no operation ${name}`)
process.send?.('ready')
process.once('message', () => {
  for (let nth = 0; nth < operation.atOnce; nth++) void repeat(operation.worst)
})

/** A rejection ends this process, which fails the test. */
async function repeat(work: () => Promise<unknown>): Promise<never> {
  for (;;) {
    await work()
    process.send?.('done')
  }
}
