import type { PageInput } from '../pages/schema.ts'
import { alpenglow } from './stories/alpenglow.ts'
import { coldChain, home } from './stories/general.ts'
import { meridian } from './stories/meridian.ts'
import { nordwind } from './stories/nordwind.ts'
import type { Story } from './stories/story.ts'

/** A company that does not exist, with customers that do not exist, as a newcomer might run it. */
export const brand = { name: 'Harbor', primaryColor: '#0f5c63', secondaryColor: '#e4572e' } as const

/** Where the page is found that newcomers are shown first. */
export const samplePath = '/meridian'

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
    text: 'Amara, call of 14 October: Gdańsk and Valencia open on the same morning, 2 March. Both are fed from Rotterdam.',
  },
  spoilage: {
    account: 'meridian',
    text: 'Sustainability report 2025, page 38: 4.1% of chilled goods are written off between dock and shelf, €3.8m of €92m a year.',
  },
  loggers: {
    account: 'meridian',
    text: 'Amara, call of 14 October: loggers are read 27 hours too late. By then only the claim is left to manage.',
  },
  portals: {
    account: 'meridian',
    text: 'Piotr Lewandowski, mail of 21 October: three carriers, three portals, no shared clock.',
  },
  lanes: {
    account: 'meridian',
    text: 'September logger export: 17 minutes above 5 °C per run at the Rotterdam dock. Gdańsk is 1,130 km and 31 hours away, Valencia 1,790 km and 44 hours.',
  },
  season: {
    account: 'alpenglow',
    text: 'Lukas, call of 3 June: everything arrives in the six weeks before the season. Re-planning by hand takes two people full time, two working days for a late ship. What is late is lost: no second try.',
  },
  arrivals: {
    account: 'alpenglow',
    text: 'Port report, last autumn, containers a week: 12, 18, 31, 58, 74, 69, 41, 16 in weeks 34 to 41. The dock takes 45 a week.',
  },
  parts: {
    account: 'nordwind',
    text: 'Ingrid, call of 12 November: nine crane days lost last year while turbine parts waited in customs, 120 hours from landing to site. A crane day costs €18,000. The pilot has to get to two days and 36 hours.',
  },
  sites: {
    account: 'nordwind',
    text: 'Ingrid, call of 12 November: sites in Bergen, Aberdeen and Kiel, each with a customs broker of its own.',
  },
  papers: {
    account: 'nordwind',
    text: 'Henrik Dahl, call of 12 November: 70% of the delays began with a form that was filled in twice.',
  },
} as const satisfies Record<string, { account: AccountName; text: string }>
export type LogName = keyof typeof logs

const actions = [
  {
    actionId: 'plan',
    purpose: 'Pick 30 minutes with a planner',
    buttonTitle: 'Pick 30 minutes',
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
    pageContext:
      'Harbor plans freight for companies whose goods cannot wait. Results of customers: 61% less written off (median of eleven chilled-food networks), 47 minutes of warning, 15 minutes to re-plan a week.',
    flags: ['home_page'],
  },
  coldChain: {
    ...common,
    name: 'Cold-chain outreach',
    title: 'A page for you, from Harbor',
    pageType: 'outbound',
    pageContext:
      'For people who answer for chilled goods. Lead with what they lose between dock and shelf. Median of eleven chilled-food networks: 61% less written off, 47 minutes of warning. Outdoor customers: 94% of launch articles on the floor on opening day.',
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

/** What pages say to everybody. The others start from the template of their type. */
export const documents: Partial<Record<PageName, Story>> = { home, coldChain }

/** Who sees which page, where, and what was changed for them. */
export const audiences: {
  page: PageName
  person?: PersonName
  account?: AccountName
  path?: string
  /** Sessions a day that the sample figures show. */
  busyness?: number
  story?: Story
}[] = [
  { page: 'home', busyness: 22 },
  { page: 'coldChain', path: '/cold-chain', busyness: 9 },
  {
    page: 'coldChain',
    person: 'amara',
    path: samplePath,
    busyness: 0.4,
    story: meridian,
  },
  {
    page: 'coldChain',
    account: 'alpenglow',
    path: '/alpenglow',
    busyness: 1.5,
    story: alpenglow,
  },
  { page: 'afterCall', person: 'ingrid', path: '/nordwind', busyness: 0.3, story: nordwind },
  { page: 'deck' },
]
