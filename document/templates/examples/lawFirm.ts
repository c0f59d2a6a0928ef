import * as x from './example.ts'

export const lawFirm = x.defineExample({
  trade: 'Law firm',
  pageType: 'call_followup',
  brand: { name: 'Ansel & Roe', primaryColor: '#7a2230', secondaryColor: '#b08a3e', look: 'editorial' },
  proposals: [
    'Three open points, who has them, and by when.',
    'You asked for one page that your board can read before Thursday.',
  ],
  blocks: ({ say }) => [
    x.block('hero', 'hero', {
      eyebrow: 'For {{person.name|everyone on the call}}',
      headline: say(
        'What was the call about?',
        'Thank you for Tuesday. *Here is where we stand.*',
        x.headlines.call_followup,
      ),
      subheadline: say(
        x.worth,
        'Three points are open before you can sign. Each has a name and a date. Nothing here needs a lawyer to read it.',
      ),
      primaryAction: { label: 'Confirm the next step', link: x.main },
      note: 'Correct us where we misheard. This page changes with you.',
      layout: 'centered',
    }),
    x.block('heard', 'features', {
      heading: 'What is open, and with whom',
      layout: 'ledger',
      items: [
        {
          title: say(x.fact, 'The landlord’s consent to the **change of control** is not in writing.'),
          figure: say(x.figure, '1'),
          source: say(x.source, 'With us, by Friday'),
        },
        {
          title: say(x.fact, 'Two of five **service contracts** end when the shares change hands.'),
          figure: say(x.figure, '2'),
          source: say(x.source, 'With you, by 27 November'),
        },
        {
          title: say(x.fact, 'The **works council** must be heard before you announce.'),
          figure: say(x.figure, '3'),
          source: say(x.source, 'With both of us, 1 December'),
        },
      ],
    }),
    x.block('plan', 'steps', {
      heading: 'From here to signing',
      layout: 'scale',
      items: [
        {
          when: say(x.when, '20 November'),
          title: say(x.stepOf, 'Consent requested'),
          body: say(x.detail, 'We write, you are in copy.'),
        },
        {
          when: say(x.when, '27 November'),
          title: say(x.stepOf, 'Contracts reviewed'),
          body: say(x.detail, 'You send five files, we mark them up.'),
        },
        {
          when: say(x.when, '1 December'),
          title: say(x.stepOf, 'Works council'),
          body: say(x.detail, 'Ninety minutes. We prepare the paper.'),
        },
        {
          when: say(x.when, '12 December'),
          title: say(x.stepOf, 'Signing'),
          body: say(x.detail, 'One room, one hour.'),
        },
      ],
    }),
    x.block('note', 'text', {
      heading: say(
        'What should they keep in mind?',
        'One thing we did not say on the call',
        'Before you decide',
      ),
      body: say(
        'What would you tell them as a friend?',
        'The price is less at risk than the timetable. If the works council asks for an expert, two weeks are gone, and with them the tax year.\n\nWe would rather start that conversation early than win it late.',
      ),
      signature: { name: say(x.contact, 'Eleanor Roe'), role: say(x.contactRole, 'Partner, corporate') },
    }),
    x.block('figures', 'stats', {
      heading: 'What it takes',
      layout: 'trio',
      items: [
        { value: say(x.figure, '24 days'), label: say(x.counted, '**to signing**, if nothing new appears') },
        {
          value: say(x.figure, '6 hours'),
          label: say(x.counted, '**of your time**, spread over three weeks'),
        },
        { value: say(x.figure, '€38,000'), label: say(x.counted, '**fixed fee**, whatever the hours') },
      ],
    }),
    x.block('proof', 'quote', {
      quote: say(
        x.quoted,
        'They told us in the first hour what would go wrong in the last week. It did, and we were ready.',
      ),
      name: say(x.quotedBy, 'Oliver Strand'),
      role: say(x.quotedRole, 'Managing director, Tidewater'),
      layout: 'plain',
    }),
    x.block('questions', 'faq', {
      heading: 'You asked',
      layout: 'ledger',
      items: [
        {
          question: say('A question they asked', 'May we tell the bank?', 'Who on your side works on this?'),
          answer: say(
            x.answer,
            'Yes, after the landlord has answered. Before that it weakens your position.',
          ),
        },
        {
          question: say(
            'Another one',
            'What if the seller walks away?',
            'What happens if something changes?',
          ),
          answer: say(x.answer, 'You owe half of the fee, and keep every paper we wrote.'),
        },
      ],
    }),
    x.block('close', 'cta', {
      headline: 'Shall we write to the landlord?',
      body: 'Confirm, and the letter leaves today. Share this page with anyone who missed the call.',
      primaryAction: { label: 'Confirm the next step', link: x.main },
      person: { name: say(x.contact, 'Eleanor Roe'), role: say(x.contactRole, 'Partner, corporate') },
      layout: 'plain',
    }),
  ],
})
