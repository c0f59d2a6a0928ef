import * as x from './example.ts'

export const training = x.defineExample({
  trade: 'Training',
  pageType: 'outbound',
  brand: { name: 'Northfield', primaryColor: '#2c4a7c', secondaryColor: '#d0873a', look: 'editorial' },
  proposals: [
    'A degree beside the shift, with your wards as the classroom.',
    'Nobody leaves the ward for it, and you keep those who finish.',
  ],
  blocks: [
    x.block('hero', 'hero', {
      eyebrow: 'For {{account.name|your hospital}}',
      headline: 'Twelve nurses. One year. *One campus.*',
      subheadline:
        'A degree beside the shift, with your wards as the classroom. Two days a month on campus, the rest where the patients are.',
      primaryAction: { label: 'Ask for the timetable', link: x.main },
      note: 'Not for you? Please forward it to the right person.',
      layout: 'left',
    }),
    x.block('letter', 'text', {
      heading: 'Dear {{person.firstName|colleague}},',
      body: 'You are looking for **fourteen nurses** and will find perhaps five. The others already work for you: they have the experience, and lack the paper.\n\nWe built a degree for exactly these people. Seven hospitals use it. None of them had to close a bed for it.',
      signature: {
        name: 'Prof. Anneke Vos',
        role: 'Dean of nursing, Northfield',
      },
    }),
    x.block('year', 'steps', {
      heading: 'The year at a glance',
      layout: 'scale',
      items: [
        {
          when: 'January',
          title: 'Choose',
          body: 'You name twelve, we talk to each.',
        },
        {
          when: 'March',
          title: 'Begin',
          body: 'Two days a month on campus.',
        },
        {
          when: 'September',
          title: 'Teach',
          body: 'Each leads a small project on the ward.',
        },
        {
          when: 'February',
          title: 'Finish',
          body: 'A degree that the state recognises.',
        },
      ],
    }),
    x.block('figures', 'stats', {
      heading: 'What seven hospitals saw',
      layout: 'trio',
      items: [
        { value: '91%', label: '**finish**, most of them in time' },
        { value: '84%', label: '**still work there** three years later' },
        { value: '0 beds', label: '**closed** because somebody was in class' },
      ],
      note: 'All classes from 2021 to 2025, 312 people.',
    }),
    x.block('proof', 'quote', {
      quote:
        'I wrote my thesis about the falls on my own ward. There are fewer now. That was the best mark I got.',
      name: 'Samira Haddad',
      role: 'Ward manager, St. Odile',
      layout: 'arch',
    }),
    x.block('questions', 'faq', {
      heading: 'What nursing directors ask',
      layout: 'accordion',
      items: [
        {
          question: 'Who pays?',
          answer:
            'The state pays two thirds. Of the rest most hospitals pay all, some share it with the person.',
        },
        {
          question: 'What if somebody stops?',
          answer: 'You pay for the months that were used, and the place goes to the next on your list.',
        },
        {
          question: 'Do they have to stay with us?',
          answer: 'You may agree on two years. Most stay longer without it.',
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Twelve places begin in March.',
      body: 'Tell us how many you would fill, and you get a timetable that fits your shifts.',
      primaryAction: { label: 'Ask for the timetable', link: x.main },
      person: {
        name: 'Prof. Anneke Vos',
        role: 'Dean of nursing, Northfield',
      },
      next: ['You name a number.', 'You get a timetable within a week.', 'You decide by January.'],
    }),
  ],
})
