import * as x from './example.ts'

export const warehouseLighting = x.defineExample({
  trade: 'Warehouse lighting',
  pageType: 'outbound',
  brand: { name: 'Lumenly', primaryColor: '#5b2be0', secondaryColor: '#f5a623', look: 'product' },
  proposals: [
    'Spare parts for fixtures from before 2012 run out next year.',
    'The audit asks for one figure per hall, and nobody has it.',
  ],
  blocks: [
    x.block('hero', 'hero', {
      eyebrow: 'For {{person.name|you}} at {{account.name|your company}}',
      headline: 'The same light. *Half the bill.*',
      subheadline:
        'Your hall in Lyon burns 840,000 kWh a year for light, most of it on aisles where nobody walks. We did the sums from the outside.',
      primaryAction: { label: 'Pick 20 minutes', link: x.main },
      note: 'Not for you? Please forward it to the right person.',
      layout: 'figures',
      points: [
        { label: 'less power for the same light', note: '41%' },
        { label: 'to change a hall while it runs', note: '2 nights' },
        { label: 'without a ladder in the aisles', note: '10 years' },
      ],
    }),
    x.block('why', 'features', {
      heading: 'Why {{account.name|you}}',
      layout: 'ledger',
      items: [
        {
          title: 'Your site report lists **36,000 m² of hall** lit around the clock.',
          figure: '36,000 m²',
          source: 'Sustainability report, page 22',
        },
        {
          title: 'The fixtures are from **2009**. Drivers for them are no longer made.',
          figure: '2009',
          source: 'Tender of March',
        },
        {
          title: 'From February the audit wants **one figure per hall**.',
          figure: '1 Feb',
          source: 'Your supplier code, article 7',
        },
      ],
    }),
    x.block('change', 'stats', {
      heading: 'What could be different',
      layout: 'spark',
      items: [
        {
          value: '495,000 kWh',
          before: '840,000 kWh',
          label: '**a year for light** in one hall, measured aisle by aisle',
        },
        { value: '2 nights', label: '**of work** while picking goes on' },
        {
          value: '19 months',
          label: '**until it has paid for itself**, at your tariff',
        },
      ],
      note: 'Median of 31 halls between 20,000 and 60,000 m².',
    }),
    x.block('proof', 'quote', {
      quote: 'We changed eleven aisles, and nobody on the early shift noticed until the bill came.',
      name: 'Marta Lindholm',
      role: 'Facilities, Brightstone Logistics',
      figure: '−44%',
      figureLabel: 'power for light in the first winter',
      layout: 'card',
    }),
    x.block('plan', 'steps', {
      heading: 'Today, and then',
      layout: 'chevrons',
      items: [
        {
          when: 'Week 1',
          title: 'We measure three aisles',
          body: 'On a morning that suits you.',
        },
        {
          when: 'Week 2',
          title: 'You get the sums',
          body: 'With your own tariff and hours.',
        },
        {
          when: 'Week 6',
          title: 'Two nights of work',
          body: 'Aisle by aisle, without a closed gate.',
        },
      ],
    }),
    x.block('questions', 'faq', {
      heading: 'What facility managers ask',
      layout: 'columns',
      items: [
        {
          question: 'Does picking have to stop?',
          answer: 'No. We work in the aisle that is closed for counting anyway.',
        },
        {
          question: 'Who owns the fixtures?',
          answer: 'You do, from the first night. Leasing is possible.',
        },
        {
          question: 'What if it is too dark?',
          answer: 'Then we add lamps at our cost. Lux values are in the contract.',
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Twenty minutes, one hall.',
      body: 'At the end you know whether it is worth a measurement. If it is not, we say so.',
      primaryAction: { label: 'Pick 20 minutes', link: x.main },
      person: { name: 'Noor Bakker', role: 'Measures halls at Lumenly' },
      next: ['You pick a time.', 'We talk about one hall.', 'You say yes, no or later.'],
    }),
  ],
})
