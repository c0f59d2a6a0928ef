import { completeDocument, type Document, hashDocument } from '../../document/index.ts'
import type { AgentContext, Note } from '../agent.ts'

const zeros = '0'.repeat(26)
const item = (title: string, body: string) => ({ title, body })

/** The page for the phrasing tests and for warming up threads: one block of most types. */
export const page: Document = completeDocument({
  theme: { primaryColor: '#1f6f5c', radius: 8 },
  blocks: [
    {
      id: 'hero',
      type: 'hero',
      props: {
        eyebrow: 'Prepared for Northwind',
        headline: 'Ship your roll-out on time',
        subheadline: 'One plan for every team. It shows what is next, who has it and what is late.',
        primaryAction: { label: 'Get in touch', link: 'action:primary' },
        note: 'Twenty minutes, no slides.',
      },
      sources: [],
    },
    {
      id: 'logos',
      type: 'logos',
      props: { heading: 'They trust us', items: [{ name: 'Globex' }, { name: 'Initech' }] },
      sources: [],
    },
    {
      id: 'features',
      type: 'features',
      props: {
        heading: 'What you get',
        items: [
          item('One calendar', 'All teams plan in one place.'),
          item('Clear owners', 'Everybody knows who does what.'),
          item('Single sign-on', 'Secure access with the login you have.'),
        ],
      },
      sources: [],
    },
    {
      id: 'stats',
      type: 'stats',
      props: {
        items: [
          { value: '43 %', label: 'fewer meetings' },
          { value: '10 days', label: 'to a first result' },
        ],
      },
      sources: [],
    },
    {
      id: 'quote',
      type: 'quote',
      props: { quote: 'It paid for itself in a week.', name: 'Jo Park', role: 'COO, Globex' },
      sources: [],
    },
    {
      id: 'steps',
      type: 'steps',
      props: {
        heading: 'What happens next',
        items: [item('We listen', 'You show us your plan.'), item('We build', 'You get a first result.')],
      },
      sources: [],
    },
    {
      id: 'pricing',
      type: 'pricing',
      props: {
        heading: 'What it costs',
        plans: [
          { name: 'Team', price: '€ 20' },
          { name: 'Company', price: '€ 90' },
        ],
      },
      sources: [],
    },
    {
      id: 'faq',
      type: 'faq',
      props: {
        heading: 'Good questions',
        items: [
          { question: 'How long does it take?', answer: 'Ten days.' },
          { question: 'Where is our data?', answer: 'In the EU.' },
        ],
      },
      sources: [],
    },
    {
      id: 'form',
      type: 'form',
      props: {
        heading: 'Ask us',
        fields: [{ name: 'email', label: 'E-mail', type: 'email' }],
        submitLabel: 'Send',
      },
      sources: [],
    },
    {
      id: 'cta',
      type: 'cta',
      props: {
        headline: 'Shall we begin?',
        body: 'It takes twenty minutes.',
        primaryAction: { label: 'Book a call', link: 'action:primary' },
      },
      sources: [],
    },
  ],
})

export const older: Document = { theme: {}, blocks: page.blocks.slice(0, 4) }

const note = (kind: Note['kind'], digit: string, text: string): Note => ({
  kind,
  id: `${kind}_${digit.repeat(26)}`,
  text,
  createdAt: '+1794614400000',
})

export const notes: Note[] = [
  note('person_log', '1', 'Maya asked about single sign-on.'),
  note('account_log', '2', 'They are rolling out to EMEA in spring.'),
  note('account_log', '3', 'Budget is 50k. She is difficult.'),
]

const photo = {
  assetId: `asset_${zeros}`,
  name: 'Our team',
  purpose: '',
  aiDescription: 'Five people at a table',
  type: 'image',
}

/** A complete context, of which a test overrides what it needs. */
export function contextFor(message: string, more: Partial<AgentContext> = {}): AgentContext {
  return {
    message,
    document: page,
    page: {
      pageId: `page_${zeros}`,
      name: 'Roll-out',
      title: 'Roll-out',
      pageType: 'inbound',
      pageContext: '',
      actions: [],
    },
    brand: { name: 'Foyer', primaryColor: '#1f6f5c', font: 'inter' },
    audience: {
      audienceId: `audience_${zeros}`,
      name: 'Maya Lindqvist · Northwind',
      supplementaryContext: null,
    },
    person: { personId: `person_${zeros}`, name: 'Maya Lindqvist', email: 'maya@northwind.example' },
    account: { accountId: `account_${zeros}`, name: 'Northwind', domain: 'northwind.example' },
    notes,
    conversation: [
      { author: 'user', text: 'make it red', versionNumber: null },
      {
        author: 'agent',
        text: 'I made the page red.',
        versionNumber: 4,
        operations: [{ type: 'setTheme', documentHash: '', theme: { primaryColor: '#1f6f5c' } }],
      },
    ],
    history: [
      { versionNumber: 3, documentHash: hashDocument(older) },
      { versionNumber: 4, documentHash: hashDocument(more.document ?? page) },
    ],
    searchAssets: async (query) => (query.includes('team') || query === '' ? [photo] : []),
    readVersion: async (number) => (number === 3 ? older : undefined),
    ...more,
  }
}
