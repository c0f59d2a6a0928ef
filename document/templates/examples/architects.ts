import * as x from './example.ts'

export const architects = x.defineExample({
  trade: 'Architects',
  pageType: 'sales_deck',
  brand: { name: 'Studio Halm', primaryColor: '#2f5d3a', secondaryColor: '#c98a4b', look: 'editorial' },
  proposals: [
    'Timber, deep windows and a courtyard that breathes.',
    'A building that needs no cooling, shown in three rooms and three winters.',
  ],
  blocks: [
    x.block('hero', 'hero', {
      eyebrow: 'Prepared for {{account.name|your committee}}',
      headline: 'A school that stays *cool in July.*',
      subheadline:
        'Timber, deep windows and a courtyard that breathes. No cooling plant, no ducts above the classrooms, and a roof the pupils can use.',
      primaryAction: { label: 'Walk through the plan', link: x.main },
      note: 'Made to be forwarded.',
      layout: 'ridge',
      unit: '°C',
      limit: 26,
      limitLabel: '26 °C, above which teaching stops',
      points: [
        { label: 'May', value: 21 },
        { label: 'June', value: 24 },
        { label: 'July', value: 25 },
        { label: 'August', value: 25 },
        { label: 'September', value: 22 },
      ],
      caption: '**Warmest classroom, by month.** Simulated with the weather of 2022, the hottest on record.',
    }),
    x.block('heard', 'features', {
      heading: 'What you told us',
      layout: 'ledger',
      items: [
        {
          title: 'Last summer **eleven school days** were sent home because of the heat.',
          figure: '11 days',
          source: 'Head teacher, visit of 4 September',
        },
        {
          title: 'The site is **32 metres wide**, with a railway on one side.',
          figure: '32 m',
          source: 'Your survey',
        },
        {
          title: 'Running costs weigh more than the price of the building.',
          figure: '40 years',
          source: 'Council decision, June',
        },
      ],
    }),
    x.block('rooms', 'features', {
      heading: 'Three rooms, three winters',
      layout: 'grid',
      items: [
        {
          title: 'The classroom',
          body: 'Windows as deep as a cupboard keep the sun out in July and let it in in January. Pupils sit in them.',
        },
        {
          title: 'The courtyard',
          body: 'Warm air leaves through it at night. In the morning it is the coolest place in the district.',
        },
        {
          title: 'The roof',
          body: 'Soil, beans and bees, and a stair wide enough for two classes.',
        },
      ],
    }),
    x.block('difference', 'comparison', {
      heading: 'Next to the alternatives',
      layout: 'table',
      columns: [{ title: 'Refit' }, { title: 'Concrete' }, { title: 'Timber', highlighted: true }],
      rows: [
        {
          label: 'First lesson',
          cells: ['August 2028', 'February 2029', 'August 2028'],
        },
        {
          label: 'Energy in a year',
          cells: ['118 kWh/m²', '64 kWh/m²', '31 kWh/m²'],
        },
        {
          label: 'Days above 26 °C',
          cells: ['14', '6', '0'],
        },
      ],
    }),
    x.block('figures', 'stats', {
      heading: 'What it comes to',
      layout: 'trio',
      items: [
        { value: '€14.2m', label: '**to build**, all fees included' },
        {
          value: '€61,000',
          before: '€190,000',
          label: '**a year to run**',
        },
        { value: '0', label: '**machines that cool**, so none that fail' },
      ],
    }),
    x.block('plan', 'steps', {
      heading: 'How it goes',
      layout: 'gantt',
      items: [
        { when: 'January 2027', title: 'Design with two classes' },
        { when: 'June 2027', title: 'Permit' },
        { when: 'September 2027', title: 'Timber arrives in parts' },
        { when: 'August 2028', title: 'First lesson' },
      ],
    }),
    x.block('proof', 'quote', {
      quote:
        'The builders left, and it smelled of wood. In the first heatwave we were the only school with its doors open.',
      name: 'Agnes Thorn',
      role: 'Head teacher, Lindenallee School',
      layout: 'plain',
    }),
    x.block('close', 'cta', {
      headline: 'Walk through it before you vote.',
      body: 'We bring a model in the scale of one to fifty and leave it with you.',
      primaryAction: { label: 'Walk through the plan', link: x.main },
      person: {
        name: 'Tilda Halm',
        role: 'Architect, builds schools and nothing else',
      },
    }),
  ],
})
