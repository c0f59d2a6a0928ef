import * as x from './example.ts'

export const machineBuilding = x.defineExample({
  trade: 'Machine building',
  pageType: 'call_followup',
  brand: { name: 'Korvo', primaryColor: '#1f3a93', secondaryColor: '#f2b134', look: 'bold' },
  proposals: [
    'What we measured on line 2, and what it means for line 5.',
    'Nine minutes per change-over, forty times a week.',
  ],
  blocks: ({ say, only }) => [
    x.block('hero', 'hero', {
      eyebrow: 'For {{person.name|everyone on the call}}',
      headline: say(
        'What was the call about?',
        'Nine minutes per change-over. *Now four.*',
        x.headlines.call_followup,
      ),
      subheadline: say(
        x.worth,
        'What we measured on line 2, and what it means for line 5. The film of the test run is at the end.',
      ),
      primaryAction: { label: 'Book the test run', link: x.main },
      note: say('What is the next step, and when?', 'Half a day in your hall, before Christmas.'),
      ...only({
        layout: 'figures' as const,
        points: [
          { label: 'per change-over', note: '4 min' },
          { label: 'output of line 2', note: '+11%' },
          { label: 'from order to start', note: '6 weeks' },
        ],
      }),
    }),
    x.block('heard', 'features', {
      heading: 'What we saw on line 2',
      layout: 'numbers',
      items: [
        {
          figure: say(x.figure, '40'),
          title: say(x.fact, 'change-overs a week, on two shifts'),
          source: say(x.source, 'Your log, weeks 40 to 44'),
        },
        {
          figure: say(x.figure, '9 min'),
          title: say(x.fact, 'each, of which five are looking for tools'),
          source: say(x.source, 'Filmed on 12 November'),
        },
        {
          figure: say(x.figure, '6 h'),
          title: say(x.fact, 'a week in which the line stands still'),
          source: say(x.source, 'Calculated together'),
        },
        {
          figure: say(x.figure, '2 people'),
          title: say(x.fact, 'needed today, one with the new clamp'),
          source: say(x.source, 'Shift leader Okan'),
        },
      ],
    }),
    x.block('change', 'comparison', {
      heading: 'Before and after the clamp',
      layout: 'before-after',
      columns: [{ title: 'Today' }, { title: 'With {{brand.name}}', highlighted: true }],
      rows: [
        { label: 'Minutes per change-over', cells: [say('Today', '9 min'), say('Then', '4 min')] },
        { label: 'People needed', cells: [say('Today', '2'), say('Then', '1')] },
        { label: 'Scrap after a change', cells: [say('Today', '14 parts'), say('Then', '3 parts')] },
      ],
    }),
    x.block('worth', 'stats', {
      heading: 'What that is worth on line 5',
      layout: 'rows',
      items: [
        { value: say(x.figure, '168 h'), label: say(x.counted, '**more running time** in a year') },
        {
          value: say(x.figure, '€210,000'),
          label: say(x.counted, '**of output** that you have already sold'),
        },
        { value: say(x.figure, '9 months'), label: say(x.counted, '**to pay back**, without overtime') },
      ],
      note: say(x.source, 'At your hourly rate of €1,250 for the line.'),
    }),
    x.block('plan', 'steps', {
      heading: 'Who does what, by when',
      layout: 'list',
      items: [
        {
          when: say(x.when, '27 November'),
          title: say(x.stepOf, 'Drawings of line 5'),
          body: say(x.detail, 'Your maintenance sends them.'),
        },
        {
          when: say(x.when, '11 December'),
          title: say(x.stepOf, 'Test run'),
          body: say(x.detail, 'We bring a clamp and leave it for a week.'),
        },
        {
          when: say(x.when, '18 December'),
          title: say(x.stepOf, 'You decide'),
          body: say(x.detail, 'By the three figures above.'),
        },
      ],
    }),
    x.block('proof', 'quote', {
      quote: say(
        x.quoted,
        'The night shift asked when the other lines get theirs. Nobody had told them what it costs.',
      ),
      name: say(x.quotedBy, 'Edda Brandl'),
      role: say(x.quotedRole, 'Plant manager, Alpina'),
      figure: say(x.figure, '3:50'),
      figureLabel: say(x.counted, 'minutes per change-over, after a month'),
      layout: 'card',
    }),
    x.block('questions', 'faq', {
      heading: 'You asked',
      layout: 'columns',
      items: [
        {
          question: 'Does it fit our older machines?',
          answer: say(x.answer, 'From 1998 on. Before that we make the plate to measure.'),
        },
        {
          question: 'Who trains the night shift?',
          answer: say(x.answer, 'We do, at night. Two nights are in the price.'),
        },
        {
          question: 'What if it breaks?',
          answer: say(x.answer, 'A second set stands in your hall for the first year.'),
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Half a day. Your hall. Your parts.',
      body: 'If it is not under five minutes, you pay nothing, not even the van.',
      primaryAction: { label: 'Book the test run', link: x.main },
      person: {
        name: say(x.contact, 'Benno Kraft'),
        role: say(x.contactRole, 'Was on the floor with you on 12 November'),
      },
      next: ['You choose a day.', 'We bring everything.', 'You keep the film.'],
      layout: 'field',
    }),
  ],
})
