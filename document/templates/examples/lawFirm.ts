import * as x from './example.ts'

export const lawFirm = x.defineExample({
  trade: 'Law firm',
  pageType: 'call_followup',
  brand: { name: 'Ansel & Roe', primaryColor: '#7a2230', secondaryColor: '#b08a3e', look: 'editorial' },
  proposals: [
    'Three open points, who has them, and by when.',
    'You asked for one page that your board can read before Thursday.',
  ],
  blocks: [
    x.block('hero', 'hero', {
      eyebrow: 'For {{person.name|everyone on the call}}',
      headline: 'Thank you for Tuesday. *Here is where we stand.*',
      subheadline:
        'Three points are open before you can sign. Each has a name and a date. Nothing here needs a lawyer to read it.',
      primaryAction: { label: 'Confirm the next step', link: x.main },
      note: 'Correct us where we misheard. This page changes with you.',
      layout: 'centered',
    }),
    x.block('heard', 'features', {
      heading: 'What is open, and with whom',
      layout: 'ledger',
      items: [
        {
          title: 'The landlord’s consent to the **change of control** is not in writing.',
          figure: '1',
          source: 'With us, by Friday',
        },
        {
          title: 'Two of five **service contracts** end when the shares change hands.',
          figure: '2',
          source: 'With you, by 27 November',
        },
        {
          title: 'The **works council** must be heard before you announce.',
          figure: '3',
          source: 'With both of us, 1 December',
        },
      ],
    }),
    x.block('plan', 'steps', {
      heading: 'From here to signing',
      layout: 'scale',
      items: [
        {
          when: '20 November',
          title: 'Consent requested',
          body: 'We write, you are in copy.',
        },
        {
          when: '27 November',
          title: 'Contracts reviewed',
          body: 'You send five files, we mark them up.',
        },
        {
          when: '1 December',
          title: 'Works council',
          body: 'Ninety minutes. We prepare the paper.',
        },
        {
          when: '12 December',
          title: 'Signing',
          body: 'One room, one hour.',
        },
      ],
    }),
    x.block('note', 'text', {
      heading: 'One thing we did not say on the call',
      body: 'The price is less at risk than the timetable. If the works council asks for an expert, two weeks are gone, and with them the tax year.\n\nWe would rather start that conversation early than win it late.',
      signature: { name: 'Eleanor Roe', role: 'Partner, corporate' },
    }),
    x.block('figures', 'stats', {
      heading: 'What it takes',
      layout: 'trio',
      items: [
        { value: '24 days', label: '**to signing**, if nothing new appears' },
        {
          value: '6 hours',
          label: '**of your time**, spread over three weeks',
        },
        { value: '€38,000', label: '**fixed fee**, whatever the hours' },
      ],
    }),
    x.block('proof', 'quote', {
      quote:
        'They told us in the first hour what would go wrong in the last week. It did, and we were ready.',
      name: 'Oliver Strand',
      role: 'Managing director, Tidewater',
      layout: 'plain',
    }),
    x.block('questions', 'faq', {
      heading: 'You asked',
      layout: 'ledger',
      items: [
        {
          question: 'May we tell the bank?',
          answer: 'Yes, after the landlord has answered. Before that it weakens your position.',
        },
        {
          question: 'What if the seller walks away?',
          answer: 'You owe half of the fee, and keep every paper we wrote.',
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Shall we write to the landlord?',
      body: 'Confirm, and the letter leaves today. Share this page with anyone who missed the call.',
      primaryAction: { label: 'Confirm the next step', link: x.main },
      person: { name: 'Eleanor Roe', role: 'Partner, corporate' },
      layout: 'plain',
    }),
  ],
})
