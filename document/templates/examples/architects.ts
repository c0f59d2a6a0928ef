import * as x from './example.ts'

export const architects = x.defineExample({
  trade: 'Architects',
  pageType: 'sales_deck',
  brand: { name: 'Studio Halm', primaryColor: '#2f5d3a', secondaryColor: '#c98a4b', look: 'editorial' },
  proposals: [
    'Timber, deep windows and a courtyard that breathes.',
    'A building that needs no cooling, shown in three rooms and three winters.',
  ],
  blocks: ({ say, only }) => [
    x.block('hero', 'hero', {
      eyebrow: 'Prepared for {{account.name|your committee}}',
      headline: say('What do you propose?', 'A school that stays *cool in July.*', x.headlines.sales_deck),
      subheadline: say(
        x.worth,
        'Timber, deep windows and a courtyard that breathes. No cooling plant, no ducts above the classrooms, and a roof the pupils can use.',
      ),
      primaryAction: { label: 'Walk through the plan', link: x.main },
      note: 'Made to be forwarded.',
      ...only({
        layout: 'ridge' as const,
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
        caption:
          '**Warmest classroom, by month.** Simulated with the weather of 2022, the hottest on record.',
      }),
    }),
    x.block('heard', 'features', {
      heading: 'What you told us',
      layout: 'ledger',
      items: [
        {
          title: say(x.fact, 'Last summer **eleven school days** were sent home because of the heat.'),
          figure: say(x.figure, '11 days'),
          source: say(x.source, 'Head teacher, visit of 4 September'),
        },
        {
          title: say(x.fact, 'The site is **32 metres wide**, with a railway on one side.'),
          figure: say(x.figure, '32 m'),
          source: say(x.source, 'Your survey'),
        },
        {
          title: say(x.fact, 'Running costs weigh more than the price of the building.'),
          figure: say(x.figure, '40 years'),
          source: say(x.source, 'Council decision, June'),
        },
      ],
    }),
    x.block('rooms', 'features', {
      heading: 'Three rooms, three winters',
      layout: 'grid',
      items: [
        {
          title: say('The first idea', 'The classroom'),
          body: say(
            'How does it work?',
            'Windows as deep as a cupboard keep the sun out in July and let it in in January. Pupils sit in them.',
          ),
        },
        {
          title: say('The second idea', 'The courtyard'),
          body: say(
            'How does it work?',
            'Warm air leaves through it at night. In the morning it is the coolest place in the district.',
          ),
        },
        {
          title: say('The third idea', 'The roof'),
          body: say('How does it work?', 'Soil, beans and bees, and a stair wide enough for two classes.'),
        },
      ],
    }),
    x.block('difference', 'comparison', {
      heading: 'Next to the alternatives',
      layout: 'table',
      columns: [
        { title: 'Refit' },
        { title: 'Concrete' },
        { title: say('Your proposal', 'Timber', 'Our proposal'), highlighted: true },
      ],
      rows: [
        {
          label: 'First lesson',
          cells: [
            say('Refit', 'August 2028'),
            say('Concrete', 'February 2029'),
            say('With you', 'August 2028'),
          ],
        },
        {
          label: 'Energy in a year',
          cells: [say('Refit', '118 kWh/m²'), say('Concrete', '64 kWh/m²'), say('With you', '31 kWh/m²')],
        },
        {
          label: 'Days above 26 °C',
          cells: [say('Refit', '14'), say('Concrete', '6'), say('With you', '0')],
        },
      ],
    }),
    x.block('figures', 'stats', {
      heading: 'What it comes to',
      layout: 'trio',
      items: [
        { value: say(x.figure, '€14.2m'), label: say(x.counted, '**to build**, all fees included') },
        {
          value: say(x.figure, '€61,000'),
          before: say('Today', '€190,000'),
          label: say(x.counted, '**a year to run**'),
        },
        { value: say(x.figure, '0'), label: say(x.counted, '**machines that cool**, so none that fail') },
      ],
    }),
    x.block('plan', 'steps', {
      heading: 'How it goes',
      layout: 'gantt',
      items: [
        { when: say(x.when, 'January 2027'), title: say(x.stepOf, 'Design with two classes') },
        { when: say(x.when, 'June 2027'), title: say(x.stepOf, 'Permit') },
        { when: say(x.when, 'September 2027'), title: say(x.stepOf, 'Timber arrives in parts') },
        { when: say(x.when, 'August 2028'), title: say(x.stepOf, 'First lesson') },
      ],
    }),
    x.block('proof', 'quote', {
      quote: say(
        x.quoted,
        'The builders left, and it smelled of wood. In the first heatwave we were the only school with its doors open.',
      ),
      name: say(x.quotedBy, 'Agnes Thorn'),
      role: say(x.quotedRole, 'Head teacher, Lindenallee School'),
      layout: 'plain',
    }),
    x.block('close', 'cta', {
      headline: 'Walk through it before you vote.',
      body: 'We bring a model in the scale of one to fifty and leave it with you.',
      primaryAction: { label: 'Walk through the plan', link: x.main },
      person: {
        name: say(x.contact, 'Tilda Halm'),
        role: say(x.contactRole, 'Architect, builds schools and nothing else'),
      },
    }),
  ],
})
