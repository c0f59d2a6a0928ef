import * as x from './example.ts'

export const payroll = x.defineExample({
  trade: 'Payroll software',
  pageType: 'inbound',
  brand: { name: 'Paymoor', primaryColor: '#0b62d6', secondaryColor: '#22b8a6', look: 'product' },
  proposals: [
    'You asked about forty people in three countries. Here is one month of them.',
    'One payroll run, one invoice and one person to call.',
  ],
  blocks: ({ say, only }) => [
    x.block('hero', 'hero', {
      eyebrow: 'For {{account.name|you}}',
      headline: say(
        'What did they ask for?',
        'You asked about *40 people in three countries.*',
        x.headlines.inbound,
      ),
      subheadline: say(
        x.worth,
        'One payroll run, one invoice, one person to call. This is what your first month would look like.',
      ),
      primaryAction: { label: 'See your run', link: x.main },
      note: say(
        'How long does it take, and who will be there?',
        '25 minutes, with a payroll specialist and no slides.',
      ),
      ...only({ layout: 'device' as const }),
    }),
    x.block('customers', 'logos', {
      layout: 'row',
      items: x.customers(say, ['Kettle Labs', 'Osier', 'Tidewater', 'Plume', 'Northgate Studio']),
    }),
    x.block('month', 'steps', {
      heading: 'How a month runs',
      layout: 'list',
      items: [
        {
          when: say(x.when, 'Day 1'),
          title: say(x.stepOf, 'Changes arrive by themselves'),
          body: say(x.detail, 'Starters, leavers and raises come from your HR system.'),
        },
        {
          when: say(x.when, 'Day 18'),
          title: say(x.stepOf, 'You see every payslip'),
          body: say(x.detail, 'What differs from last month is marked, with the reason.'),
        },
        {
          when: say(x.when, 'Day 22'),
          title: say(x.stepOf, 'One approval, three countries'),
          body: say(x.detail, 'Salaries, tax and social security leave on time.'),
        },
      ],
    }),
    x.block('features', 'features', {
      heading: 'What you stop doing',
      layout: 'bento',
      items: [
        {
          figure: say(x.figure, '11 hours'),
          title: say(x.fact, 'a month in spreadsheets'),
          body: say(
            'How does it come about?',
            'The export, the correction, and the correction of the correction.',
          ),
        },
        { figure: say(x.figure, '3 portals'), title: say(x.fact, 'to log in to, one for each country') },
        {
          figure: say(x.figure, '2 days'),
          title: say(x.fact, 'until somebody finds out why a payslip changed'),
        },
        { figure: say(x.figure, '1 person'), title: say(x.fact, 'who knows how it all fits together') },
      ],
    }),
    x.block('figures', 'stats', {
      heading: 'What is left to do',
      layout: 'trio',
      items: [
        {
          value: say(x.figure, '40 min'),
          before: say('Today', '11 hours'),
          label: say(x.counted, '**a month**, to look and approve'),
        },
        {
          value: say(x.figure, '1'),
          before: say('Today', '3'),
          label: say(x.counted, '**place to log in to**'),
        },
        { value: say(x.figure, '0'), label: say(x.counted, '**late filings** in four years') },
      ],
    }),
    x.block('price', 'pricing', {
      heading: 'What it costs',
      layout: 'featured',
      plans: [
        {
          name: say('The plan you recommend', 'Three countries'),
          price: say('Price', '€19'),
          period: say('Per what?', 'per person and month'),
          includes: [
            say('What is in it?', 'Payslips in the local language'),
            say('What else?', 'Filing with every authority'),
            say('What else?', 'A specialist you know by name'),
          ],
          highlighted: true,
        },
        {
          name: say('A smaller start', 'One country'),
          price: say('Price', '€14'),
          description: say('Who is it for?', 'To try it with your home team'),
        },
        {
          name: say('A larger plan', 'From 250 people'),
          price: say('Price', 'Let’s talk'),
          description: say('Who is it for?', 'With your own approval chain'),
        },
      ],
      note: say('Terms, in a line', 'Monthly, no set-up fee, data export at any time.'),
    }),
    x.block('proof', 'quote', {
      quote: say(x.quoted, 'On the 22nd I press one button. The rest of the day is an ordinary day.'),
      name: say(x.quotedBy, 'Dana Whitlock'),
      role: say(x.quotedRole, 'Head of People, Tidewater'),
      layout: 'arch',
    }),
    x.block('questions', 'faq', {
      heading: 'Good questions to ask us',
      layout: 'accordion',
      items: [
        {
          question: 'How much of our time does it take to start?',
          answer: say(x.answer, 'Six hours over three weeks: one call per country and a test run.'),
        },
        {
          question: 'What happens to our data?',
          answer: say(
            x.answer,
            'It stays in the EU, is encrypted per company and deleted 30 days after you leave, apart from what tax law makes us keep.',
          ),
        },
        {
          question: 'What if a payslip is wrong?',
          answer: say(x.answer, 'We correct it in the same month and pay any fine ourselves.'),
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Bring one payslip.',
      body: 'The one that always goes wrong. We show you how it would run.',
      primaryAction: { label: 'See your run', link: x.main },
      person: {
        name: say(x.contact, 'Priya Raman'),
        role: say(x.contactRole, 'Payroll specialist, eleven countries'),
      },
      next: ['You pick a time.', 'We load a test company of your size.', 'You decide what happens next.'],
    }),
  ],
})
