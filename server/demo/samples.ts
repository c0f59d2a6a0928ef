import type { PageInput } from '../pages/schema.ts'
import type { AccountName, PersonName } from './people.ts'
import { alpenglow } from './stories/alpenglow.ts'
import { coldChain, home } from './stories/general.ts'
import { meridian } from './stories/meridian.ts'
import { nordwind } from './stories/nordwind.ts'
import type { Story } from './stories/story.ts'

/** The path of the sample page that is printed on the first start. */
export const samplePath = '/meridian'

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

/** The public documents of pages. The other pages start from the template of their type. */
export const documents: Partial<Record<PageName, Story>> = { home, coldChain }

/** The audiences of the pages, with their paths and documents. */
export const audiences: {
  page: PageName
  person?: PersonName
  account?: AccountName
  path?: string
  /** Average number of sample sessions a day. */
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
