import * as x from './example.ts'

export const coldChainFreight = x.defineExample({
  trade: 'Cold chain',
  pageType: 'outbound',
  brand: { name: 'Fjordcold', primaryColor: '#0f5c63', secondaryColor: '#e4572e', look: 'bold' },
  proposals: [
    'Two sites open on one morning, and both are fed from the same dock.',
    'What you write off is lost in three handovers, not on the road.',
  ],
  blocks: ({ say, only }) => [
    x.block('hero', 'hero', {
      eyebrow: 'For {{account.name|your team}}',
      headline: say('What changes for them?', 'Valencia opens soon. *Keep it cold.*', x.headlines.outbound),
      subheadline: say(
        x.worth,
        'Most of what you write off is lost in three handovers, {{person.firstName|dear reader}}. Here they are, on your own lane.',
      ),
      primaryAction: { label: 'Pick 30 minutes', link: x.main },
      note: 'Your lane is drawn from public schedules.',
      ...only({
        layout: 'route' as const,
        points: [
          { label: 'Rotterdam', note: 'dock, 17 min too warm', highlighted: true },
          { label: 'Lyon', note: 'handover at night' },
          { label: 'Valencia', note: '1,790 km, 44 h' },
        ],
        caption: '**Your lane, three handovers.** Minutes above 5 °C in a run of September.',
      }),
    }),
    x.block('heard', 'features', {
      heading: 'Three handovers, one clock',
      layout: 'numbers',
      items: [
        {
          figure: say(x.figure, '17 min'),
          title: say(x.fact, 'at the dock, before the doors close'),
          source: say(x.source, 'Port report, September'),
        },
        {
          figure: say(x.figure, '26 min'),
          title: say(x.fact, 'when drivers change in Lyon'),
          source: say(x.source, 'Your carrier’s timetable'),
        },
        {
          figure: say(x.figure, '31 min'),
          title: say(x.fact, 'at the shop, waiting for a signature'),
          source: say(x.source, 'Store managers, spring survey'),
        },
      ],
    }),
    x.block('change', 'stats', {
      heading: 'What changes on this lane',
      layout: 'rows',
      items: [
        {
          value: say(x.figure, '1.6%'),
          before: say('Today', '4.1%'),
          label: say(x.counted, '**written off** between dock and shelf'),
        },
        {
          value: say(x.figure, '47 min'),
          label: say(x.counted, '**of warning** before a pallet crosses 5 °C'),
        },
        { value: say(x.figure, '€2.3m'), label: say(x.counted, '**a year back on the shelf**') },
      ],
    }),
    x.block('proof', 'quote', {
      quote: say(
        x.quoted,
        'We stopped arguing about whose truck was warm. The alarm came while the pallet could still be turned around.',
      ),
      name: say(x.quotedBy, 'Ilse van der Meer'),
      role: say(x.quotedRole, 'Head of Logistics, Nordlys Dairy'),
      figure: say(x.figure, '−58%'),
      figureLabel: say(x.counted, 'written off in 26 weeks'),
      layout: 'bleed',
    }),
    x.block('customers', 'logos', {
      heading: 'They stay below five degrees',
      layout: 'wall',
      items: x.customers(say, [
        'Nordlys Dairy',
        'Casa Verde',
        'Fjellmat',
        'Oostzee Fish',
        'Alpina',
        'Boulanger & Fils',
      ]),
    }),
    x.block('plan', 'steps', {
      heading: 'Counted back from your opening',
      layout: 'gantt',
      items: [
        {
          when: say(x.when, '24 November'),
          title: say(x.stepOf, 'Thirty minutes'),
          body: say(x.detail, 'Your lane, your limits, who gets woken.'),
        },
        {
          when: say(x.when, '8 December'),
          title: say(x.stepOf, 'Forty pallets'),
          body: say(x.detail, 'Your own curve replaces our model.'),
        },
        {
          when: say(x.when, '9 February'),
          title: say(x.stepOf, 'Dry run'),
          body: say(x.detail, 'Dummy loads, real alarms.'),
        },
        {
          when: say(x.when, '2 March'),
          title: say(x.stepOf, 'Doors open'),
          body: say(x.detail, 'The first truck arrives at 3 °C.'),
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Thirty minutes, one lane, one decision.',
      body: 'You learn whether your opening is safe with what you have. If it is, we say so.',
      primaryAction: { label: 'Pick 30 minutes', link: x.main },
      person: {
        name: say(x.contact, 'Jonas Brandt'),
        role: say(x.contactRole, 'Nine years on the reefer desk'),
      },
      next: [
        'You choose a time.',
        'The drawing of your lane arrives the day before.',
        'You keep it either way.',
      ],
      layout: 'field',
    }),
  ],
})
