import type { BlockTypeName } from './blocks/index.ts'
import type { Block } from './schema.ts'
import { ask, customers, heard, outcome, person, proof } from './templates/ask.ts'

type PropsOf<Name extends BlockTypeName> = Extract<Block, { type: Name }>['props']

/** What a new block of each type begins with: questions to answer. Null where an asset has to be chosen first. */
export const starters: { [Name in BlockTypeName]: PropsOf<Name> | null } = {
  hero: {
    eyebrow: 'For {{account.name|you}}',
    headline: ask('What is the one sentence only they would recognise?'),
    subheadline: ask('What does it mean for them?'),
    primaryAction: { label: 'Get in touch', link: 'action:primary' },
  },
  logos: { heading: ask('What do these names have in common?'), ...customers().props },
  text: { heading: ask('What is it about?'), body: ask('Tell it in two short paragraphs.') },
  features: heard('What we heard from {{account.name|you}}', [
    'What did they say?',
    'What else did they say?',
    'What follows from it?',
  ]).props,
  stats: outcome('What could be different', [
    'The first result, and when',
    'What it saves or adds',
    'What they no longer have to do',
  ]).props,
  steps: {
    heading: 'How the first month goes',
    items: [
      { title: ask('The first step'), body: ask('What happens in it?'), when: 'Week 1' },
      { title: ask('The second step'), body: ask('What happens in it?'), when: 'Week 2' },
      { title: ask('The last step'), body: ask('What do they have then?'), when: 'Week 4' },
    ],
  },
  quote: proof().props,
  image: null,
  video: null,
  comparison: {
    heading: 'Today, and then',
    columns: [{ title: 'Today' }, { title: 'With {{brand.name}}', highlighted: true }],
    rows: [
      { label: ask('By what would they compare?'), cells: [ask('How it is today'), ask('How it would be')] },
      { label: ask('By what else?'), cells: [ask('How it is today'), ask('How it would be')] },
    ],
  },
  pricing: {
    heading: 'What it costs',
    plans: [
      { name: ask('Name of the plan'), price: ask('Price'), includes: [ask('What is in it?')] },
      {
        name: ask('Name of the plan'),
        price: ask('Price'),
        includes: [ask('What is in it?')],
        highlighted: true,
      },
    ],
  },
  faq: {
    heading: 'What you may ask',
    items: [
      { question: ask('What do they ask first?'), answer: ask('The answer, then the reason') },
      { question: ask('What stands in the way?'), answer: ask('The answer, then the reason') },
      { question: ask('What comes up late?'), answer: ask('The answer, then the reason') },
    ],
  },
  form: {
    heading: 'What would you like to know?',
    fields: [
      { name: 'name', label: 'Your name', type: 'text', required: true },
      { name: 'email', label: 'E-mail address', type: 'email', required: true },
      { name: 'message', label: 'Your question', type: 'textarea', required: true },
    ],
    submitLabel: 'Send',
    successMessage: 'Thank you. You will hear from us.',
  },
  cta: {
    headline: ask('What do you invite them to?'),
    body: ask('Why now, and what happens then?'),
    primaryAction: { label: 'Get in touch', link: 'action:primary' },
    person,
  },
  custom: null,
}
