import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A receiver in a child process that accepts everything immediately.
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
