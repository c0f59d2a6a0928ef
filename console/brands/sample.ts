import type { Document } from '../documents/document.ts'

/** A sample page for brand previews: headline, text, figures and a call to action. */
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

/** A sample page of plain text: notes of a conversation and next steps. */
export const sampleFollowUp = {
  theme: {},
  blocks: [
    {
      id: 'hero',
      type: 'hero',
      props: {
        eyebrow: 'For Mina Park',
        headline: 'Thank you, Mina. *Here is where we stand.*',
        subheadline: 'What you told us on Tuesday, what we agreed, and what comes next.',
        primaryAction: { label: 'Confirm Thursday', link: '/' },
        layout: 'centered',
      },
      sources: [],
    },
    {
      id: 'heard',
      type: 'features',
      props: {
        heading: 'What we heard',
        items: [
          { id: 'audit', title: 'One figure per hall by 1 February', body: 'The audit asks for it.' },
          { id: 'hours', title: 'Picking from six to ten', body: 'Seven days a week, so nights are short.' },
          { id: 'parts', title: 'Spare parts run out', body: 'The fixtures are from 2009.' },
        ],
      },
      sources: [],
    },
    {
      id: 'next',
      type: 'steps',
      props: {
        heading: 'What we agreed',
        items: [
          { id: 'walk', when: 'Thursday', title: 'Walk through the hall' },
          { id: 'sums', when: 'By 27 November', title: 'Sums with your own tariff' },
          { id: 'trial', when: 'In December', title: 'One aisle as a trial' },
        ],
      },
      sources: [],
    },
  ],
} satisfies Document as Document
