import { lookup, Resolver } from 'node:dns/promises'
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { DnsError, limitDns, requestLimitMs } from './dns.ts'

/** Resolves all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<string[]>

/** The host is, or resolves to, an address that callers must not reach through us. */
export class AddressRefused extends Error {
  constructor() {
    super('The address is not public.')
  }
}

/** Address ranges outside the public internet: IANA's special-purpose registries and cloud metadata services. */
const reserved = {
  ipv4: listOf('ipv4', [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '168.63.129.16/32', // Azure's metadata host, on a public address
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3', // multicast, reserved, broadcast
  ]),
  // Only 2000::/3 is allocated for public use; the first entries exclude the rest. Ranges that embed an IPv4 address
  // (mapped, compatible, 6to4, Teredo, NAT64) are refused entirely.
  ipv6: listOf('ipv6', [
    '::/3',
    '4000::/2',
    '8000::/1',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '2620:4f:8000::/48',
    '3fff::/20',
  ]),
}

function listOf(family: 'ipv4' | 'ipv6', ranges: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.ipv4.check(address)
  return isIPv6(address) && !reserved.ipv6.check(address, 'ipv6')
}

/** Names of this machine or this network, whatever they resolve to. */
const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|onion)$/

/**
 * Why an outbound URL is refused, judged by its text alone. The URL parser has already normalised every spelling of an
 * IPv4 address (decimal, octal, hexadecimal, short, full-width).
 */
export function faultOfUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): string | undefined {
  // The URL parser drops or converts these silently, so the intended URL is ambiguous.
  if (/[\s\\\p{Cc}]/u.test(text)) return 'must not contain spaces, backslashes or control characters'
  const url = URL.parse(text)
  const schemes = allowPrivate ? 'an http or https address' : 'an https address'
  if (!url || !(url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:')))
    return `must be ${schemes}`
  if (url.username || url.password) return 'must not contain a user name or password'
  if (url.port === '0') return 'must not name port 0'
  const host = hostOf(url)
  if (allowPrivate) return undefined
  if (isIP(host) ? !isPublicAddress(host) : privateNames.test(host) || !host.includes('.'))
    return 'must be an address on the public internet'
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/**
 * An undici dispatcher that only connects to permitted addresses: it checks the address resolved for this connection
 * and connects to that same address, so DNS rebinding has no effect. Redirects are not followed.
 */
export function openOutbound({
  allowPrivate,
  resolve = resolverFor(allowPrivate),
  dnsLimitMs = 6_000,
}: {
  allowPrivate: boolean
  resolve?: Resolve
  dnsLimitMs?: number
}): Agent {
  const find = (hostname: string) => limitDns(hostname, dnsLimitMs, resolve(hostname))
  const allows = (address: string) => allowPrivate || isPublicAddress(address)
  // HTTP/2 could send requests of several receivers over one connection.
  const connect = buildConnector({
    allowH2: false,
    timeout: 10_000,
    autoSelectFamily: true,
    lookup: checkedLookup(find, allows),
  })
  return new Agent({
    allowH2: false,
    // The caller's signal limits the whole exchange; but undici applies it only once connected, so the connector's own
    // timeout above is the lower bound.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      // A literal address is connected to without a lookup.
      const literal = isIP(options.hostname) ? options.hostname : undefined
      if ((options.protocol !== 'https:' && !allowPrivate) || (literal && !allows(literal)))
        return queueMicrotask(() => callback(new AddressRefused(), null))
      connect(options, callback)
    },
  })
}

/** Why a host can't be resolved, if DNS reports an error or times out. */
export async function findHostFault(
  url: string,
  { allowPrivate, resolve = resolverFor(allowPrivate) }: { allowPrivate: boolean; resolve?: Resolve },
): Promise<string | undefined> {
  const host = hostOf(new URL(url))
  if (isIP(host)) return undefined
  try {
    await limitDns(host, requestLimitMs, resolve(host))
    return undefined
  } catch (error) {
    if (error instanceof DnsError) return `${error.message}. Check the address, or try again in a minute.`
    return `There is no host ${host}. Check the address.`
  }
}

function resolverFor(allowPrivate: boolean): Resolve {
  return allowPrivate ? resolveLikeTheSystem : resolvePublicly()
}

function checkedLookup(find: Resolve, allows: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    find(hostname).then(
      (addresses) => {
        const allowed = addresses.filter(allows).map((address) => ({ address, family: isIP(address) }))
        const [first] = allowed
        if (!first) callback(new AddressRefused(), '')
        else if (options.all) callback(null, allowed)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, ''),
    )
  }
}

/** Queries name servers without the thread pool, which a few slow names would block. */
function resolvePublicly(): Resolve {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0 && answers[0].status === 'rejected') throw answers[0].reason
    return addresses
  }
}

/** Internal names may exist in the hosts file only. */
async function resolveLikeTheSystem(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address)
}
