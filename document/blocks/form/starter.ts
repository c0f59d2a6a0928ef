import type { Props } from './schema.ts'

export const starter: Props = {
  heading: 'What would you like to know?',
  fields: [
    { name: 'name', label: 'Your name', type: 'text', required: true },
    { name: 'email', label: 'E-mail address', type: 'email', required: true },
    { name: 'message', label: 'Your question', type: 'textarea', required: true },
  ],
  submitLabel: 'Send',
  successMessage: 'Thank you. You will hear from us.',
}
