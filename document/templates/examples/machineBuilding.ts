import * as x from './example.ts'

export const machineBuilding = x.defineExample({
  trade: 'Machine building',
  pageType: 'call_followup',
  brand: { name: 'Korvo', primaryColor: '#1f3a93', secondaryColor: '#f2b134', look: 'bold' },
  proposals: [
    'What we measured on line 2, and what it means for line 5.',
    'Nine minutes per change-over, forty times a week.',
  ],
  blocks: [
    x.block('hero', 'hero', {
      eyebrow: 'For {{person.name|everyone on the call}}',
      headline: 'Nine minutes per change-over. *Now four.*',
      subheadline:
        'What we measured on line 2, and what it means for line 5. The film of the test run is at the end.',
      primaryAction: { label: 'Book the test run', link: x.main },
      note: 'Half a day in your hall, before Christmas.',
      layout: 'figures',
      points: [
        { label: 'per change-over', note: '4 min' },
        { label: 'output of line 2', note: '+11%' },
        { label: 'from order to start', note: '6 weeks' },
      ],
    }),
    x.block('heard', 'features', {
      heading: 'What we saw on line 2',
      layout: 'numbers',
      items: [
        {
          figure: '40',
          title: 'change-overs a week, on two shifts',
          source: 'Your log, weeks 40 to 44',
        },
        {
          figure: '9 min',
          title: 'each, of which five are looking for tools',
          source: 'Filmed on 12 November',
        },
        {
          figure: '6 h',
          title: 'a week in which the line stands still',
          source: 'Calculated together',
        },
        {
          figure: '2 people',
          title: 'needed today, one with the new clamp',
          source: 'Shift leader Okan',
        },
      ],
    }),
    x.block('change', 'comparison', {
      heading: 'Before and after the clamp',
      layout: 'before-after',
      columns: [{ title: 'Today' }, { title: 'With {{brand.name}}', highlighted: true }],
      rows: [
        { label: 'Minutes per change-over', cells: ['9 min', '4 min'] },
        { label: 'People needed', cells: ['2', '1'] },
        { label: 'Scrap after a change', cells: ['14 parts', '3 parts'] },
      ],
    }),
    x.block('worth', 'stats', {
      heading: 'What that is worth on line 5',
      layout: 'rows',
      items: [
        { value: '168 h', label: '**more running time** in a year' },
        {
          value: '€210,000',
          label: '**of output** that you have already sold',
        },
        { value: '9 months', label: '**to pay back**, without overtime' },
      ],
      note: 'At your hourly rate of €1,250 for the line.',
    }),
    x.block('plan', 'steps', {
      heading: 'Who does what, by when',
      layout: 'list',
      items: [
        {
          when: '27 November',
          title: 'Drawings of line 5',
          body: 'Your maintenance sends them.',
        },
        {
          when: '11 December',
          title: 'Test run',
          body: 'We bring a clamp and leave it for a week.',
        },
        {
          when: '18 December',
          title: 'You decide',
          body: 'By the three figures above.',
        },
      ],
    }),
    x.block('proof', 'quote', {
      quote: 'The night shift asked when the other lines get theirs. Nobody had told them what it costs.',
      name: 'Edda Brandl',
      role: 'Plant manager, Alpina',
      figure: '3:50',
      figureLabel: 'minutes per change-over, after a month',
      layout: 'card',
    }),
    x.block('questions', 'faq', {
      heading: 'You asked',
      layout: 'columns',
      items: [
        {
          question: 'Does it fit our older machines?',
          answer: 'From 1998 on. Before that we make the plate to measure.',
        },
        {
          question: 'Who trains the night shift?',
          answer: 'We do, at night. Two nights are in the price.',
        },
        {
          question: 'What if it breaks?',
          answer: 'A second set stands in your hall for the first year.',
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Half a day. Your hall. Your parts.',
      body: 'If it is not under five minutes, you pay nothing, not even the van.',
      primaryAction: { label: 'Book the test run', link: x.main },
      person: {
        name: 'Benno Kraft',
        role: 'Was on the floor with you on 12 November',
      },
      next: ['You choose a day.', 'We bring everything.', 'You keep the film.'],
      layout: 'field',
    }),
  ],
})
