import type { Document } from '../schema.ts'

/** A deck that reads by itself: the case, the difference, the plan, the price, the questions. */
export const salesDeck: Document = {
  theme: {},
  blocks: [
    {
      id: 'hero',
      type: 'hero',
      props: {
        eyebrow: 'For {{account.name}}',
        headline: 'The case for {{brand.name}}, in five minutes of reading.',
        subheadline:
          'Written to be forwarded: what it changes, how it differs, what it costs, and how {{account.name}} can try it without betting on it.',
        primaryAction: { label: 'Talk it through with us', link: 'action:primary' },
        tone: 'bold',
      },
      sources: [],
    },
    {
      id: 'case',
      type: 'text',
      props: {
        eyebrow: '1 · The case',
        heading: 'Good people spend their days on work around the work',
        body: 'Looking for things, asking for things, waiting for things, and telling others where things stand. Nobody planned it. It grew, one tool and one exception at a time.\n\n{{brand.name}} takes that layer away. What is left is the work your people were hired for.',
      },
      sources: [],
    },
    {
      id: 'changes',
      type: 'features',
      props: {
        eyebrow: '2 · What changes',
        heading: 'Three changes people notice in the first week',
        tone: 'tint',
        items: [
          {
            title: 'Less asking',
            body: 'The state of things is there to see, for those who do the work and for those who wait for it.',
            icon: 'chat',
          },
          {
            title: 'Fewer handovers',
            body: 'What can be done in one go is done in one go. What can’t, moves on by itself.',
            icon: 'layers',
          },
          {
            title: 'No surprises',
            body: 'What is about to slip says so while there is still time to do something about it.',
            icon: 'flag',
          },
        ],
      },
      sources: [],
    },
    {
      id: 'difference',
      type: 'comparison',
      props: {
        eyebrow: '3 · The difference',
        heading: 'Next to the alternatives',
        columns: [
          { title: 'Leave it as it is' },
          { title: 'Build it yourselves' },
          { title: '{{brand.name}}', highlighted: true },
        ],
        rows: [
          { label: 'First result', cells: ['None', 'In some quarters', 'In ten days'] },
          { label: 'Works with your tools', cells: ['yes', 'In part', 'yes'] },
          { label: 'Somebody answers for it', cells: ['no', 'Your team', 'Ours'] },
          { label: 'Gets better by itself', cells: ['no', 'no', 'yes'] },
          { label: 'You can leave', cells: ['Not easily', 'no', 'Any month'] },
        ],
      },
      sources: [],
    },
    {
      id: 'plan',
      type: 'steps',
      props: {
        eyebrow: '4 · The plan',
        heading: 'How {{account.name}} would begin',
        items: [
          {
            when: 'Week 1',
            title: 'One team, one task',
            body: 'We choose it together: small enough to finish, large enough to matter.',
          },
          {
            when: 'Week 2',
            title: 'A result with your material',
            body: 'Measured against how it is done today, by people who do it today.',
          },
          {
            when: 'Week 3',
            title: 'A decision',
            body: 'On one page, with figures. Go on, change course, or stop.',
          },
          {
            when: 'From then on',
            title: 'Team by team',
            body: 'Those who saw it work bring in the next. No roll-out, no training days.',
          },
        ],
      },
      sources: [],
    },
    {
      id: 'price',
      type: 'pricing',
      props: {
        eyebrow: '5 · The price',
        heading: 'Begin small, and pay for what works',
        plans: [
          {
            name: 'First result',
            price: 'Fixed fee',
            period: 'once, for one team and one task',
            includes: [
              'Ten days, start to finish',
              'Your material, your figures',
              'Yours to keep, whatever you decide',
            ],
            action: { label: 'Begin with one task', link: 'action:primary' },
            highlighted: true,
          },
          {
            name: 'Team',
            price: 'Per person',
            period: 'a month, stop any month',
            includes: [
              'Everything one team needs',
              'Help from people within a day',
              'Works with the tools you have',
            ],
          },
          {
            name: 'Company',
            price: 'Let’s talk',
            period: 'a year, by size',
            includes: [
              'All teams, one agreement',
              'Single sign-on and audit trail',
              'A named person who knows you',
            ],
          },
        ],
      },
      sources: [],
    },
    {
      id: 'questions',
      type: 'faq',
      props: {
        eyebrow: '6 · The questions',
        heading: 'What the others in the room will ask',
        items: [
          {
            question: 'Security: where is our data, and who sees it?',
            answer:
              'In the region you choose, encrypted, used for your case only. We answer your questionnaire and sign your agreement.',
          },
          {
            question: 'Finance: what is the risk?',
            answer: 'The fixed fee of the first result. There is no minimum term after it.',
          },
          {
            question: 'IT: what do we have to run?',
            answer: 'Nothing. You grant access to what the one task needs, and take it back when you like.',
          },
          {
            question: 'The team: is this another tool to learn?',
            answer:
              'People keep working where they work today. What changes is what they no longer have to do.',
          },
        ],
      },
      sources: [],
    },
    {
      id: 'invitation',
      type: 'cta',
      props: {
        headline: 'Which task should we take first?',
        body: 'Bring the one that everybody at {{account.name}} has a workaround for.',
        primaryAction: { label: 'Talk it through with us', link: 'action:primary' },
      },
      sources: [],
    },
  ],
}
