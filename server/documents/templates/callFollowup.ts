import type { Document } from '../schema.ts'

/** After a conversation: what was said, in their words; what was promised; who does what next. */
export const callFollowup: Document = {
  theme: {},
  blocks: [
    {
      id: 'hero',
      type: 'hero',
      props: {
        eyebrow: 'Thank you for your time',
        headline: '{{person.firstName|Hello}}, this is what we took away from our call.',
        subheadline:
          'Our notes on {{account.name}}, what we would do about them, and what happens next. Share the page with whoever was not in the room.',
        primaryAction: { label: 'Book the next step', link: 'action:primary' },
      },
      sources: [],
    },
    {
      id: 'heard',
      type: 'text',
      props: {
        heading: 'What we heard',
        body: 'In your words as far as we remember them. Where we got something wrong, correct us below, and this page will change.',
        points: [
          '**The goal.** What has to be true for {{account.name}} to call this worth it, and by when.',
          '**What stands in the way.** What you have tried, and where it stopped.',
          '**Who has a say.** Whom it concerns, and what each of them will ask.',
          '**What must not change.** What works today and has to keep working.',
        ],
      },
      sources: [],
    },
    {
      id: 'answer',
      type: 'features',
      props: {
        tone: 'tint',
        heading: 'What we would do',
        intro: 'In this order, because each step pays for the next.',
        items: [
          {
            title: 'Start where it hurts',
            body: 'The task you described first is the one we take on first. Everything else stays as it is.',
            icon: 'target',
          },
          {
            title: 'Show it with your material',
            body: 'You will judge a result of your own, next to how it is done today.',
            icon: 'layers',
          },
          {
            title: 'Bring the others along',
            body: 'We answer the questions of those who decide before they have to ask them.',
            icon: 'people',
          },
        ],
      },
      sources: [],
    },
    {
      id: 'next',
      type: 'steps',
      props: {
        heading: 'What happens next',
        items: [
          {
            when: 'Today',
            title: 'You have this page',
            body: 'It is yours to share. We keep it current as we go.',
          },
          {
            when: 'Within two days',
            title: 'We send what we promised',
            body: 'The example with your material, and the answers to the questions that stayed open.',
          },
          {
            when: 'Next week',
            title: 'We look at it together',
            body: 'Half an hour, with those who decide and those who will use it.',
          },
        ],
      },
      sources: [],
    },
    {
      id: 'corrections',
      type: 'form',
      props: {
        heading: 'Did we get it right?',
        intro: 'A line is enough. It goes to those who were in the call, not to a mailing list.',
        fields: [
          {
            name: 'correction',
            label: 'What did we miss or misunderstand?',
            type: 'textarea',
            required: true,
          },
          { name: 'email', label: 'Your e-mail address, if you would like an answer', type: 'email' },
        ],
        submitLabel: 'Send the correction',
        successMessage: 'Thank you. We will put it right on this page.',
      },
      sources: [],
    },
    {
      id: 'invitation',
      type: 'cta',
      props: {
        headline: 'Shall we look at it together?',
        body: 'Half an hour, with your own material on the screen.',
        primaryAction: { label: 'Book the next step', link: 'action:primary' },
      },
      sources: [],
    },
  ],
}
