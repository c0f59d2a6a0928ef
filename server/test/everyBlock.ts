import { type Document, validateDocument } from '../../document/index.ts'
import { exampleId } from '../../shared/ids.ts'

const picture = { assetId: exampleId('asset'), alt: 'Hills under a low sun' }
const button = { label: 'Walk through the plan', link: 'action:primary' }
const other = { label: 'See the figures', link: 'https://example.com/figures' }

const props: Record<string, object> = {
  hero: {
    eyebrow: 'Prepared for Acme',
    headline: 'Changeovers could take *9 minutes*, not 40.',
    subheadline: 'You told us that they eat **two shifts** a week.',
    primaryAction: button,
    secondaryAction: other,
    note: 'Twenty minutes, no slides.',
    picture,
    layout: 'split',
  },
  logos: {
    heading: 'Plants that run on Northwind',
    items: [
      { name: 'Globex', picture },
      { name: 'Initech', link: 'https://example.com' },
      { name: 'Umbrella' },
    ],
  },
  text: {
    eyebrow: 'What we heard',
    heading: 'Two shifts a week go into waiting',
    body: 'The machines are fast, the handover is not.\n\nThe [schedule](https://example.com) lives in a spreadsheet.',
    points: ['Changeovers take 40 minutes.', 'Two of five lines wait for the same crew.'],
    signature: { name: 'Marta Oyelaran', role: 'Northwind', picture },
  },
  features: {
    heading: 'What changes',
    intro: 'In the order in which crews would feel it.',
    items: [
      {
        title: 'Crews know what is next',
        body: 'Every line shows the next job.',
        icon: 'eye',
        source: 'Your call',
      },
      {
        title: 'Tools arrive in time',
        body: 'The store has the list an hour ahead.',
        icon: 'clock',
        link: '/tools',
      },
    ],
  },
  stats: {
    heading: 'From plants like yours',
    items: [
      { value: '9 min', before: '40 min', label: 'median changeover' },
      { value: '−62 %', label: 'waiting time' },
    ],
    note: 'Median of eleven plants.',
  },
  steps: {
    heading: 'What happens next',
    items: [{ when: 'This week', title: 'We stand at line 3', body: 'One shift.' }, { title: 'You decide' }],
  },
  quote: {
    quote: 'We stopped talking about changeovers.',
    name: 'Marta Oyelaran',
    role: 'Plant manager',
    figure: '−62%',
    figureLabel: 'waiting time',
    picture,
  },
  image: { picture, caption: 'Line 3, after the change.' },
  video: {
    heading: 'Four minutes',
    assetId: exampleId('asset'),
    title: 'A changeover',
    poster: picture,
    transcript: 'We go.',
  },
  comparison: {
    heading: 'Next to the alternatives',
    columns: [{ title: 'Today' }, { title: 'Consultants' }, { title: 'Northwind', highlighted: true }],
    rows: [
      { label: 'First result', cells: ['None', 'In a year', 'In four weeks'] },
      { label: 'Gets better by itself', cells: ['no', 'no', 'yes'] },
    ],
    note: 'As of this spring.',
  },
  pricing: {
    heading: 'Begin with one line',
    plans: [
      {
        name: 'One line',
        price: '€ 4,800',
        period: 'once',
        description: 'To find out.',
        includes: ['Figures'],
        action: button,
        highlighted: true,
      },
      { name: 'Plant', price: '€ 2,100', period: 'a month', includes: ['All lines'], action: other },
    ],
    note: 'Plus tax.',
  },
  faq: {
    heading: 'Asked before you asked',
    items: [{ question: 'How long?', answer: 'One shift.\n\nThen an hour a week.' }],
  },
  form: {
    heading: 'Did we get it right?',
    fields: [
      { name: 'name', label: 'Your name', type: 'text', required: true },
      { name: 'email', label: 'E-mail address', type: 'email', required: true, hint: 'For the answer only.' },
      { name: 'plant', label: 'Which plant?', type: 'select', options: ['Dayton', 'Lyon'] },
      { name: 'message', label: 'What did we miss?', type: 'textarea' },
      { name: 'consent', label: 'You may call me. See [privacy](/privacy).', type: 'checkbox' },
    ],
    submitLabel: 'Send the correction',
    note: 'Used to answer you.',
  },
  custom: { heading: 'Try it', assetId: exampleId('asset'), title: 'Calculator', height: 120 },
  cta: {
    headline: 'One shift, and you will know.',
    body: 'Choose a date.',
    primaryAction: button,
    secondaryAction: other,
    note: 'No slides.',
    person: { name: 'Marta Oyelaran', role: 'Northwind', email: 'marta@northwind.example' },
    next: ['You choose a date.', 'We come.'],
  },
}

/** One block of every type, with nothing left out that it can have. */
export const everyBlock: Document = validateDocument({
  theme: {},
  blocks: Object.entries(props).map(([type, own]) => ({ id: type, type, props: own, sources: [] })),
})

/** The same on one ground: plain, tint or bold. */
export function onTone(tone: 'plain' | 'tint' | 'bold'): Document {
  const blocks = everyBlock.blocks.map((block) => ({ ...block, props: { ...block.props, tone } }))
  return validateDocument({ ...everyBlock, blocks })
}
