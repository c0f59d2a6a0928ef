import type { Document } from '../documents/document.ts'

/** A page to try a brand on: headline, text, figures, and the one thing to do. */
export const sampleDocument = {
  theme: {},
  blocks: [
    {
      id: 'hero',
      type: 'hero',
      props: {
        eyebrow: 'Prepared for Northwind',
        headline: 'Three weeks faster, from the first order on.',
        subheadline: 'What we heard in May, what would change, and what it takes.',
        primaryAction: { label: 'Pick a time', link: '/' },
        layout: 'left',
      },
      sources: [],
    },
    {
      id: 'outcomes',
      type: 'stats',
      props: {
        heading: 'What changes',
        items: [
          { id: 'weeks', value: '3 weeks', label: 'from order to delivery' },
          { id: 'share', value: '40%', label: 'fewer hand-offs' },
          { id: 'team', value: '2 people', label: 'to run it' },
        ],
      },
      sources: [],
    },
    {
      id: 'ask',
      type: 'cta',
      props: {
        headline: 'Twenty minutes is all it takes.',
        primaryAction: { label: 'Pick a time', link: '/' },
      },
      sources: [],
    },
  ],
} satisfies Document as Document
