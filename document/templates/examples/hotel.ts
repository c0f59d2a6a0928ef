import * as x from './example.ts'

export const hotel = x.defineExample({
  trade: 'Hotel and events',
  pageType: 'inbound',
  brand: { name: 'Casa Tejo', primaryColor: '#8a4a63', secondaryColor: '#2f7f86', look: 'editorial' },
  proposals: [
    'Rooms for 84, two dinners, one boat. Change what you like.',
    'Everything you asked for on one page, with the price of each part.',
  ],
  blocks: ({ say, only }) => [
    x.block('hero', 'hero', {
      eyebrow: 'For {{account.name|your group}}',
      headline: say(
        'What did they ask for?',
        'Your three days in Lisbon, *already planned.*',
        x.headlines.inbound,
      ),
      subheadline: say(
        x.worth,
        'Rooms for 84, two dinners, one boat. Change what you like, {{person.firstName|dear guest}}. We hold the dates until Friday.',
      ),
      primaryAction: { label: 'Hold the dates', link: x.main },
      note: say('What happens if they wait?', 'Free until 28 November. No card needed.'),
      ...only({ layout: 'timeline' as const }),
    }),
    x.block('days', 'steps', {
      heading: 'Three days',
      layout: 'scale',
      items: [
        {
          when: say(x.when, '14 May'),
          title: say(x.stepOf, 'Arrive'),
          body: say(x.detail, 'Buses from the airport, supper in the courtyard, nobody speaks.'),
        },
        {
          when: say(x.when, '15 May'),
          title: say(x.stepOf, 'Work'),
          body: say(x.detail, 'The long room by the river until four, then a boat.'),
        },
        {
          when: say(x.when, '16 May'),
          title: say(x.stepOf, 'Decide'),
          body: say(x.detail, 'Three small rooms in the morning, one table at noon.'),
        },
      ],
    }),
    x.block('rooms', 'features', {
      heading: 'What you asked for',
      layout: 'grid',
      items: [
        {
          title: say(x.fact, '84 rooms, 12 of them quiet'),
          body: say('What does it include?', 'All with a window to the river or the garden. Nobody shares.'),
        },
        {
          title: say(x.fact, 'One room that fits everybody'),
          body: say(
            'What does it include?',
            'Daylight, a screen that works, and chairs one can sit in for six hours.',
          ),
        },
        {
          title: say(x.fact, 'Food for everyone'),
          body: say(
            'What does it include?',
            'Nine vegans, two allergies, one birthday. The kitchen has the list.',
          ),
        },
      ],
    }),
    x.block('price', 'pricing', {
      heading: 'What it costs',
      layout: 'cards',
      plans: [
        {
          name: say('The plan you recommend', 'As planned'),
          price: say('Price', '€612'),
          period: say('Per what?', 'per person, three days'),
          includes: [
            say('What is in it?', 'Two nights, all meals'),
            say('What else?', 'Rooms and technology'),
            say('What else?', 'Buses and the boat'),
          ],
          highlighted: true,
        },
        {
          name: say('A smaller start', 'Without the boat'),
          price: say('Price', '€548'),
          period: say('Per what?', 'per person, three days'),
          includes: [
            say('What is in it?', 'Two nights, all meals'),
            say('What else?', 'An evening of your own'),
          ],
        },
        {
          name: say('A larger plan', 'One night more'),
          price: say('Price', '€741'),
          period: say('Per what?', 'per person, four days'),
          includes: [say('What is in it?', 'Sunday in the vineyards'), say('What else?', 'Late check-out')],
        },
      ],
      note: say('Terms, in a line', 'Numbers can change by ten people until two weeks before.'),
    }),
    x.block('proof', 'quote', {
      quote: say(
        x.quoted,
        'Nobody asked me where anything was. I have never had so little to do at my own event.',
      ),
      name: say(x.quotedBy, 'Femke Aalders'),
      role: say(x.quotedRole, 'Events, Plume'),
      layout: 'arch',
    }),
    x.block('facts', 'stats', {
      heading: 'In figures',
      layout: 'trio',
      items: [
        { value: say(x.figure, '19 min'), label: say(x.counted, '**from the airport**, by bus') },
        { value: say(x.figure, '210 m²'), label: say(x.counted, '**of room with daylight**') },
        { value: say(x.figure, '37'), label: say(x.counted, '**company meetings** last year') },
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
        name: say(x.contact, 'Inês Duarte'),
        role: say(x.contactRole, 'Plans your days, and is there on all three'),
      },
      layout: 'plain',
    }),
  ],
})
