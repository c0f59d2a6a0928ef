import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 130,
  name: 'Form',
  hint: 'A few fields to fill in',
  icon: 'text-cursor-input',
  called: [
    'form',
    'contact form',
    'signup form',
    'sign up form',
    'enquiry form',
    'inquiry form',
    'lead form',
    'request form',
    'contact section',
    'quote form',
    'estimate form',
  ],
  items: {
    fields: ['field', 'form field', 'input', 'question', 'input field', 'box'],
    options: ['option', 'choice', 'answer', 'dropdown option', 'value'],
  },
}
