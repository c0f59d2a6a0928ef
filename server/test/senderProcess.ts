import { openDatabase } from '../database/database.ts'
import { openLog } from '../log/log.ts'
import { Queue } from '../queue/queue.ts'
import { openOutbound } from '../web/outbound.ts'
import { workDeliveriesWith } from '../webhooks/sender.ts'

// A process that does nothing but send, for tests that kill it. The database's address, the schedule and the settings of
// the queue are its arguments.
const [url = '', schedule = '', settings = ''] = process.argv.slice(2)
const db = openDatabase({ url, asService: true })
const outbound = openOutbound({ allowPrivate: true })
const log = openLog('error')
const queue = new Queue({ db, log, ...JSON.parse(settings) })
workDeliveriesWith(queue, { log, outbound, schedule: JSON.parse(schedule) })
await queue.start()
// Its parent may be killed too.
process.on('disconnect', () => process.exit())
process.send?.('ready')
