import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/**
 * Determines the client address behind trusted proxies (`TRUST_PROXY`): the last address that a trusted proxy added.
 * Clients can forge the entries before it.
 */
export function openAddressReader(trustProxy: boolean | string): (request: IncomingMessage) => string {
  const isTrusted = trustOf(trustProxy)
  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress ?? '')
    const named = headers['x-forwarded-for']
    if (trustProxy === false || named === undefined) return address
    // There is nearly always one proxy and one address: splitting a list would take longer than everything else here.
    const list = String(named)
    for (const before of list.includes(',') ? list.split(',').reverse() : [list]) {
      const next = plain(before.trim())
      if (!isIP(next) || !isTrusted(address)) break
      address = next
    }
    return address
  }
}

function trustOf(trustProxy: boolean | string): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  const list = new BlockList()
  for (const range of trustProxy.split(',')) {
    const [address = '', bits] = range.trim().split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Dual-stack sockets show IPv4 addresses as IPv6 ones. */
function plain(address: string): string {
  return address.startsWith('::') ? address.replace(/^::ffff:(?=\d+\.)/i, '') : address
}
