import * as x from './example.ts'

export const training = x.defineExample({
  trade: 'Training',
  pageType: 'outbound',
  brand: { name: 'Northfield', primaryColor: '#2c4a7c', secondaryColor: '#d0873a', look: 'editorial' },
  proposals: [
    'A degree beside the shift, with your wards as the classroom.',
    'Nobody leaves the ward for it, and you keep those who finish.',
  ],
  blocks: ({ say }) => [
    x.block('hero', 'hero', {
      eyebrow: 'For {{account.name|your hospital}}',
      headline: say('What changes for them?', 'Twelve nurses. One year. *One campus.*', x.headlines.outbound),
      subheadline: say(
        x.worth,
        'A degree beside the shift, with your wards as the classroom. Two days a month on campus, the rest where the patients are.',
      ),
      primaryAction: { label: 'Ask for the timetable', link: x.main },
      note: 'Not for you? Please forward it to the right person.',
      layout: 'left',
    }),
    x.block('letter', 'text', {
      heading: say('How would you begin a letter?', 'Dear {{person.firstName|colleague}},', 'Why we write'),
      body: say(
        'What would you write to them?',
        'You are looking for **fourteen nurses** and will find perhaps five. The others already work for you: they have the experience, and lack the paper.\n\nWe built a degree for exactly these people. Seven hospitals use it. None of them had to close a bed for it.',
      ),
      signature: {
        name: say(x.contact, 'Prof. Anneke Vos'),
        role: say(x.contactRole, 'Dean of nursing, Northfield'),
      },
    }),
    x.block('year', 'steps', {
      heading: 'The year at a glance',
      layout: 'scale',
      items: [
        {
          when: say(x.when, 'January'),
          title: say(x.stepOf, 'Choose'),
          body: say(x.detail, 'You name twelve, we talk to each.'),
        },
        {
          when: say(x.when, 'March'),
          title: say(x.stepOf, 'Begin'),
          body: say(x.detail, 'Two days a month on campus.'),
        },
        {
          when: say(x.when, 'September'),
          title: say(x.stepOf, 'Teach'),
          body: say(x.detail, 'Each leads a small project on the ward.'),
        },
        {
          when: say(x.when, 'February'),
          title: say(x.stepOf, 'Finish'),
          body: say(x.detail, 'A degree that the state recognises.'),
        },
      ],
    }),
    x.block('figures', 'stats', {
      heading: 'What seven hospitals saw',
      layout: 'trio',
      items: [
        { value: say(x.figure, '91%'), label: say(x.counted, '**finish**, most of them in time') },
        { value: say(x.figure, '84%'), label: say(x.counted, '**still work there** three years later') },
        { value: say(x.figure, '0 beds'), label: say(x.counted, '**closed** because somebody was in class') },
      ],
      note: say(x.source, 'All classes from 2021 to 2025, 312 people.'),
    }),
    x.block('proof', 'quote', {
      quote: say(
        x.quoted,
        'I wrote my thesis about the falls on my own ward. There are fewer now. That was the best mark I got.',
      ),
      name: say(x.quotedBy, 'Samira Haddad'),
      role: say(x.quotedRole, 'Ward manager, St. Odile'),
      layout: 'arch',
    }),
    x.block('questions', 'faq', {
      heading: 'What nursing directors ask',
      layout: 'accordion',
      items: [
        {
          question: 'Who pays?',
          answer: say(
            x.answer,
            'The state pays two thirds. Of the rest most hospitals pay all, some share it with the person.',
          ),
        },
        {
          question: 'What if somebody stops?',
          answer: say(
            x.answer,
            'You pay for the months that were used, and the place goes to the next on your list.',
          ),
        },
        {
          question: 'Do they have to stay with us?',
          answer: say(x.answer, 'You may agree on two years. Most stay longer without it.'),
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Twelve places begin in March.',
      body: 'Tell us how many you would fill, and you get a timetable that fits your shifts.',
      primaryAction: { label: 'Ask for the timetable', link: x.main },
      person: {
        name: say(x.contact, 'Prof. Anneke Vos'),
        role: say(x.contactRole, 'Dean of nursing, Northfield'),
      },
      next: ['You name a number.', 'You get a timetable within a week.', 'You decide by January.'],
    }),
  ],
})
