import * as x from './example.ts'

export const hotel = x.defineExample({
  trade: 'Hotel and events',
  pageType: 'inbound',
  brand: { name: 'Casa Tejo', primaryColor: '#8a4a63', secondaryColor: '#2f7f86', look: 'editorial' },
  proposals: [
    'Rooms for 84, two dinners, one boat. Change what you like.',
    'Everything you asked for on one page, with the price of each part.',
  ],
  blocks: [
    x.block('hero', 'hero', {
      eyebrow: 'For {{account.name|your group}}',
      headline: 'Your three days in Lisbon, *already planned.*',
      subheadline:
        'Rooms for 84, two dinners, one boat. Change what you like, {{person.firstName|dear guest}}. We hold the dates until Friday.',
      primaryAction: { label: 'Hold the dates', link: x.main },
      note: 'Free until 28 November. No card needed.',
      layout: 'timeline',
    }),
    x.block('days', 'steps', {
      heading: 'Three days',
      layout: 'scale',
      items: [
        {
          when: '14 May',
          title: 'Arrive',
          body: 'Buses from the airport, supper in the courtyard, nobody speaks.',
        },
        {
          when: '15 May',
          title: 'Work',
          body: 'The long room by the river until four, then a boat.',
        },
        {
          when: '16 May',
          title: 'Decide',
          body: 'Three small rooms in the morning, one table at noon.',
        },
      ],
    }),
    x.block('rooms', 'features', {
      heading: 'What you asked for',
      layout: 'grid',
      items: [
        {
          title: '84 rooms, 12 of them quiet',
          body: 'All with a window to the river or the garden. Nobody shares.',
        },
        {
          title: 'One room that fits everybody',
          body: 'Daylight, a screen that works, and chairs one can sit in for six hours.',
        },
        {
          title: 'Food for everyone',
          body: 'Nine vegans, two allergies, one birthday. The kitchen has the list.',
        },
      ],
    }),
    x.block('price', 'pricing', {
      heading: 'What it costs',
      layout: 'cards',
      plans: [
        {
          name: 'As planned',
          price: '€612',
          period: 'per person, three days',
          includes: ['Two nights, all meals', 'Rooms and technology', 'Buses and the boat'],
          highlighted: true,
        },
        {
          name: 'Without the boat',
          price: '€548',
          period: 'per person, three days',
          includes: ['Two nights, all meals', 'An evening of your own'],
        },
        {
          name: 'One night more',
          price: '€741',
          period: 'per person, four days',
          includes: ['Sunday in the vineyards', 'Late check-out'],
        },
      ],
      note: 'Numbers can change by ten people until two weeks before.',
    }),
    x.block('proof', 'quote', {
      quote: 'Nobody asked me where anything was. I have never had so little to do at my own event.',
      name: 'Femke Aalders',
      role: 'Events, Plume',
      layout: 'arch',
    }),
    x.block('facts', 'stats', {
      heading: 'In figures',
      layout: 'trio',
      items: [
        { value: '19 min', label: '**from the airport**, by bus' },
        { value: '210 m²', label: '**of room with daylight**' },
        { value: '37', label: '**company meetings** last year' },
      ],
    }),
    x.block('answer', 'form', {
      heading: 'What should be different?',
      intro: 'A line is enough. A person answers, mostly within the hour.',
      layout: 'beside',
      fields: [
        { name: 'name', label: 'Your name', type: 'text', required: true },
        { name: 'email', label: 'E-mail address', type: 'email', required: true },
        { name: 'change', label: 'What would you like to change?', type: 'textarea', required: true },
      ],
      submitLabel: 'Send the change',
      successMessage: 'Thank you. You will hear from a person.',
    }),
    x.block('close', 'cta', {
      headline: 'Shall we hold the dates?',
      body: 'You can still change everything afterwards.',
      primaryAction: { label: 'Hold the dates', link: x.main },
      person: {
        name: 'Inês Duarte',
        role: 'Plans your days, and is there on all three',
      },
      layout: 'plain',
    }),
  ],
})
