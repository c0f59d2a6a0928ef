import * as x from './example.ts'

export const recruiting = x.defineExample({
  trade: 'Recruiting',
  pageType: 'call_followup',
  brand: { name: 'Perchwell', primaryColor: '#b5247a', secondaryColor: '#4f6bed', look: 'product' },
  proposals: [
    'Chosen after our call, with the reasons beside each.',
    'You said that the last three did not ask questions. These five do.',
  ],
  blocks: [
    x.block('hero', 'hero', {
      eyebrow: 'For {{person.name|everyone on the call}}',
      headline: 'Five people worth *your Thursday.*',
      subheadline:
        'Chosen after our call, with the reasons beside each. All five know your name, and none has been asked by anybody else this month.',
      primaryAction: { label: 'Meet the five', link: x.main },
      note: 'Five times 25 minutes, on Thursday afternoon.',
      layout: 'pattern',
    }),
    x.block('heard', 'features', {
      heading: 'What you told us',
      layout: 'ledger',
      items: [
        {
          title: 'The last three were **good on paper** and did not ask a single question.',
          source: 'You, on the call',
        },
        {
          title: 'The team is **seven people**, four of whom started this year.',
          source: 'You, on the call',
        },
        {
          title: 'Somebody who has **taken a product apart**, not only built one.',
          source: 'Your product lead, by mail',
        },
      ],
    }),
    x.block('people', 'features', {
      heading: 'Why these five',
      layout: 'grid',
      items: [
        {
          title: 'A. took a billing system apart',
          body: 'Eleven years of it, in four months, without a lost invoice. Asks about your worst day first.',
        },
        {
          title: 'J. leads without a title',
          body: 'Two teams follow her, on no organisation chart. Wants one this time.',
        },
        {
          title: 'M. writes it down',
          body: 'His hand-over notes are still in use three years later. We have read them.',
        },
      ],
    }),
    x.block('figures', 'stats', {
      heading: 'How we got to five',
      layout: 'trio',
      items: [
        { value: '212', label: '**people** we know who could do it' },
        { value: '31', label: '**spoken to**, half an hour each' },
        { value: '5', label: '**who would say yes**, to the right seven' },
      ],
    }),
    x.block('plan', 'steps', {
      heading: 'From Thursday to a contract',
      layout: 'list',
      items: [
        {
          when: 'Thursday',
          title: 'You meet five',
          body: 'We are in the room for the first two minutes.',
        },
        {
          when: 'Friday',
          title: 'You name two',
          body: 'The others hear from us the same day.',
        },
        {
          when: 'Next week',
          title: 'A day with the team',
          body: 'Paid, on a real problem.',
        },
      ],
    }),
    x.block('proof', 'quote', {
      quote: 'They sent three people. I wanted all of them. That had not happened to me in twenty years.',
      name: 'Hannah Osei',
      role: 'CTO, Kettle Labs',
      figure: '4 of 4',
      figureLabel: 'still there after two years',
      layout: 'card',
    }),
    x.block('questions', 'faq', {
      heading: 'You asked',
      layout: 'ledger',
      items: [
        {
          question: 'What does it cost if nobody fits?',
          answer: 'Nothing. You pay when somebody has stayed for three months.',
        },
        {
          question: 'Do the five know about each other?',
          answer: 'They know that there are five. Names stay with us.',
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Shall we keep Thursday afternoon?',
      body: 'Confirm by tomorrow. One of the five travels for it.',
      primaryAction: { label: 'Meet the five', link: x.main },
      person: { name: 'Lea Winter', role: 'Spoke with all thirty-one' },
      next: ['You confirm the afternoon.', 'You get five pages, one for each.', 'You meet them.'],
    }),
  ],
})
