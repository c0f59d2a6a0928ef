import * as x from './example.ts'

export const recruiting = x.defineExample({
  trade: 'Recruiting',
  pageType: 'call_followup',
  brand: { name: 'Perchwell', primaryColor: '#b5247a', secondaryColor: '#4f6bed', look: 'product' },
  proposals: [
    'Chosen after our call, with the reasons beside each.',
    'You said that the last three did not ask questions. These five do.',
  ],
  blocks: ({ say, only }) => [
    x.block('hero', 'hero', {
      eyebrow: 'For {{person.name|everyone on the call}}',
      headline: say(
        'What was the call about?',
        'Five people worth *your Thursday.*',
        x.headlines.call_followup,
      ),
      subheadline: say(
        x.worth,
        'Chosen after our call, with the reasons beside each. All five know your name, and none has been asked by anybody else this month.',
      ),
      primaryAction: { label: 'Meet the five', link: x.main },
      note: say('What is the next step, and when?', 'Five times 25 minutes, on Thursday afternoon.'),
      ...only({ layout: 'pattern' as const }),
    }),
    x.block('heard', 'features', {
      heading: 'What you told us',
      layout: 'ledger',
      items: [
        {
          title: say(x.fact, 'The last three were **good on paper** and did not ask a single question.'),
          source: say(x.source, 'You, on the call'),
        },
        {
          title: say(x.fact, 'The team is **seven people**, four of whom started this year.'),
          source: say(x.source, 'You, on the call'),
        },
        {
          title: say(x.fact, 'Somebody who has **taken a product apart**, not only built one.'),
          source: say(x.source, 'Your product lead, by mail'),
        },
      ],
    }),
    x.block('people', 'features', {
      heading: 'Why these five',
      layout: 'grid',
      items: [
        {
          title: say('The first person', 'A. took a billing system apart'),
          body: say(
            'Why them?',
            'Eleven years of it, in four months, without a lost invoice. Asks about your worst day first.',
          ),
        },
        {
          title: say('The second person', 'J. leads without a title'),
          body: say('Why them?', 'Two teams follow her, on no organisation chart. Wants one this time.'),
        },
        {
          title: say('The third person', 'M. writes it down'),
          body: say(
            'Why them?',
            'His hand-over notes are still in use three years later. We have read them.',
          ),
        },
      ],
    }),
    x.block('figures', 'stats', {
      heading: 'How we got to five',
      layout: 'trio',
      items: [
        { value: say(x.figure, '212'), label: say(x.counted, '**people** we know who could do it') },
        { value: say(x.figure, '31'), label: say(x.counted, '**spoken to**, half an hour each') },
        { value: say(x.figure, '5'), label: say(x.counted, '**who would say yes**, to the right seven') },
      ],
    }),
    x.block('plan', 'steps', {
      heading: 'From Thursday to a contract',
      layout: 'list',
      items: [
        {
          when: say(x.when, 'Thursday'),
          title: say(x.stepOf, 'You meet five'),
          body: say(x.detail, 'We are in the room for the first two minutes.'),
        },
        {
          when: say(x.when, 'Friday'),
          title: say(x.stepOf, 'You name two'),
          body: say(x.detail, 'The others hear from us the same day.'),
        },
        {
          when: say(x.when, 'Next week'),
          title: say(x.stepOf, 'A day with the team'),
          body: say(x.detail, 'Paid, on a real problem.'),
        },
      ],
    }),
    x.block('proof', 'quote', {
      quote: say(
        x.quoted,
        'They sent three people. I wanted all of them. That had not happened to me in twenty years.',
      ),
      name: say(x.quotedBy, 'Hannah Osei'),
      role: say(x.quotedRole, 'CTO, Kettle Labs'),
      figure: say(x.figure, '4 of 4'),
      figureLabel: say(x.counted, 'still there after two years'),
      layout: 'card',
    }),
    x.block('questions', 'faq', {
      heading: 'You asked',
      layout: 'ledger',
      items: [
        {
          question: 'What does it cost if nobody fits?',
          answer: say(x.answer, 'Nothing. You pay when somebody has stayed for three months.'),
        },
        {
          question: 'Do the five know about each other?',
          answer: say(x.answer, 'They know that there are five. Names stay with us.'),
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Shall we keep Thursday afternoon?',
      body: 'Confirm by tomorrow. One of the five travels for it.',
      primaryAction: { label: 'Meet the five', link: x.main },
      person: { name: say(x.contact, 'Lea Winter'), role: say(x.contactRole, 'Spoke with all thirty-one') },
      next: ['You confirm the afternoon.', 'You get five pages, one for each.', 'You meet them.'],
    }),
  ],
})
