import { lookup, Resolver } from 'node:dns/promises'
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { DnsError, limitDns, requestLimitMs } from './dns.ts'

/** Looks up every address of a host name. */
export type Resolve = (hostname: string) => Promise<string[]>

/** The host is, or resolves to, somewhere that callers must not reach through us. */
export class AddressRefused extends Error {
  constructor() {
    super('The address is not public.')
  }
}

/** Ranges that are not the public internet: IANA's special-purpose registries and the clouds' metadata services. */
const reserved = {
  ipv4: listOf('ipv4', [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '168.63.129.16/32', // Azure's host, on a public address
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
  // Only 2000::/3 is handed out to the public; the rest goes first. All that carries an IPv4 address inside (mapped,
  // compatible, 6to4, Teredo, NAT64) is refused as a whole.
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

/** Names that mean this machine or this network, whatever a resolver says. */
const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|onion)$/

/**
 * What is wrong with an address that we are asked to call, as far as the text alone tells. The URL parser has by then
 * turned every spelling of an IPv4 address (decimal, octal, hexadecimal, short, full-width) into the usual one.
 */
export function faultOfUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): string | undefined {
  // The parser drops or turns these silently, and what was meant is then anybody's guess.
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
 * A dispatcher for undici whose connections go to checked addresses only: the check is on what the name resolved to
 * for this very connection, and that address is the one connected to, so an answer that changes in between gains
 * nothing. Redirects are not followed.
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
  // HTTP/2 would put several receivers' requests on one connection.
  const connect = buildConnector({
    allowH2: false,
    timeout: 10_000,
    autoSelectFamily: true,
    lookup: checkedLookup(find, allows),
  })
  return new Agent({
    allowH2: false,
    // The caller's signal bounds the whole exchange; but undici heeds it only once there is a connection, so it
    // can't cut shorter than the connector's own timeout above.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      // An address in place of a name is connected to without a look-up.
      const literal = isIP(options.hostname) ? options.hostname : undefined
      if ((options.protocol !== 'https:' && !allowPrivate) || (literal && !allows(literal)))
        return queueMicrotask(() => callback(new AddressRefused(), null))
      connect(options, callback)
    },
  })
}

/** Why the host of an address can't be found, if DNS says so or is silent for too long. */
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

/** Asks the name servers without the thread pool, which a few slow names would block for everything else. */
function resolvePublicly(): Resolve {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0 && answers[0].status === 'rejected') throw answers[0].reason
    return addresses
  }
}

/** In-house names may stand in the hosts file only. */
async function resolveLikeTheSystem(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address)
}
