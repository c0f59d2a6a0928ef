import * as x from './example.ts'

export const coldChainFreight = x.defineExample({
  trade: 'Cold chain',
  pageType: 'outbound',
  brand: { name: 'Fjordcold', primaryColor: '#0f5c63', secondaryColor: '#e4572e', look: 'bold' },
  proposals: [
    'Two sites open on one morning, and both are fed from the same dock.',
    'What you write off is lost in three handovers, not on the road.',
  ],
  blocks: [
    x.block('hero', 'hero', {
      eyebrow: 'For {{account.name|your team}}',
      headline: 'Valencia opens soon. *Keep it cold.*',
      subheadline:
        'Most of what you write off is lost in three handovers, {{person.firstName|dear reader}}. Here they are, on your own lane.',
      primaryAction: { label: 'Pick 30 minutes', link: x.main },
      note: 'Your lane is drawn from public schedules.',
      layout: 'route',
      points: [
        { label: 'Rotterdam', note: 'dock, 17 min too warm', highlighted: true },
        { label: 'Lyon', note: 'handover at night' },
        { label: 'Valencia', note: '1,790 km, 44 h' },
      ],
      caption: '**Your lane, three handovers.** Minutes above 5 °C in a run of September.',
    }),
    x.block('heard', 'features', {
      heading: 'Three handovers, one clock',
      layout: 'numbers',
      items: [
        {
          figure: '17 min',
          title: 'at the dock, before the doors close',
          source: 'Port report, September',
        },
        {
          figure: '26 min',
          title: 'when drivers change in Lyon',
          source: 'Your carrier’s timetable',
        },
        {
          figure: '31 min',
          title: 'at the shop, waiting for a signature',
          source: 'Store managers, spring survey',
        },
      ],
    }),
    x.block('change', 'stats', {
      heading: 'What changes on this lane',
      layout: 'rows',
      items: [
        {
          value: '1.6%',
          before: '4.1%',
          label: '**written off** between dock and shelf',
        },
        {
          value: '47 min',
          label: '**of warning** before a pallet crosses 5 °C',
        },
        { value: '€2.3m', label: '**a year back on the shelf**' },
      ],
    }),
    x.block('proof', 'quote', {
      quote:
        'We stopped arguing about whose truck was warm. The alarm came while the pallet could still be turned around.',
      name: 'Ilse van der Meer',
      role: 'Head of Logistics, Nordlys Dairy',
      figure: '−58%',
      figureLabel: 'written off in 26 weeks',
      layout: 'bleed',
    }),
    x.block('customers', 'logos', {
      heading: 'They stay below five degrees',
      layout: 'wall',
      items: x.customers([
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
          when: '24 November',
          title: 'Thirty minutes',
          body: 'Your lane, your limits, who gets woken.',
        },
        {
          when: '8 December',
          title: 'Forty pallets',
          body: 'Your own curve replaces our model.',
        },
        {
          when: '9 February',
          title: 'Dry run',
          body: 'Dummy loads, real alarms.',
        },
        {
          when: '2 March',
          title: 'Doors open',
          body: 'The first truck arrives at 3 °C.',
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Thirty minutes, one lane, one decision.',
      body: 'You learn whether your opening is safe with what you have. If it is, we say so.',
      primaryAction: { label: 'Pick 30 minutes', link: x.main },
      person: {
        name: 'Jonas Brandt',
        role: 'Nine years on the reefer desk',
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
