import { openDatabase } from '../database/database.ts'
import { openLog } from '../log/log.ts'
import { Queue } from '../queue/queue.ts'
import { openOutbound } from '../web/outbound.ts'
import { workDeliveriesWith } from '../webhooks/sender.ts'

// A process that only sends webhooks, for tests that kill it. Arguments: URL of the database, schedule, queue settings.
const [url = '', schedule = '', settings = ''] = process.argv.slice(2)
const db = openDatabase({ url, asService: true })
const outbound = openOutbound({ allowPrivate: true })
const log = openLog('error')
const queue = new Queue({ db, log, ...JSON.parse(settings) })
workDeliveriesWith(queue, { log, outbound, schedule: JSON.parse(schedule) })
await queue.start()
// Exits with its parent.
process.on('disconnect', () => process.exit())
process.send?.('ready')
