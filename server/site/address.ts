import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/**
 * Tells where a request came from, seen through the proxies that are trusted (`TRUST_PROXY`): the last address that
 * somebody we trust vouches for. What stands before it in the header, anybody could have written.
 */
export function openAddressReader(trustProxy: boolean | string): (request: IncomingMessage) => string {
  const isTrusted = trustOf(trustProxy)
  return ({ socket, headers }) => {
    const named = trustProxy === false ? undefined : headers['x-forwarded-for']
    const chain = [named].flat().join(',').split(',').map(plain)
    let address = plain(socket.remoteAddress ?? '')
    for (const before of chain.toReversed()) {
      if (!isIP(before) || !isTrusted(address)) break
      address = before
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

/** IPv4 addresses look like IPv6 ones on sockets that take both. */
function plain(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
}
