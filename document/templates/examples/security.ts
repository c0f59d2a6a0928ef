import * as x from './example.ts'

export const security = x.defineExample({
  trade: 'Security',
  pageType: 'outbound',
  brand: { name: 'Bastion Nine', primaryColor: '#0d1117', secondaryColor: '#3ee28f', look: 'bold' },
  proposals: [
    'Eleven questions your customers will ask, and how you stand today.',
    'Your suppliers were audited. You are next.',
  ],
  blocks: ({ say, only }) => [
    x.block('hero', 'hero', {
      eyebrow: 'For {{person.name|you}} at {{account.name|your company}}',
      headline: say(
        'What changes for them?',
        'Your suppliers were audited. *You are next.*',
        x.headlines.outbound,
      ),
      subheadline: say(
        x.worth,
        'Eleven questions they will ask, and how you stand today, judged by what anybody can see from the outside.',
      ),
      primaryAction: { label: 'See your eleven', link: x.main },
      note: 'Nothing was scanned. Everything here is public.',
      ...only({ layout: 'pattern' as const }),
    }),
    x.block('asked', 'features', {
      heading: 'What they asked your suppliers',
      layout: 'list',
      items: [
        {
          title: say(x.fact, 'Who can reset a password by telephone?'),
          source: say(x.source, 'Asked of 9 of 9 suppliers'),
        },
        {
          title: say(x.fact, 'How long until a leaver’s account is closed?'),
          source: say(x.source, 'Asked of 8 of 9'),
        },
        {
          title: say(x.fact, 'When was the last restore from a backup, and who did it?'),
          source: say(x.source, 'Asked of 8 of 9'),
        },
        {
          title: say(x.fact, 'Which of your domains may send mail in your name?'),
          source: say(x.source, 'Asked of 6 of 9'),
        },
      ],
    }),
    x.block('stand', 'stats', {
      heading: 'Where you stand, from the outside',
      layout: 'spark',
      items: [
        { value: say(x.figure, '7 of 11'), label: say(x.counted, '**answers** that can be found already') },
        { value: say(x.figure, '2'), label: say(x.counted, '**domains** that anybody can send mail from') },
        { value: say(x.figure, '14 days'), label: say(x.counted, '**to an answer for all eleven**') },
      ],
      note: say(x.source, 'Public records of 9 November. Correct us.'),
    }),
    x.block('proof', 'quote', {
      quote: say(
        x.quoted,
        'The auditor came with eleven questions and left after forty minutes. He asked who had prepared us.',
      ),
      name: say(x.quotedBy, 'Ruben Castell'),
      role: say(x.quotedRole, 'IT lead, Osier'),
      figure: say(x.figure, '40 min'),
      figureLabel: say(x.counted, 'for an audit planned for two days'),
      layout: 'card',
    }),
    x.block('plan', 'steps', {
      heading: 'Fourteen days',
      layout: 'chevrons',
      items: [
        {
          when: say(x.when, 'Day 1'),
          title: say(x.stepOf, 'Read'),
          body: say(x.detail, 'We look at what you have.'),
        },
        {
          when: say(x.when, 'Day 5'),
          title: say(x.stepOf, 'Close'),
          body: say(x.detail, 'Your people fix it, we sit beside them.'),
        },
        {
          when: say(x.when, 'Day 12'),
          title: say(x.stepOf, 'Rehearse'),
          body: say(x.detail, 'One of us plays the auditor.'),
        },
        {
          when: say(x.when, 'Day 14'),
          title: say(x.stepOf, 'Answer'),
          body: say(x.detail, 'One file, eleven answers, signed.'),
        },
      ],
    }),
    x.block('questions', 'faq', {
      heading: 'Before you ask',
      layout: 'accordion',
      items: [
        {
          question: 'Do you need access to our systems?',
          answer: say(x.answer, 'No. Your people keep the keyboard. We read what they show us.'),
        },
        {
          question: 'What if you find something bad?',
          answer: say(x.answer, 'You hear it the same day, by telephone, and nobody else does.'),
        },
        {
          question: 'What does it cost?',
          answer: say(
            x.answer,
            'A fixed price for the fourteen days. You see it before you answer this page.',
          ),
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Eleven questions. Thirty minutes.',
      body: 'You see how you would answer today. What you do with it is up to you.',
      primaryAction: { label: 'See your eleven', link: x.main },
      person: {
        name: say(x.contact, 'Sofia Marek'),
        role: say(x.contactRole, 'Was an auditor for nine years'),
      },
      next: ['You pick a time.', 'You get the eleven questions in advance.', 'You keep the answers.'],
    }),
  ],
})
