import type { Document } from '../schema.ts'

/** For those who came to you: answers first, then the way to a decision. */
export const inbound: Document = {
  theme: {},
  blocks: [
    {
      id: 'hero',
      type: 'hero',
      props: {
        eyebrow: 'Prepared for {{account.name}}',
        headline: '{{person.firstName|Hello}}, here is the straight answer you asked for.',
        subheadline:
          'One page with what {{brand.name}} would change for {{account.name}}, what it takes to get there, and what we would need from you.',
        primaryAction: { label: 'Pick a time to talk', link: 'action:primary' },
        note: 'Twenty minutes with somebody who has read your request.',
      },
      sources: [],
    },
    {
      id: 'short-answer',
      type: 'text',
      props: {
        heading: 'The short answer',
        body: 'Yes, this is a problem we solve, and you would not be the first in your position to bring it to us.\n\nWhat differs from company to company is where the work starts. For {{account.name}} we would begin with the part that costs you the most today, leave everything else as it is, and show a result before we ask for a decision.',
      },
      sources: [],
    },
    {
      id: 'changes',
      type: 'features',
      props: {
        heading: 'What changes for {{account.name}}',
        items: [
          {
            title: 'The slow part becomes the easy part',
            body: 'We take over the step where work waits for people, and give it back finished.',
            icon: 'clock',
          },
          {
            title: 'Everybody sees the same picture',
            body: 'One place says what is done, what is next and who has it. Status meetings lose their reason.',
            icon: 'eye',
          },
          {
            title: 'Nothing you rely on breaks',
            body: 'We work beside the tools you have. You switch over when you trust it, one team at a time.',
            icon: 'shield',
          },
        ],
      },
      sources: [],
    },
    {
      id: 'effort',
      type: 'stats',
      props: {
        heading: 'What it asks of you',
        items: [
          { value: '20 min', label: 'for a first talk, to see whether we fit' },
          { value: '2 people', label: 'from your side: one who decides, one who does the work today' },
          { value: '10 days', label: 'until you hold a first result in your hands' },
        ],
      },
      sources: [],
    },
    {
      id: 'path',
      type: 'steps',
      props: {
        heading: 'From here to a decision',
        intro: 'Each step stands for itself. Stop after any of them and keep what you have.',
        items: [
          {
            when: 'This week',
            title: 'We listen',
            body: 'You show us how it works today. We ask questions, and take no slides along.',
          },
          {
            when: 'Next week',
            title: 'We show it with your own case',
            body: 'A working example from your material, not a demonstration of somebody else’s.',
          },
          {
            when: 'After two weeks',
            title: 'You decide',
            body: 'With a result, a price and a plan on one page. A clear no is a good outcome, too.',
          },
        ],
      },
      sources: [],
    },
    {
      id: 'questions',
      type: 'faq',
      props: {
        heading: 'Asked before you asked',
        items: [
          {
            question: 'How much of our time will this take?',
            answer:
              'About three hours in the first two weeks, spread over two people. After that, as much as you give any tool you use daily.',
          },
          {
            question: 'What happens to our data?',
            answer:
              'It stays yours, is used for your case only, and leaves with you when you leave. We sign your agreement or send you ours.',
          },
          {
            question: 'What if it does not work for us?',
            answer:
              'Then you stop. You have seen the result before you paid for it, so nothing is lost but the three hours.',
          },
        ],
      },
      sources: [],
    },
    {
      id: 'invitation',
      type: 'cta',
      props: {
        headline: 'Twenty minutes are enough to know.',
        body: 'Choose a time that suits you. Whoever joins from our side will have read your request.',
        primaryAction: { label: 'Pick a time to talk', link: 'action:primary' },
      },
      sources: [],
    },
  ],
}
