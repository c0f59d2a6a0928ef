import { isIPv6 } from 'node:net'

/**
 * The network of an address, for limits on anonymous clients: the /24 of an IPv4 address, or the /56 of an IPv6
 * address, which providers usually assign to one customer. A connection that is already closed has no address.
 */
export function networkOf(address: string | undefined): string {
  if (!address) return 'unknown'
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`
  const [a = '0', b = '0', c = '0', d = '0'] = ipv6Groups(plain)
  const fourth = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return `${[a, b, c, fourth].join(':')}::/56`
}

/** The groups of an IPv6 address without leading zeros, with `::` expanded. */
export function ipv6Groups(address: string): string[] {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return []
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...rest]
  return all.map((group) => Number.parseInt(group, 16).toString(16))
}
