import * as x from './example.ts'

export const solar = x.defineExample({
  trade: 'Solar',
  pageType: 'sales_deck',
  brand: { name: 'Sunmere', primaryColor: '#9c3a1c', secondaryColor: '#ffc93c', look: 'bold' },
  proposals: [
    'We build it, you lease it to us. No capital, no ladder.',
    'Your roof is the largest in the valley, and it earns nothing yet.',
  ],
  blocks: ({ say, only }) => [
    x.block('hero', 'hero', {
      eyebrow: 'For {{account.name|your roof}}',
      headline: say('What do you propose?', 'Your roof pays rent *from May.*', x.headlines.sales_deck),
      subheadline: say(
        x.worth,
        'We build it, you lease it to us. No capital, no ladder, and power for your own hall at eleven cents.',
      ),
      primaryAction: { label: 'See your roof', link: x.main },
      note: 'Made to be forwarded.',
      ...only({
        layout: 'ridge' as const,
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
    }),
    x.block('need', 'features', {
      heading: 'What we need from you',
      layout: 'numbers',
      items: [
        {
          figure: say(x.figure, '1'),
          title: say(x.fact, 'signature, after your lawyer has read twelve pages'),
        },
        {
          figure: say(x.figure, '2'),
          title: say(x.fact, 'days of access to the roof, with your safety officer'),
        },
        { figure: say(x.figure, '0'), title: say(x.fact, 'euros, in any year, for anything') },
      ],
    }),
    x.block('figures', 'stats', {
      heading: 'What you get',
      layout: 'rows',
      items: [
        { value: say(x.figure, '€41,000'), label: say(x.counted, '**rent** a year, for twenty years') },
        {
          value: say(x.figure, '11 ct'),
          before: say('Today', '24 ct'),
          label: say(x.counted, '**per kWh** for what you use yourself'),
        },
        { value: say(x.figure, '310 t'), label: say(x.counted, '**of CO₂** a year that you can report') },
      ],
      note: say(x.source, 'At today’s tariff, with the shade of your own chimney.'),
    }),
    x.block('difference', 'comparison', {
      heading: 'Build it yourself, or lease the roof',
      layout: 'before-after',
      columns: [{ title: 'Your own' }, { title: 'Leased', highlighted: true }],
      rows: [
        { label: 'Capital', cells: [say('Your own', '€1.1m'), say('Leased', '€0')] },
        { label: 'Months until it runs', cells: [say('Your own', '14'), say('Leased', '6')] },
        { label: 'Who climbs up when it fails', cells: [say('Your own', 'You'), say('Leased', 'We do')] },
      ],
    }),
    x.block('plan', 'steps', {
      heading: 'Six months',
      layout: 'gantt',
      items: [
        {
          when: say(x.when, '1 December'),
          title: say(x.stepOf, 'Structural check'),
          body: say(x.detail, 'An engineer of your choice, at our cost.'),
        },
        {
          when: say(x.when, '12 January'),
          title: say(x.stepOf, 'Contract'),
          body: say(x.detail, 'Twelve pages, no annex.'),
        },
        {
          when: say(x.when, '2 March'),
          title: say(x.stepOf, 'On the roof'),
          body: say(x.detail, 'Three weeks, outside your hours.'),
        },
        {
          when: say(x.when, '4 May'),
          title: say(x.stepOf, 'First rent'),
          body: say(x.detail, 'On the first working day.'),
        },
      ],
    }),
    x.block('customers', 'logos', {
      heading: 'Roofs that earn already',
      layout: 'wall',
      items: x.customers(say, ['Brightstone', 'Osier', 'Casa Verde', 'Alpina', 'Kettle Labs', 'Tidewater']),
    }),
    x.block('questions', 'faq', {
      heading: 'What owners ask',
      layout: 'columns',
      items: [
        {
          question: 'What if we sell the building?',
          answer: say(x.answer, 'The lease goes with it. Three buyers paid more for it.'),
        },
        {
          question: 'What if the roof leaks?',
          answer: say(x.answer, 'We repair it within 48 hours, whoever made the hole.'),
        },
        {
          question: 'What happens after twenty years?',
          answer: say(x.answer, 'It is yours for one euro, or we take it down.'),
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Your roof, on one sheet.',
      body: 'We draw it from the air. You see what it would earn before we talk.',
      primaryAction: { label: 'See your roof', link: x.main },
      person: { name: say(x.contact, 'Rafael Costa'), role: say(x.contactRole, 'Has built 214 roofs') },
      layout: 'field',
    }),
  ],
})
