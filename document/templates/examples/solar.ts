import * as x from './example.ts'

export const solar = x.defineExample({
  trade: 'Solar',
  pageType: 'sales_deck',
  brand: { name: 'Sunmere', primaryColor: '#9c3a1c', secondaryColor: '#ffc93c', look: 'bold' },
  proposals: [
    'We build it, you lease it to us. No capital, no ladder.',
    'Your roof is the largest in the valley, and it earns nothing yet.',
  ],
  blocks: [
    x.block('hero', 'hero', {
      eyebrow: 'For {{account.name|your roof}}',
      headline: 'Your roof pays rent *from May.*',
      subheadline:
        'We build it, you lease it to us. No capital, no ladder, and power for your own hall at eleven cents.',
      primaryAction: { label: 'See your roof', link: x.main },
      note: 'Made to be forwarded.',
      layout: 'ridge',
      unit: 'MWh',
      points: [
        { label: 'Jan', value: 22 },
        { label: 'Mar', value: 68 },
        { label: 'May', value: 118 },
        { label: 'Jul', value: 126 },
        { label: 'Sep', value: 81 },
        { label: 'Nov', value: 28 },
      ],
      caption: '**What 9,400 m² would have given** in the last twelve months.',
    }),
    x.block('need', 'features', {
      heading: 'What we need from you',
      layout: 'numbers',
      items: [
        {
          figure: '1',
          title: 'signature, after your lawyer has read twelve pages',
        },
        {
          figure: '2',
          title: 'days of access to the roof, with your safety officer',
        },
        { figure: '0', title: 'euros, in any year, for anything' },
      ],
    }),
    x.block('figures', 'stats', {
      heading: 'What you get',
      layout: 'rows',
      items: [
        { value: '€41,000', label: '**rent** a year, for twenty years' },
        {
          value: '11 ct',
          before: '24 ct',
          label: '**per kWh** for what you use yourself',
        },
        { value: '310 t', label: '**of CO₂** a year that you can report' },
      ],
      note: 'At today’s tariff, with the shade of your own chimney.',
    }),
    x.block('difference', 'comparison', {
      heading: 'Build it yourself, or lease the roof',
      layout: 'before-after',
      columns: [{ title: 'Your own' }, { title: 'Leased', highlighted: true }],
      rows: [
        { label: 'Capital', cells: ['€1.1m', '€0'] },
        { label: 'Months until it runs', cells: ['14', '6'] },
        { label: 'Who climbs up when it fails', cells: ['You', 'We do'] },
      ],
    }),
    x.block('plan', 'steps', {
      heading: 'Six months',
      layout: 'gantt',
      items: [
        {
          when: '1 December',
          title: 'Structural check',
          body: 'An engineer of your choice, at our cost.',
        },
        {
          when: '12 January',
          title: 'Contract',
          body: 'Twelve pages, no annex.',
        },
        {
          when: '2 March',
          title: 'On the roof',
          body: 'Three weeks, outside your hours.',
        },
        {
          when: '4 May',
          title: 'First rent',
          body: 'On the first working day.',
        },
      ],
    }),
    x.block('customers', 'logos', {
      heading: 'Roofs that earn already',
      layout: 'wall',
      items: x.customers(['Brightstone', 'Osier', 'Casa Verde', 'Alpina', 'Kettle Labs', 'Tidewater']),
    }),
    x.block('questions', 'faq', {
      heading: 'What owners ask',
      layout: 'columns',
      items: [
        {
          question: 'What if we sell the building?',
          answer: 'The lease goes with it. Three buyers paid more for it.',
        },
        {
          question: 'What if the roof leaks?',
          answer: 'We repair it within 48 hours, whoever made the hole.',
        },
        {
          question: 'What happens after twenty years?',
          answer: 'It is yours for one euro, or we take it down.',
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Your roof, on one sheet.',
      body: 'We draw it from the air. You see what it would earn before we talk.',
      primaryAction: { label: 'See your roof', link: x.main },
      person: { name: 'Rafael Costa', role: 'Has built 214 roofs' },
      layout: 'field',
    }),
  ],
})
