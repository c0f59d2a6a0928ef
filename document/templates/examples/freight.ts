import * as x from './example.ts'

export const freight = x.defineExample({
  trade: 'Freight planning',
  pageType: 'sales_deck',
  brand: { name: 'Loopway', primaryColor: '#0f766e', secondaryColor: '#ef7d57', look: 'product' },
  proposals: [
    'Forty lanes, six carriers, one plan that everybody sees.',
    'The plan for next week is ready on Friday noon, without overtime.',
  ],
  blocks: ({ say, only }) => [
    x.block('hero', 'hero', {
      eyebrow: 'Prepared for {{account.name|your team}}',
      headline: say(
        'What do you propose?',
        'Freight that *plans itself* by Friday noon.',
        x.headlines.sales_deck,
      ),
      subheadline: say(
        x.worth,
        'Forty lanes, six carriers, one plan that everybody sees. What it takes, what it gives, and who has to agree.',
      ),
      primaryAction: { label: 'Try it with one lane', link: x.main },
      note: 'Made to be forwarded.',
      ...only({
        layout: 'chart' as const,
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
    }),
    x.block('week', 'features', {
      heading: 'A week in one picture',
      layout: 'bento',
      items: [
        { figure: say(x.figure, '37 h'), title: say(x.fact, 'a week to plan forty lanes by telephone') },
        { figure: say(x.figure, '22%'), title: say(x.fact, 'of trucks leave less than half full') },
        { figure: say(x.figure, '3 a day'), title: say(x.fact, 'changes that reach the driver too late') },
        { figure: say(x.figure, '€410k'), title: say(x.fact, 'paid for empty kilometres last year') },
      ],
    }),
    x.block('change', 'stats', {
      heading: 'What changes in a quarter',
      layout: 'spark',
      items: [
        {
          value: say(x.figure, '6 h'),
          before: say('Today', '37 h'),
          label: say(x.counted, '**of planning** a week'),
        },
        {
          value: say(x.figure, '9%'),
          before: say('Today', '22%'),
          label: say(x.counted, '**of trucks** less than half full'),
        },
        { value: say(x.figure, '€260k'), label: say(x.counted, '**a year** not paid for air') },
      ],
      note: say(x.source, 'Median of fourteen networks between 30 and 80 lanes.'),
    }),
    x.block('difference', 'comparison', {
      heading: 'Next to the alternatives',
      layout: 'table',
      columns: [{ title: 'As it is' }, { title: 'In-house' }, { title: '{{brand.name}}', highlighted: true }],
      rows: [
        {
          label: 'First result',
          cells: [say('As it is', 'none'), say('In-house', '9 months'), say('With you', '3 weeks')],
        },
        {
          label: 'Effort on your side',
          cells: [
            say('As it is', '37 h a week'),
            say('In-house', '2 developers'),
            say('With you', '6 h a week'),
          ],
        },
        {
          label: 'Cost in the first year',
          cells: [say('As it is', '€410k'), say('In-house', '€300k'), say('With you', '€78k')],
        },
      ],
    }),
    x.block('proof', 'quote', {
      quote: say(
        x.quoted,
        'On Friday at noon the hall goes quiet. The first weeks we thought something was broken.',
      ),
      name: say(x.quotedBy, 'Tove Lindqvist'),
      role: say(x.quotedRole, 'Supply chain director, Fjellmat'),
      figure: say(x.figure, '−61%'),
      figureLabel: say(x.counted, 'empty kilometres in two quarters'),
      layout: 'bleed',
    }),
    x.block('plan', 'steps', {
      heading: 'The plan',
      layout: 'gantt',
      items: [
        {
          when: say(x.when, '1 December'),
          title: say(x.stepOf, 'One lane'),
          body: say(x.detail, 'Beside your own plan, not instead.'),
        },
        {
          when: say(x.when, '15 December'),
          title: say(x.stepOf, 'Six carriers'),
          body: say(x.detail, 'They answer a mail, nothing more.'),
        },
        {
          when: say(x.when, '19 January'),
          title: say(x.stepOf, 'Forty lanes'),
          body: say(x.detail, 'Your planners approve, change or refuse.'),
        },
        {
          when: say(x.when, '31 March'),
          title: say(x.stepOf, 'Decision'),
          body: say(x.detail, 'By the three figures above.'),
        },
      ],
    }),
    x.block('questions', 'faq', {
      heading: 'What your colleagues will ask',
      layout: 'ledger',
      items: [
        {
          question: 'Planning: do we lose control?',
          answer: say(
            x.answer,
            'No. Nothing leaves without your approval, and every change shows its reason.',
          ),
        },
        {
          question: 'IT: what do we have to run?',
          answer: say(x.answer, 'Nothing. We read an export that you already have.'),
        },
        {
          question: 'Finance: what is the risk?',
          answer: say(x.answer, 'One month’s fee. You can stop at the end of any month.'),
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'One lane, one Friday.',
      body: 'Send the lane that always goes wrong. You have its plan by noon.',
      primaryAction: { label: 'Try it with one lane', link: x.main },
      person: {
        name: say(x.contact, 'Milan Jansen'),
        role: say(x.contactRole, 'Planned freight for eleven years'),
      },
    }),
  ],
})
