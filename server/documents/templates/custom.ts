import type { Document } from '../schema.ts'

/** A short page for any purpose: who it is for, what it is about, and how to answer. */
export const custom: Document = {
  theme: {},
  blocks: [
    {
      id: 'hero',
      type: 'hero',
      props: {
        eyebrow: '{{brand.name}} for {{account.name}}',
        headline: 'Hello {{person.firstName|there}}, this page is yours.',
        subheadline:
          'Everything between {{account.name}} and {{brand.name}} in one place, kept up to date by people.',
        primaryAction: { label: 'Get in touch', link: 'action:primary' },
      },
      sources: [],
    },
    {
      id: 'about',
      type: 'text',
      props: {
        heading: 'What this is about',
        body: 'We would rather show you one page that is true than send you ten that are general.\n\nHere you find what we know, what we suggest, and whom to ask. When something changes, it changes here.',
      },
      sources: [],
    },
    {
      id: 'points',
      type: 'features',
      props: {
        tone: 'tint',
        heading: 'Three things to know',
        items: [
          {
            title: 'Where things stand',
            body: 'The present state, in plain words and without an attachment.',
            icon: 'flag',
          },
          {
            title: 'What we suggest',
            body: 'One next step, with the reason for it and what it would take.',
            icon: 'spark',
          },
          {
            title: 'Who is there for you',
            body: 'People with names, who answer within a working day.',
            icon: 'people',
          },
        ],
      },
      sources: [],
    },
    {
      id: 'answer',
      type: 'form',
      props: {
        tone: 'plain',
        heading: 'Ask us anything',
        intro: 'Your question goes to a person, and so does the answer.',
        fields: [
          { name: 'name', label: 'Your name', type: 'text', required: true },
          { name: 'email', label: 'E-mail address', type: 'email', required: true },
          { name: 'message', label: 'What would you like to know?', type: 'textarea', required: true },
        ],
        submitLabel: 'Send the question',
        successMessage: 'Thank you. You will hear from a person within a working day.',
        note: 'We use what you write to answer you, and for nothing else.',
      },
      sources: [],
    },
  ],
}
