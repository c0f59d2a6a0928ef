import type { Props } from './schema.ts'

export const example: Props = {
  heading: 'What changes',
  intro: 'In the order in which crews would feel it.',
  items: [
    {
      title: 'Crews know what is next',
      body: 'Every line shows the next job.',
      icon: 'eye',
      source: 'Your call',
    },
    {
      title: 'Tools arrive in time',
      body: 'The store has the list an hour ahead.',
      icon: 'clock',
      link: '/tools',
    },
  ],
}
