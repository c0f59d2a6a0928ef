import { ask } from '../blocks/ask.ts'
import type { Document } from '../schema.ts'
import { block } from './blocks.ts'

/** A start for any page: the subject, three points, and a form. */
export const custom: Document = {
  theme: {},
  blocks: [
    block('hero', 'hero', {
      eyebrow: 'For {{account.name|you}}',
      headline: 'Hello, {{person.firstName|there}}. *This page is for you.*',
      subheadline: ask('What is it about, and why does it concern them?'),
      primaryAction: { label: 'Write to us', link: 'action:primary' },
    }),
    block('points', 'features', {
      heading: ask('What are the three things they should know?'),
      items: [
        { title: ask('The first'), body: ask('Why does it matter to them?') },
        { title: ask('The second'), body: ask('Why does it matter to them?') },
        { title: ask('The third'), body: ask('Why does it matter to them?') },
      ],
    }),
    block('picture', 'text', {
      heading: ask('What else belongs here?'),
      body: ask('Tell it in two short paragraphs.'),
    }),
    block('answer', 'form', {
      heading: 'What would you like to know?',
      intro: 'Write a line. A person reads it.',
      fields: [
        { name: 'name', label: 'Your name', type: 'text', required: true },
        { name: 'email', label: 'E-mail address', type: 'email', required: true },
        { name: 'message', label: 'What would you like to know?', type: 'textarea', required: true },
      ],
      submitLabel: 'Send the question',
      successMessage: 'Thank you. You will hear from a person.',
    }),
  ],
}
