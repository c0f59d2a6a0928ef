import * as x from './example.ts'

export const freight = x.defineExample({
  trade: 'Freight planning',
  pageType: 'sales_deck',
  brand: { name: 'Loopway', primaryColor: '#0f766e', secondaryColor: '#ef7d57', look: 'product' },
  proposals: [
    'Forty lanes, six carriers, one plan that everybody sees.',
    'The plan for next week is ready on Friday noon, without overtime.',
  ],
  blocks: [
    x.block('hero', 'hero', {
      eyebrow: 'Prepared for {{account.name|your team}}',
      headline: 'Freight that *plans itself* by Friday noon.',
      subheadline:
        'Forty lanes, six carriers, one plan that everybody sees. What it takes, what it gives, and who has to agree.',
      primaryAction: { label: 'Try it with one lane', link: x.main },
      note: 'Made to be forwarded.',
      layout: 'chart',
      unit: 'h',
      points: [
        { label: 'Mon', value: 3 },
        { label: 'Tue', value: 5 },
        { label: 'Wed', value: 6 },
        { label: 'Thu', value: 9 },
        { label: 'Fri', value: 14, note: 'today' },
      ],
      caption: '**Hours of planning, by day.** Your planners’ own log, October.',
    }),
    x.block('week', 'features', {
      heading: 'A week in one picture',
      layout: 'bento',
      items: [
        { figure: '37 h', title: 'a week to plan forty lanes by telephone' },
        { figure: '22%', title: 'of trucks leave less than half full' },
        { figure: '3 a day', title: 'changes that reach the driver too late' },
        { figure: '€410k', title: 'paid for empty kilometres last year' },
      ],
    }),
    x.block('change', 'stats', {
      heading: 'What changes in a quarter',
      layout: 'spark',
      items: [
        {
          value: '6 h',
          before: '37 h',
          label: '**of planning** a week',
        },
        {
          value: '9%',
          before: '22%',
          label: '**of trucks** less than half full',
        },
        { value: '€260k', label: '**a year** not paid for air' },
      ],
      note: 'Median of fourteen networks between 30 and 80 lanes.',
    }),
    x.block('difference', 'comparison', {
      heading: 'Next to the alternatives',
      layout: 'table',
      columns: [{ title: 'As it is' }, { title: 'In-house' }, { title: '{{brand.name}}', highlighted: true }],
      rows: [
        {
          label: 'First result',
          cells: ['none', '9 months', '3 weeks'],
        },
        {
          label: 'Effort on your side',
          cells: ['37 h a week', '2 developers', '6 h a week'],
        },
        {
          label: 'Cost in the first year',
          cells: ['€410k', '€300k', '€78k'],
        },
      ],
    }),
    x.block('proof', 'quote', {
      quote: 'On Friday at noon the hall goes quiet. The first weeks we thought something was broken.',
      name: 'Tove Lindqvist',
      role: 'Supply chain director, Fjellmat',
      figure: '−61%',
      figureLabel: 'empty kilometres in two quarters',
      layout: 'bleed',
    }),
    x.block('plan', 'steps', {
      heading: 'The plan',
      layout: 'gantt',
      items: [
        {
          when: '1 December',
          title: 'One lane',
          body: 'Beside your own plan, not instead.',
        },
        {
          when: '15 December',
          title: 'Six carriers',
          body: 'They answer a mail, nothing more.',
        },
        {
          when: '19 January',
          title: 'Forty lanes',
          body: 'Your planners approve, change or refuse.',
        },
        {
          when: '31 March',
          title: 'Decision',
          body: 'By the three figures above.',
        },
      ],
    }),
    x.block('questions', 'faq', {
      heading: 'What your colleagues will ask',
      layout: 'ledger',
      items: [
        {
          question: 'Planning: do we lose control?',
          answer: 'No. Nothing leaves without your approval, and every change shows its reason.',
        },
        {
          question: 'IT: what do we have to run?',
          answer: 'Nothing. We read an export that you already have.',
        },
        {
          question: 'Finance: what is the risk?',
          answer: 'One month’s fee. You can stop at the end of any month.',
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'One lane, one Friday.',
      body: 'Send the lane that always goes wrong. You have its plan by noon.',
      primaryAction: { label: 'Try it with one lane', link: x.main },
      person: {
        name: 'Milan Jansen',
        role: 'Planned freight for eleven years',
      },
    }),
  ],
})
