import Bowser from 'bowser'
import { withoutRefusedCharacters } from '../../shared/characters.ts'
import type { Report, VisitOrigin } from './schema.ts'
import { shortAgent } from './verdict.ts'

type Device = Pick<VisitOrigin, 'device' | 'browser' | 'os'>

export type OriginFacts = {
  report: Pick<Report, 'referrer' | 'query'>
  /** The host of the visited site: its own pages don't count as referrers. */
  host: string | undefined
  userAgent: string
  country: string | undefined
}

/** Longer referrers are truncated. */
const longestReferrer = 300
const longestCampaignText = 100

/**
 * The origin of a visit as JSON for the database; null if unknown. Drops the query of the referrer, and all but
 * campaign parameters of the page's query: both may contain personal data.
 */
export function readOrigin({ report, host, userAgent, country }: OriginFacts): string | null {
  const origin: Partial<VisitOrigin> = {
    ...optional('referrer', readReferrer(report.referrer, host)),
    ...optional('utm', readCampaign(report.query)),
    ...readDevice(userAgent),
    ...optional('country', country),
  }
  return Object.keys(origin).length === 0 ? null : JSON.stringify(origin)
}

function optional<K extends string, V>(name: K, value: V | undefined) {
  return value === undefined ? {} : ({ [name]: value } as Record<K, V>)
}

function readReferrer(text: string | undefined, host: string | undefined): string | undefined {
  const url = text ? URL.parse(text) : null
  if (!url || !/^(https?|android-app):$/.test(url.protocol) || url.host === host) return undefined
  const place = url.host + (url.pathname === '/' ? '' : url.pathname)
  return clean(place, longestReferrer)
}

const campaignFields = ['source', 'medium', 'campaign', 'term', 'content'] as const

function readCampaign(query: string | undefined): VisitOrigin['utm'] | undefined {
  if (!query?.includes('utm_')) return undefined
  const given = new URLSearchParams(query)
  const campaign = Object.fromEntries(
    campaignFields.flatMap((field) => {
      const value = clean(given.get(`utm_${field}`) ?? '', longestCampaignText)
      return value ? [[field, value]] : []
    }),
  )
  return Object.keys(campaign).length > 0 ? campaign : undefined
}

function clean(text: string, most: number): string | undefined {
  const line = text.slice(0, most).replace(/\p{Cc}/gu, ' ')
  const short = withoutRefusedCharacters(line).trim()
  return short === '' ? undefined : short
}

const knownDevices = new Map<string, Partial<Device>>()
const mostDevices = 5_000
const deviceKinds = { desktop: 'desktop', mobile: 'mobile', tablet: 'tablet', tv: 'tv' } as const

/** Device type, browser and operating system, without versions, which would help to identify visitors. */
function readDevice(userAgent: string): Partial<Device> {
  const agent = shortAgent(userAgent)
  const known = knownDevices.get(agent)
  if (known) return known
  if (knownDevices.size >= mostDevices) knownDevices.clear()
  const parsed = agent === '' ? undefined : Bowser.parse(agent)
  const device = {
    ...optional('device', deviceKinds[parsed?.platform.type as keyof typeof deviceKinds]),
    ...optional('browser', clean(parsed?.browser.name ?? '', 40)),
    ...optional('os', clean(parsed?.os.name ?? '', 40)),
  }
  knownDevices.set(agent, device)
  return device
}
