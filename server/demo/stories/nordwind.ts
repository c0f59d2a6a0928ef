import { block, main, people, proof, type Story } from './story.ts'

/** The page for Ingrid Solberg after a call: crane days lost to customs. */
export const nordwind: Story = {
  theme: { look: 'product' },
  blocks: [
    block('hero', 'hero', {
      eyebrow: 'For {{person.name}}, {{account.name}}',
      headline: 'Nine crane days lost last year. *The parts were in customs.*',
      subheadline:
        'Thank you for the call, {{person.firstName}}. Bergen, Aberdeen and Kiel each waited for papers, not for parts. Here is what we heard, and a plan that ends before your spring campaign.',
      primaryAction: { label: 'Confirm the pilot', link: main },
      note: 'One site, six weeks, one fixed fee.',
      layout: 'device',
    }),
    block('heard', 'features', {
      heading: 'What we heard on 12\u00a0November',
      intro: 'Correct us where we are wrong: this page is yours.',
      items: [
        {
          title: 'Crane days lost last year while parts waited in customs',
          figure: '9 days',
          source: 'You, on the call',
        },
        {
          title: 'A crane day costs, whether it lifts or not',
          figure: '€18,000',
          source: 'You, on the call',
        },
        {
          title: 'of delays began with a form that was filled in twice',
          figure: '70%',
          source: 'Henrik Dahl, on the call',
        },
        {
          title: 'Sites with a customs broker each: Bergen, Aberdeen, Kiel',
          figure: '3 brokers',
          source: 'You, on the call',
        },
      ],
    }),
    block('change', 'stats', {
      heading: 'What the pilot has to show',
      intro: 'You named the figures. We agreed to be measured by them.',
      items: [
        { value: '2 days', before: '9 days', label: '**of crane time lost** in a year, at most' },
        { value: '36 h', before: '120 h', label: '**from landing to site**, papers included' },
        { value: '€126k', label: '**a year in crane days** that lift instead of wait' },
      ],
    }),
    block('plan', 'steps', {
      heading: 'Six weeks to a decision',
      items: [
        { when: '24 November', title: 'Kick-off with Henrik', body: 'One hour. Which parts, which forms.' },
        { when: '1 December', title: 'Kiel first', body: 'We file beside your broker, not instead.' },
        { when: '15 December', title: 'First figures', body: 'Hours from landing to site, by part.' },
        {
          when: '12 January',
          title: 'You decide',
          body: 'By the three figures above. Stop, or add Bergen and Aberdeen.',
        },
      ],
    }),
    block('difference', 'comparison', {
      heading: 'Papers today, and in the pilot',
      columns: [{ title: 'Today' }, { title: 'In the pilot', highlighted: true }],
      rows: [
        {
          label: 'Who fills in the form',
          cells: ['Site and broker, each once', 'We do, once, from your order'],
        },
        { label: 'Hours from landing to site', cells: ['120 h', '36 h'] },
        {
          label: 'When you learn of a problem',
          cells: ['When the crane stands still', 'When the ship leaves'],
        },
      ],
    }),
    block('proof', 'quote', proof),
    block('questions', 'faq', {
      heading: 'You asked',
      items: [
        {
          question: 'Do we lose our brokers?',
          answer: 'No. They get finished papers and keep the relationship with the port.',
        },
        {
          question: 'Who is liable for a wrong declaration?',
          answer: 'We are, for every paper that we file. It is in the agreement you have.',
        },
        {
          question: 'Can we stop?',
          answer: 'On 12\u00a0January, and on any month’s end after that. The history stays yours.',
        },
      ],
    }),
    block('close', 'cta', {
      headline: 'Shall we start in Kiel?',
      body: 'Confirm by Friday, and the first part travels with our papers on 1\u00a0December.',
      primaryAction: { label: 'Confirm the pilot', link: main },
      person: { ...people.jonas, role: 'Your contact. Was on the call on 12\u00a0November.' },
      next: [
        'You confirm the date.',
        'Henrik gets the list of papers.',
        'First figures on 15\u00a0December.',
      ],
    }),
  ],
  sources: { hero: ['parts', 'sites'], heard: ['parts', 'sites', 'papers'], change: ['parts', 'papers'] },
}
