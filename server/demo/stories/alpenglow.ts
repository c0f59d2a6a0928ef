import { block, customers, main, people, type Story } from './story.ts'

const arrivals: [week: string, containers: number][] = [
  ['Week 34', 12],
  ['Week 35', 18],
  ['Week 36', 31],
  ['Week 37', 58],
  ['Week 38', 74],
  ['Week 39', 69],
  ['Week 40', 41],
  ['Week 41', 16],
]

/** The page for Alpenglow Outdoor: a season in six weeks, and a dock that is too small for three of them. */
export const alpenglow: Story = {
  theme: { look: 'bold' },
  blocks: [
    block('hero', 'hero', {
      eyebrow: 'For {{account.name}}',
      headline: '74 containers in one week. *Your dock takes 45.*',
      subheadline:
        'Everything you sell arrives in the six weeks before the snow. Three of them do not fit. They could, if the ships knew what your dock knows.',
      primaryAction: { label: 'See week 38, re-planned', link: main },
      note: '20 minutes, with your own arrivals.',
      layout: 'ridge',
      unit: 'containers',
      limit: 45,
      limitLabel: '45 a week, what your dock takes',
      points: arrivals.map(([label, value]) => ({
        label,
        value,
        ...(value === 74 ? { note: 'week 38, last autumn' } : {}),
      })),
    }),
    block('heard', 'features', {
      heading: 'Your season, in four numbers',
      items: [
        {
          figure: '6 weeks',
          title: 'in which everything arrives that you sell all winter',
          source: 'Lukas Brunner, call of 3 June',
        },
        {
          figure: '201 boxes',
          title: 'in the three weeks that do not fit through your dock',
          source: 'Your port report, last autumn',
        },
        {
          figure: '2 people',
          title: 're-plan by hand, full time, and are always a day behind',
          source: 'Lukas Brunner, call of 3 June',
        },
        {
          figure: '0 weeks',
          title: 'to make up for what is late: no second try before the snow',
          source: 'Lukas Brunner, call of 3 June',
        },
      ],
    }),
    block('change', 'stats', {
      heading: 'What changes before the next first snow',
      items: [
        {
          value: '45',
          before: '74',
          label: '**containers in your worst week:** the rest leaves Asia nine days earlier or later',
        },
        {
          value: '15 min',
          before: '900 min',
          label: '**to re-plan a week** when a ship is late, instead of two working days',
        },
        {
          value: '94%',
          label: '**of launch articles on the floor** on opening day, the median of our outdoor customers',
        },
      ],
    }),
    block('proof', 'quote', {
      quote:
        'For the first time nobody slept in the warehouse in September. The plan was boring. That is the nicest thing I can say about a plan.',
      name: 'Tove Lindqvist',
      role: 'Supply chain director, Fjellmat',
      figure: '−31%',
      figureLabel: 'demurrage in the first season',
    }),
    block('customers', 'logos', { items: customers }),
    block('plan', 'steps', {
      heading: 'Ready before the first ship is booked',
      items: [
        {
          when: '16 June',
          title: 'Last autumn, replayed',
          body: 'Your port report, our planner, one table.',
        },
        { when: '30 June', title: 'Suppliers on one calendar', body: 'They confirm a week, not a wish.' },
        { when: '14 July', title: 'First bookings', body: 'Spread to what your dock can take.' },
        { when: '22 August', title: 'First ship', body: 'Every delay re-plans the rest by morning.' },
      ],
    }),
    block('questions', 'faq', {
      heading: 'What outdoor brands ask us',
      items: [
        {
          question: 'Do suppliers have to use it?',
          answer: 'They answer a mail with a week. That is all they see of it.',
        },
        {
          question: 'What if a port closes?',
          answer: 'The plan is made anew overnight. You approve it, or change it, in the morning.',
        },
        {
          question: 'What do you need from us?',
          answer: 'Last autumn’s port report and your article list. Nothing else to begin.',
        },
      ],
    }),
    block('close', 'cta', {
      headline: 'Bring last autumn. See this one.',
      body: 'In 20 minutes we replay your worst week and show what would have fitted.',
      primaryAction: { label: 'See week 38, re-planned', link: main },
      person: { ...people.jonas, role: 'Plans seasons at Harbor. Has slept in a warehouse, too.' },
      next: [
        'You choose a time.',
        'You send the port report, or we use what we have.',
        'You keep the re-planned season.',
      ],
    }),
  ],
  sources: { hero: ['arrivals', 'season'], heard: ['season', 'arrivals'], change: ['arrivals', 'season'] },
}
