import { openDatabase, serviceRole } from '../database/database.ts'
import { openLog } from '../log/log.ts'
import { openOutbound } from '../web/outbound.ts'
import { Sender } from '../webhooks/sender.ts'

// A process that does nothing but send, for tests that kill it: database address and schedule are its arguments.
const [url = '', schedule = ''] = process.argv.slice(2)
const db = openDatabase({ url, role: serviceRole })
const outbound = openOutbound({ allowPrivate: true })
const sender = new Sender({ db, log: openLog('error'), outbound, schedule: JSON.parse(schedule) })
await sender.start()
// Its parent may be killed too.
process.on('disconnect', () => process.exit())
process.send?.('ready')
