import * as x from './example.ts'

export const security = x.defineExample({
  trade: 'Security',
  pageType: 'outbound',
  brand: { name: 'Bastion Nine', primaryColor: '#0d1117', secondaryColor: '#3ee28f', look: 'bold' },
  proposals: [
    'Eleven questions your customers will ask, and how you stand today.',
    'Your suppliers were audited. You are next.',
  ],
  blocks: [
    x.block('hero', 'hero', {
      eyebrow: 'For {{person.name|you}} at {{account.name|your company}}',
      headline: 'Your suppliers were audited. *You are next.*',
      subheadline:
        'Eleven questions they will ask, and how you stand today, judged by what anybody can see from the outside.',
      primaryAction: { label: 'See your eleven', link: x.main },
      note: 'Nothing was scanned. Everything here is public.',
      layout: 'pattern',
    }),
    x.block('asked', 'features', {
      heading: 'What they asked your suppliers',
      layout: 'list',
      items: [
        {
          title: 'Who can reset a password by telephone?',
          source: 'Asked of 9 of 9 suppliers',
        },
        {
          title: 'How long until a leaver’s account is closed?',
          source: 'Asked of 8 of 9',
        },
        {
          title: 'When was the last restore from a backup, and who did it?',
          source: 'Asked of 8 of 9',
        },
        {
          title: 'Which of your domains may send mail in your name?',
          source: 'Asked of 6 of 9',
        },
      ],
    }),
    x.block('stand', 'stats', {
      heading: 'Where you stand, from the outside',
      layout: 'spark',
      items: [
        { value: '7 of 11', label: '**answers** that can be found already' },
        { value: '2', label: '**domains** that anybody can send mail from' },
        { value: '14 days', label: '**to an answer for all eleven**' },
      ],
      note: 'Public records of 9 November. Correct us.',
    }),
    x.block('proof', 'quote', {
      quote:
        'The auditor came with eleven questions and left after forty minutes. He asked who had prepared us.',
      name: 'Ruben Castell',
      role: 'IT lead, Osier',
      figure: '40 min',
      figureLabel: 'for an audit planned for two days',
      layout: 'card',
    }),
    x.block('plan', 'steps', {
      heading: 'Fourteen days',
      layout: 'chevrons',
      items: [
        {
          when: 'Day 1',
          title: 'Read',
          body: 'We look at what you have.',
        },
        {
          when: 'Day 5',
          title: 'Close',
          body: 'Your people fix it, we sit beside them.',
        },
        {
          when: 'Day 12',
          title: 'Rehearse',
          body: 'One of us plays the auditor.',
        },
        {
          when: 'Day 14',
          title: 'Answer',
          body: 'One file, eleven answers, signed.',
        },
      ],
    }),
    x.block('questions', 'faq', {
      heading: 'Before you ask',
      layout: 'accordion',
      items: [
        {
          question: 'Do you need access to our systems?',
          answer: 'No. Your people keep the keyboard. We read what they show us.',
        },
        {
          question: 'What if you find something bad?',
          answer: 'You hear it the same day, by telephone, and nobody else does.',
        },
        {
          question: 'What does it cost?',
          answer: 'A fixed price for the fourteen days. You see it before you answer this page.',
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Eleven questions. Thirty minutes.',
      body: 'You see how you would answer today. What you do with it is up to you.',
      primaryAction: { label: 'See your eleven', link: x.main },
      person: {
        name: 'Sofia Marek',
        role: 'Was an auditor for nine years',
      },
      next: ['You pick a time.', 'You get the eleven questions in advance.', 'You keep the answers.'],
    }),
  ],
})
