import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { isbotMatch } from 'isbot'

/** Only sessions of visitors count. Those of programs and of the team are stored with the reason. */
export const verdicts = ['human', 'own', 'bot', 'headless', 'prefetch', 'scanner'] as const
export type Verdict = (typeof verdicts)[number]
export type Judgement = { verdict: Verdict; reason: string | null }

export type Judged = {
  method: string
  headers: IncomingHttpHeaders
  address: string
  /** Whether the browser reports automation. */
  automated?: boolean
}

const human: Judgement = { verdict: 'human', reason: null }

/** Programs that open links in mail and chat before the recipient does, to scan or preview them. */
const scanners =
  /barracuda|bitdefender|cloudmark|fireeye|forcepoint|fortiguard|ironport|mimecast|ms-?office|microsoft office|outlook-|proofpoint|safelinks|skypeuripreview|sophos|symantec|trendmicro|trend micro|urlscan|virustotal|zscaler|imageproxy|mailproxy|slack-imgproxy/i

/** Addresses from which mail gateways open links with ordinary browsers, as published by vendors for allow-lists. */
const gateways: [name: string, ...ranges: string[]][] = [
  ['Barracuda', '64.235.144.0/20', '209.222.80.0/21'],
  [
    'Microsoft Defender',
    '40.92.0.0/15',
    '40.107.0.0/16',
    '52.100.0.0/14',
    '104.47.0.0/17',
    '2a01:111:f400::/48',
  ],
  ['Mimecast', '205.139.110.0/23', '207.211.30.0/23'],
  ['Proofpoint', '67.231.144.0/20', '148.163.128.0/19'],
]
const gatewayLists = gateways.map(([name, ...ranges]) => ({ name, list: listOf(ranges) }))

/** The first number of an address: every range lies within one. */
function headOf(address: string): string {
  const end = address.indexOf(':')
  return end < 0 ? address.slice(0, address.indexOf('.')) : address.slice(0, end).toLowerCase()
}
const gatewayHeads = new Set(gateways.flatMap(([, ...ranges]) => ranges.map(headOf)))

function listOf(ranges: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Judges from a request whether a person sent it. */
export function judge({ method, headers, address, automated }: Judged): Judgement {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']
  if (purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose)))
    return { verdict: 'prefetch', reason: String(purpose).slice(0, 80) }
  if (method === 'HEAD') return { verdict: 'scanner', reason: 'HEAD' }
  const byBrowser = judgeBrowser(headers['user-agent'] ?? '')
  if (byBrowser !== human) return byBrowser
  if (automated) return { verdict: 'headless', reason: 'webdriver' }
  if (/headless/i.test(String(headers['sec-ch-ua'] ?? '')))
    return { verdict: 'headless', reason: 'sec-ch-ua' }
  const gateway = findGateway(address)
  return gateway ? { verdict: 'scanner', reason: gateway } : human
}

/** Results by user agent are cached, up to a limit. */
const knownBrowsers = new Map<string, Judgement>()
const mostBrowsers = 5_000

/** No browser's user agent is this long; longer ones would fill the cache. */
const longestAgent = 512

export function shortAgent(userAgent: string): string {
  return userAgent.length > longestAgent ? userAgent.slice(0, longestAgent) : userAgent
}

function judgeBrowser(agent: string): Judgement {
  const userAgent = shortAgent(agent)
  const known = knownBrowsers.get(userAgent)
  if (known) return known
  if (knownBrowsers.size >= mostBrowsers) knownBrowsers.clear()
  const judgement = judgeUnknownBrowser(userAgent)
  knownBrowsers.set(userAgent, judgement)
  return judgement
}

function judgeUnknownBrowser(userAgent: string): Judgement {
  if (userAgent.trim() === '') return { verdict: 'bot', reason: 'no user agent' }
  if (/headless/i.test(userAgent)) return { verdict: 'headless', reason: 'user agent' }
  const scanner = scanners.exec(userAgent)?.[0]
  if (scanner) return { verdict: 'scanner', reason: scanner }
  const bot = isbotMatch(userAgent)
  return bot ? { verdict: 'bot', reason: bot.slice(0, 80) } : human
}

function findGateway(address: string): string | undefined {
  const plain = unmapped(address)
  // Nearly all addresses differ from any gateway's in the first number, and checking the list takes longer than
  // everything else here.
  if (!gatewayHeads.has(headOf(plain))) return undefined
  const family = isIPv4(plain) ? 'ipv4' : isIPv6(plain) ? 'ipv6' : undefined
  return family && gatewayLists.find(({ list }) => list.check(plain, family))?.name
}

/** A dual-stack socket shows IPv4 addresses as `::ffff:192.0.2.1`. */
export function unmapped(address: string): string {
  return address.startsWith('::') ? address.replace(/^::ffff:(?=\d+\.)/i, '') : address
}
