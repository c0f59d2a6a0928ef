import { block, customers, main, people, proof, type Story } from './story.ts'

const figures = [
  { value: '61%', label: '**less written off**, the median of eleven chilled-food networks' },
  { value: '47 min', label: '**of warning** before goods leave their limits' },
  { value: '15 min', label: '**to re-plan a week** when a ship is late' },
]

const questions = [
  {
    question: 'Do our carriers have to change anything?',
    answer:
      'No. We read the telematics they already send. Where a trailer is silent, a logger travels with the pallet.',
  },
  {
    question: 'How long until we see something?',
    answer: 'Two weeks, on one lane, with your own data. You decide with figures in hand.',
  },
  {
    question: 'What happens to our data?',
    answer: 'It stays yours, in the region you choose, and leaves with you.',
  },
]

const start = [
  { when: 'Week 1', title: '30 minutes', body: 'Your lanes, your limits, who gets woken.' },
  { when: 'Week 3', title: 'One lane, live', body: 'Your own data replaces our model.' },
  { when: 'Week 6', title: 'First figures', body: 'Minutes, losses and alarms, against the weeks before.' },
  { when: 'Week 8', title: 'You decide', body: 'Go on, change course, or stop. The data stays yours.' },
]

export const home: Story = {
  theme: { look: 'product' },
  blocks: [
    block('hero', 'hero', {
      headline: 'Freight that keeps its promises. *Even the cold ones.*',
      subheadline:
        'Harbor watches every pallet, its temperature and the minutes it has left, and tells you while there is still something to do.',
      primaryAction: { label: 'Pick 30 minutes', link: main },
      note: 'With a planner, not a salesperson.',
    }),
    block('change', 'stats', { heading: 'What our customers measure', items: figures }),
    block('proof', 'quote', proof),
    block('customers', 'logos', { items: customers }),
    block('plan', 'steps', { heading: 'Eight weeks to a decision', items: start }),
    block('questions', 'faq', { heading: 'Good questions to ask us', items: questions }),
    block('close', 'cta', {
      headline: 'Bring one lane. Leave with its curve.',
      body: 'In 30 minutes we draw one of your lanes and show where it warms up, waits or runs late.',
      primaryAction: { label: 'Pick 30 minutes', link: main },
      person: people.jonas,
      next: ['You choose a time. No form.', 'You name one lane.', 'You keep the drawing.'],
    }),
  ],
}

export const coldChain: Story = {
  theme: { look: 'editorial' },
  blocks: [
    block('hero', 'hero', {
      eyebrow: 'For people who answer for chilled goods',
      headline: 'What gets warm *between dock and shelf?*',
      subheadline:
        'Most losses happen in minutes that nobody sees. Harbor sees them, and says so while the pallet can still be turned around.',
      primaryAction: { label: 'Pick 30 minutes with Jonas', link: main },
      layout: 'figures',
      points: [
        { note: '61%', label: 'less written off, the median of eleven chilled-food networks' },
        { note: '47 min', label: 'of warning before goods leave their limits' },
        { note: '15 min', label: 'to re-plan a week when a ship is late' },
      ],
    }),
    block('proof', 'quote', proof),
    block('customers', 'logos', { items: customers }),
    block('plan', 'steps', { heading: 'Eight weeks to a decision', items: start }),
    block('questions', 'faq', { heading: 'What food companies ask us', items: questions }),
    block('close', 'cta', {
      headline: 'Thirty minutes, one lane, one curve.',
      primaryAction: { label: 'Pick 30 minutes with Jonas', link: main },
      person: people.jonas,
      next: ['You choose a time. No form.', 'You name one lane.', 'You keep the drawing.'],
    }),
  ],
}
