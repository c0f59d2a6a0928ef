import type { Props } from './schema.ts'

export const example: Props = {
  heading: 'Did we get it right?',
  fields: [
    { name: 'name', label: 'Your name', type: 'text', required: true },
    { name: 'email', label: 'E-mail address', type: 'email', required: true, hint: 'For the answer only.' },
    { name: 'plant', label: 'Which plant?', type: 'select', options: ['Dayton', 'Lyon'] },
    { name: 'message', label: 'What did we miss?', type: 'textarea' },
    { name: 'consent', label: 'You may call me. See [privacy](/privacy).', type: 'checkbox' },
  ],
  submitLabel: 'Send the correction',
  note: 'Used to answer you.',
}
