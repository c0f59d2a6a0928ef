import { all, meta, more, older, order, props, theme, type Wish, without } from './page.ts'

/** Ways to ask that were written down before the patterns were, and not looked at while those were made. */
export const heldOutWishes: Wish[] = [
  {
    makes: props('hero', { headline: 'Ship in days, not quarters' }),
    said: [
      'Could we have the headline read "Ship in days, not quarters"?',
      'The big title at the top should be “Ship in days, not quarters”',
      "swap the headline for 'Ship in days, not quarters'",
      `I'd prefer "Ship in days, not quarters" as the headline`,
      'headline -> "Ship in days, not quarters"',
    ],
  },
  {
    makes: without('pricing'),
    said: [
      'Nobody needs to see the prices, take them off the page',
      "I don't want the pricing table on there",
      'pricing has to go',
      'leave out the pricing section please',
      'strip the pricing from this page',
    ],
  },
  {
    makes: theme({ primaryColor: '#1d4ed8' }),
    said: [
      "I'd love it in blue",
      'Colour scheme: blue',
      'can the accent be blue?',
      'use blue instead of green',
    ],
  },
  {
    makes: props('hero', { primaryAction: { label: 'Book a demo', link: 'action:primary' } }),
    said: ['the button ought to say Book a demo', 'put "Book a demo" on the button'],
  },
  {
    makes: order('hero quote logos features stats steps pricing faq form cta'),
    said: [
      'the testimonial belongs right under the hero',
      'pull the quote up so it comes straight after the hero',
    ],
  },
  {
    makes: more('faq', 'items', { question: 'Is there a trial?', answer: 'Yes, 14 days.' }),
    said: [
      'One more question for the FAQ: "Is there a trial?" Answer: "Yes, 14 days."',
      'add "Is there a trial?" to the faq, answer "Yes, 14 days."',
    ],
  },
  {
    makes: theme({ backgroundColor: '#12151a' }),
    said: ['switch to a dark background', "I'd like this in dark mode"],
  },
  {
    makes: meta({ title: 'Acme x Foyer' }),
    said: ['in the browser tab it should say "Acme x Foyer"', 'set title tag: Acme x Foyer'],
  },
  {
    makes: props('hero', { subheadline: 'One plan for every team.' }),
    said: ['the subheadline is a bit wordy, trim it'],
  },
  {
    makes: all(without('stats'), theme({ primaryColor: '#1d4ed8' })),
    said: ["Lose the stats, and while you're at it make it blue", 'blue please, and no stats'],
  },
  {
    makes: () => ({ document: older, metadata: {} }),
    said: ['I liked version 3 better, bring it back', 'roll the page back to v3'],
  },
  { makes: theme({ font: 'georgia' }), said: ['Set everything in Georgia'] },
  {
    makes: props('cta', { primaryAction: { label: 'Book a demo', link: 'action:primary' } }),
    said: ['Rename the call to action button to "Book a demo"'],
  },
]
