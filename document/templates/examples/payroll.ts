import * as x from './example.ts'

export const payroll = x.defineExample({
  trade: 'Payroll software',
  pageType: 'inbound',
  brand: { name: 'Paymoor', primaryColor: '#0b62d6', secondaryColor: '#22b8a6', look: 'product' },
  proposals: [
    'You asked about forty people in three countries. Here is one month of them.',
    'One payroll run, one invoice and one person to call.',
  ],
  blocks: [
    x.block('hero', 'hero', {
      eyebrow: 'For {{account.name|you}}',
      headline: 'You asked about *40 people in three countries.*',
      subheadline:
        'One payroll run, one invoice, one person to call. This is what your first month would look like.',
      primaryAction: { label: 'See your run', link: x.main },
      note: '25 minutes, with a payroll specialist and no slides.',
      layout: 'device',
    }),
    x.block('customers', 'logos', {
      layout: 'row',
      items: x.customers(['Kettle Labs', 'Osier', 'Tidewater', 'Plume', 'Northgate Studio']),
    }),
    x.block('month', 'steps', {
      heading: 'How a month runs',
      layout: 'list',
      items: [
        {
          when: 'Day 1',
          title: 'Changes arrive by themselves',
          body: 'Starters, leavers and raises come from your HR system.',
        },
        {
          when: 'Day 18',
          title: 'You see every payslip',
          body: 'What differs from last month is marked, with the reason.',
        },
        {
          when: 'Day 22',
          title: 'One approval, three countries',
          body: 'Salaries, tax and social security leave on time.',
        },
      ],
    }),
    x.block('features', 'features', {
      heading: 'What you stop doing',
      layout: 'bento',
      items: [
        {
          figure: '11 hours',
          title: 'a month in spreadsheets',
          body: 'The export, the correction, and the correction of the correction.',
        },
        { figure: '3 portals', title: 'to log in to, one for each country' },
        {
          figure: '2 days',
          title: 'until somebody finds out why a payslip changed',
        },
        { figure: '1 person', title: 'who knows how it all fits together' },
      ],
    }),
    x.block('figures', 'stats', {
      heading: 'What is left to do',
      layout: 'trio',
      items: [
        {
          value: '40 min',
          before: '11 hours',
          label: '**a month**, to look and approve',
        },
        {
          value: '1',
          before: '3',
          label: '**place to log in to**',
        },
        { value: '0', label: '**late filings** in four years' },
      ],
    }),
    x.block('price', 'pricing', {
      heading: 'What it costs',
      layout: 'featured',
      plans: [
        {
          name: 'Three countries',
          price: '€19',
          period: 'per person and month',
          includes: [
            'Payslips in the local language',
            'Filing with every authority',
            'A specialist you know by name',
          ],
          highlighted: true,
        },
        {
          name: 'One country',
          price: '€14',
          description: 'To try it with your home team',
        },
        {
          name: 'From 250 people',
          price: 'Let’s talk',
          description: 'With your own approval chain',
        },
      ],
      note: 'Monthly, no set-up fee, data export at any time.',
    }),
    x.block('proof', 'quote', {
      quote: 'On the 22nd I press one button. The rest of the day is an ordinary day.',
      name: 'Dana Whitlock',
      role: 'Head of People, Tidewater',
      layout: 'arch',
    }),
    x.block('questions', 'faq', {
      heading: 'Good questions to ask us',
      layout: 'accordion',
      items: [
        {
          question: 'How much of our time does it take to start?',
          answer: 'Six hours over three weeks: one call per country and a test run.',
        },
        {
          question: 'What happens to our data?',
          answer:
            'It stays in the EU, is encrypted per company and deleted 30 days after you leave, apart from what tax law makes us keep.',
        },
        {
          question: 'What if a payslip is wrong?',
          answer: 'We correct it in the same month and pay any fine ourselves.',
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Bring one payslip.',
      body: 'The one that always goes wrong. We show you how it would run.',
      primaryAction: { label: 'See your run', link: x.main },
      person: {
        name: 'Priya Raman',
        role: 'Payroll specialist, eleven countries',
      },
      next: ['You pick a time.', 'We load a test company of your size.', 'You decide what happens next.'],
    }),
  ],
})
