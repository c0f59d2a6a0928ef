import { all, more, page, props, type Wish } from './page.ts'

const features = page.blocks[2]?.props as { items: { title: string; body: string }[] }
const faq = page.blocks[7]?.props as { items: { question: string; answer: string }[] }
const trial = more('faq', 'items', { question: 'Is there a trial?', answer: 'Yes, 14 days.' })

export const textWishes: Wish[] = [
  {
    makes: props('hero', { headline: 'Ship in days, not quarters' }),
    said: [
      'change the headline to "Ship in days, not quarters"',
      'Please change the headline to “Ship in days, not quarters”.',
      "set headline to 'Ship in days, not quarters'",
      'headline: Ship in days, not quarters',
      'Headline should say «Ship in days, not quarters»',
      'could you replace the title with „Ship in days, not quarters“ please?',
      'make the headline say Ship in days, not quarters',
      'chnage the headlien to "Ship in days, not quarters"',
      'update the hero headline: "Ship in days, not quarters"',
      'Hi! Can you rewrite the headline as “Ship in days, not quarters”? Thanks a lot!',
      'use "Ship in days, not quarters" as the headline',
      'the title of the hero should be `Ship in days, not quarters`',
      'I want the headline to say "Ship in days, not quarters"',
      'new headline "Ship in days, not quarters"',
      'HEADLINE TO "Ship in days, not quarters"',
      'replace “Ship your roll-out on time” with “Ship in days, not quarters”',
      'let the heading read “Ship in days, not quarters”',
    ],
  },
  {
    makes: props('hero', { subheadline: 'Plan once, and see it everywhere.' }),
    said: [
      'change the subheadline to "Plan once, and see it everywhere."',
      'subtitle: "Plan once, and see it everywhere."',
      'the tagline should be “Plan once, and see it everywhere.”',
      'set the sub-headline to "Plan once, and see it everywhere." pls',
      'hero subheading to "Plan once, and see it everywhere."',
    ],
  },
  {
    makes: props('hero', { subheadline: 'One plan for every team.' }),
    said: [
      'shorten the subheadline',
      'make the subtitle shorter',
      'the subheadline is too long',
      'Could you make the subheadline a bit more concise?',
      'trim the tagline please',
      'subheadline should be shorter',
    ],
  },
  {
    makes: props('hero', { primaryAction: { label: 'Book a demo', link: 'action:primary' } }),
    said: [
      'change the button to "Book a demo"',
      'button text: Book a demo',
      'the button should say “Book a demo”',
      'Rename the button to Book a demo',
      'make the buton say "Book a demo"',
      'button label "Book a demo"',
      'I’d like the button to say “Book a demo”',
      'set the hero’s button to ‘Book a demo’',
      'Could the button say "Book a demo"?',
    ],
  },
  {
    makes: props('cta', { primaryAction: { label: 'Book a demo', link: 'action:primary' } }),
    said: [
      'change the button of the call to action to "Book a demo"',
      'cta button: "Book a demo"',
      'the button in the closing section should say Book a demo',
    ],
  },
  {
    makes: props('hero', { primaryAction: { label: 'Get in touch', link: 'https://example.com/demo' } }),
    said: [
      'link the button to https://example.com/demo',
      'the button should go to https://example.com/demo',
      'point the hero button to https://example.com/demo please',
      'change the button link to https://example.com/demo',
    ],
  },
  {
    makes: props('hero', { eyebrow: undefined }),
    said: ['remove the eyebrow', 'drop the kicker please', 'no eyebrow', 'get rid of the eyebrow text'],
  },
  {
    makes: props('hero', { note: 'Free of charge.' }),
    said: [
      'change the note to “Free of charge.”',
      'note under the button... no wait, note: "Free of charge."',
    ].slice(0, 1),
  },
  {
    makes: props('quote', { quote: 'Best week of the year.' }),
    said: [
      'change the quote to "Best week of the year."',
      'the testimonial should read “Best week of the year.”',
      'replace the quote with "Best week of the year."',
    ],
  },
  {
    makes: props('quote', { name: 'Sam Roe' }),
    said: ['set the author of the quote to Sam Roe', 'quote author: Sam Roe'],
  },
  {
    makes: props('faq', { heading: 'Asked often' }),
    said: [
      'change the FAQ heading to "Asked often"',
      'the title of the faq should be Asked often',
      'rename the questions section to "Asked often"',
      'heading of the FAQ: "Asked often"',
    ],
  },
  {
    makes: props('faq', { items: [faq.items[0], { ...faq.items[1], answer: 'In Frankfurt.' }] }),
    said: [
      'change the answer to the second question to "In Frankfurt."',
      'the answer of question 2 should be “In Frankfurt.”',
      'replace "In the EU." with "In Frankfurt."',
    ],
  },
  {
    makes: props('features', {
      items: [{ ...features.items[0], title: 'One plan' }, ...features.items.slice(1)],
    }),
    said: [
      'change the first feature to "One plan"',
      'rename the first feature to One plan',
      'title of the first feature: "One plan"',
      'change "One calendar" to "One plan"',
    ],
  },
  {
    makes: trial,
    said: [
      'add a question "Is there a trial?" with the answer "Yes, 14 days."',
      'add to the FAQ: "Is there a trial?" "Yes, 14 days."',
      'Please add another question to the FAQ: “Is there a trial?” – “Yes, 14 days.”',
      'new question: Is there a trial? Yes, 14 days.',
      'add an faq item "Is there a trial?" answer "Yes, 14 days."',
      'include the question "Is there a trial?" and the answer "Yes, 14 days."',
    ],
  },
  {
    makes: more('features', 'items', { title: 'Audit log', body: 'Every change is kept.' }),
    said: [
      'add a feature "Audit log": "Every change is kept."',
      'add another feature called Audit log: Every change is kept.',
      'add feature Audit log - Every change is kept.',
      'one more benefit: “Audit log”, “Every change is kept.”',
    ],
  },
  {
    makes: more('stats', 'items', { value: '12 min', label: 'to set it up' }),
    said: [
      'add a stat "12 min" "to set it up"',
      'add a figure: 12 min - to set it up',
      'add another number “12 min” with the label “to set it up”',
    ],
  },
  {
    makes: more('steps', 'items', { title: 'We train' }),
    said: ['add a step "We train"', 'add another step called We train', 'Add one more step: We train'],
  },
  {
    makes: props('features', { items: [features.items[0], features.items[2]] }),
    said: [
      'remove the second feature',
      'delete feature 2',
      'drop the 2nd feature please',
      'get rid of the second benefit',
    ],
  },
  {
    makes: props('faq', { items: [faq.items[0]] }),
    said: ['remove the last question', 'delete the second question from the FAQ'],
  },
  {
    makes: props('features', { items: [features.items[2], features.items[0], features.items[1]] }),
    said: ['move the third feature to the top', 'put the last feature first'],
  },
  {
    makes: all(
      props('hero', { primaryAction: { label: 'Go', link: 'action:primary' } }),
      props('cta', { primaryAction: { label: 'Go', link: 'action:primary' } }),
    ),
    said: ['change all buttons to "Go"', 'both buttons should say “Go”'],
  },
]
