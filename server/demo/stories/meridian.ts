import { block, customers, main, people, proof, type Story } from './story.ts'

/** The page for Amara Okafor: two sites that open on the same morning and need cold storage before. */
export const meridian: Story = {
  theme: { look: 'editorial' },
  blocks: [
    block('hero', 'hero', {
      eyebrow: 'For {{person.name}}, {{account.name}}',
      headline: 'Gdańsk opens on 2\u00a0March. *The cold should be there before you.*',
      subheadline:
        'From that morning Rotterdam feeds two new sites, {{person.firstName}}. Here is where your goods warm up today, and what would be watching before the first truck leaves.',
      primaryAction: { label: 'Pick 30 minutes with Jonas', link: main },
      note: 'He brings your two lanes. You bring nothing.',
      layout: 'route',
      points: [
        { label: 'Rotterdam', note: 'dock, 17 min too warm', highlighted: true },
        { label: 'Gdańsk', note: '1,130 km, 31 h' },
        { label: 'Valencia', note: '1,790 km, 44 h' },
      ],
      caption: '**Your two lanes.** Minutes above 5\u00a0°C per run, from your September logger export.',
    }),
    block('heard', 'features', {
      heading: 'What we heard',
      intro: 'Four things, in your words where we have them. Tell us what is wrong, and this page changes.',
      items: [
        {
          title: '**4.1% of chilled goods** are written off between dock and shelf.',
          figure: '4.1%',
          source: 'Sustainability report 2025, page 38',
        },
        {
          title: 'Gdańsk and Valencia open **on the same morning**, both fed from Rotterdam.',
          figure: '2 March',
          source: 'You, on the call of 14 October',
        },
        {
          title: 'Loggers are read **27 hours too late**, when the claim is all that is left.',
          figure: '27 hours',
          source: 'You, on the call of 14 October',
        },
        {
          title: 'Three carriers, three portals, **no shared clock**.',
          figure: '3 portals',
          source: 'Piotr Lewandowski, by mail, 21 October',
        },
      ],
    }),
    block('change', 'stats', {
      heading: 'What changes by the end of your second quarter in Gdańsk',
      intro: 'The median of eleven chilled-food networks, applied to your volume.',
      items: [
        { value: '1.6%', before: '4.1%', label: '**written off** on every lane that is watched' },
        { value: '47 min', label: '**of warning** before a pallet crosses 5\u00a0°C' },
        { value: '€2.3m', label: '**a year back on the shelf**, at today’s volume' },
      ],
    }),
    block('proof', 'quote', proof),
    block('customers', 'logos', { items: customers }),
    block('plan', 'steps', {
      heading: 'Fourteen weeks, counted back from your opening',
      items: [
        { when: '24 November', title: '30 minutes', body: 'Your lanes, your limits, who gets woken.' },
        {
          when: '8 December',
          title: 'Forty pallets, Rotterdam only',
          body: 'Your own curve replaces our model.',
        },
        { when: '12 January', title: 'Three portals, one clock', body: 'Your carriers change nothing.' },
        {
          when: '9 February',
          title: 'Dry run on both lanes',
          body: 'Dummy loads, real alarms, your night shift.',
        },
        { when: '2 March', title: 'Doors open', body: 'The first truck arrives at 3\u00a0°C, and you knew.' },
      ],
    }),
    block('questions', 'faq', {
      heading: 'What food companies ask us',
      items: [
        {
          question: 'Do our carriers have to change anything?',
          answer:
            'No. We read the telematics they already send. Where a trailer is silent, a logger travels with the pallet.',
        },
        {
          question: 'Will the auditor accept the records?',
          answer:
            'Readings follow EN\u00a012830, are signed and stay for five years. The HACCP file exports as one document per site.',
        },
        {
          question: 'Who does the work on our side?',
          answer:
            'Two days of your team, agreed in writing before anyone starts. We do the rest through the standard interface.',
        },
      ],
    }),
    block('close', 'cta', {
      headline: 'Thirty minutes, two lanes, one decision.',
      body: 'By the end you know whether 2\u00a0March is safe with what you have. If it is, we say so, and you keep the drawings.',
      primaryAction: { label: 'Pick 30 minutes with Jonas', link: main },
      person: people.jonas,
      next: [
        'You choose a time. No form.',
        'The lane drawings arrive the day before.',
        'A one-page plan follows, to forward or to bin.',
      ],
    }),
  ],
  sources: {
    hero: ['rollout', 'lanes'],
    heard: ['spoilage', 'rollout', 'loggers', 'portals'],
    change: ['spoilage'],
    plan: ['rollout'],
  },
}
