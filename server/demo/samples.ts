import type { Block } from '../documents/schema.ts'
import type { PageInput } from '../pages/schema.ts'

/** A company that does not exist, with customers that do not exist, as a newcomer might run it. */
export const brand = { name: 'Harbor', primaryColor: '#0f5c63', font: 'avenir' } as const

export const accounts = {
  meridian: { domain: 'meridianfoods.example', name: 'Meridian Foods' },
  alpenglow: { domain: 'alpenglow.example', name: 'Alpenglow Outdoor' },
  nordwind: { domain: 'nordwind.example', name: 'Nordwind Energy' },
} as const
export type AccountName = keyof typeof accounts

export const persons = {
  amara: { name: 'Amara Okafor', email: 'amara.okafor@meridianfoods.example' },
  lukas: { name: 'Lukas Brunner', email: 'lukas@alpenglow.example' },
  ingrid: { name: 'Ingrid Solberg', email: 'ingrid.solberg@nordwind.example' },
} as const
export type PersonName = keyof typeof persons

/** What was said, kept as log entries; statements made of them name them as their source. */
export const logs = {
  rollout: {
    account: 'meridian',
    text: 'Rolling out to the EMEA warehouses next quarter: Rotterdam first, then Gdańsk and Valencia.',
  },
  spoilage: {
    account: 'meridian',
    text: 'Loses about 4% of chilled goods between dock and shelf. Wants to see it before it happens, not after.',
  },
  season: {
    account: 'alpenglow',
    text: 'Everything arrives in the six weeks before the season. Re-planning by hand takes two people full time.',
  },
  parts: {
    account: 'nordwind',
    text: 'Spare parts for turbines wait in customs while the crane waits on site.',
  },
} as const satisfies Record<string, { account: AccountName; text: string }>
export type LogName = keyof typeof logs

const actions = [
  {
    actionId: 'plan',
    purpose: 'Book a planning session',
    buttonTitle: 'Book a planning session',
    url: 'https://harbor.example/plan',
  },
]
const footerLinks = [
  {
    title: 'Harbor',
    links: [
      { text: 'How it works', url: 'https://harbor.example/how' },
      { text: 'Privacy', url: 'https://harbor.example/privacy' },
    ],
  },
]
const common = { actions, footerLinks, headerActionId: 'plan' }

export const pages = {
  home: {
    ...common,
    name: 'Home',
    title: 'Harbor: freight that keeps its promises',
    pageType: 'inbound',
    pageContext: 'Harbor plans freight for companies whose goods can not wait.',
    flags: ['home_page'],
  },
  coldChain: {
    ...common,
    name: 'Cold-chain outreach',
    title: 'A page for you, from Harbor',
    pageType: 'outbound',
    pageContext: 'For people who answer for chilled goods. Lead with what they lose between dock and shelf.',
  },
  afterCall: {
    ...common,
    name: 'After our call',
    title: 'What we talked about',
    pageType: 'call_followup',
    pageContext: 'Sent within a day of a first call. Say what we heard before what we offer.',
  },
  deck: {
    ...common,
    name: 'Freight planning, the deck',
    title: 'Freight planning with Harbor',
    pageType: 'sales_deck',
    pageContext: 'The long story, for those who decide together.',
  },
} as const satisfies Record<string, PageInputLike>
export type PageName = keyof typeof pages
type PageInputLike = { [K in keyof PageInput]: unknown }

/** Who sees which page, where, and what was changed for them. */
export const audiences: {
  page: PageName
  person?: PersonName
  account?: AccountName
  path?: string
  /** Sessions a day that the sample figures show. */
  busyness?: number
  hero?: { headline: string; subheadline: string; sources: LogName[] }
  heard?: { heading: string; body: string; sources: LogName[] }
}[] = [
  { page: 'home', busyness: 22 },
  { page: 'coldChain', path: '/cold-chain', busyness: 9 },
  {
    page: 'coldChain',
    person: 'amara',
    path: '/meridian',
    busyness: 0.4,
    hero: {
      headline: 'Rotterdam, Gdańsk, Valencia: chilled from dock to shelf.',
      subheadline:
        'Your EMEA warehouses open next quarter, {{person.firstName}}. This is what we would have ready on the first morning.',
      sources: ['rollout'],
    },
    heard: {
      heading: 'What we heard',
      body: 'You lose about **4% of chilled goods** between dock and shelf, and you want to see it *before* it happens.\n\nThat is the one thing Harbor watches all day: every pallet, its temperature, and the minutes it has left.',
      sources: ['spoilage'],
    },
  },
  {
    page: 'coldChain',
    account: 'alpenglow',
    path: '/alpenglow',
    busyness: 1.5,
    hero: {
      headline: 'Six weeks, one season, no second try.',
      subheadline:
        'Everything {{account.name}} sells arrives before the snow does. We re-plan it while you sleep.',
      sources: ['season'],
    },
  },
  { page: 'afterCall', person: 'ingrid', path: '/nordwind', busyness: 0.3 },
  { page: 'deck' },
]

export function heardBlock({ heading, body }: { heading: string; body: string }): Block {
  return {
    id: 'heard',
    type: 'text',
    props: { eyebrow: 'For you', heading, body, tone: 'tint' },
    sources: [],
  }
}
