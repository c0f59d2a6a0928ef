import type { Document } from '../schema.ts'

/** For those who did not ask: a letter with a reason, a comparison, and an easy way to say no. */
export const outbound: Document = {
  theme: {},
  blocks: [
    {
      id: 'hero',
      type: 'hero',
      props: {
        eyebrow: 'A page for {{person.name|one company}}',
        headline: 'We made this for {{account.name}}, and for nobody else.',
        subheadline:
          'It says why we think of you, what we would do first, and how you can find out in twenty minutes whether we are right.',
        primaryAction: { label: 'See whether it fits', link: 'action:primary' },
        note: 'Not your topic? Pass the page on, or close it. We do not chase.',
        tone: 'plain',
      },
      sources: [],
    },
    {
      id: 'letter',
      type: 'text',
      props: {
        tone: 'tint',
        eyebrow: 'Why we write',
        heading: 'Dear {{person.firstName|reader}},',
        body: 'You get many messages that could have been sent to anyone. So we did the work first and wrote second.\n\nWe looked at what {{account.name}} does, at what companies like yours tell us holds them up, and at where we have been of use. What follows is our best guess at the one thing worth your time. If we guessed wrong, tell us in a line, and we will either do better or leave you in peace.',
        signature: { name: 'The people at {{brand.name}}' },
      },
      sources: [],
    },
    {
      id: 'difference',
      type: 'comparison',
      props: {
        heading: 'What would be different',
        columns: [{ title: 'The usual way' }, { title: 'With {{brand.name}}', highlighted: true }],
        rows: [
          {
            label: 'To begin',
            cells: ['A project, a budget, a steering group', 'One case, two people, ten days'],
          },
          { label: 'First result', cells: ['After the roll-out', 'Before you decide'] },
          { label: 'Your present tools', cells: ['Replaced', 'Stay where they are'] },
          {
            label: 'Who does the work',
            cells: ['Your best people, besides their job', 'We do, beside your people'],
          },
          { label: 'If it fails', cells: ['A write-off', 'You stop, and owe nothing'] },
        ],
      },
      sources: [],
    },
    {
      id: 'first',
      type: 'features',
      props: {
        heading: 'Where we would begin at {{account.name}}',
        layout: 'list',
        items: [
          {
            title: 'Find the hour that is lost every day',
            body: 'Most teams know it. It is the thing everybody has a workaround for. We start there, because there a small change pays at once.',
            icon: 'search',
          },
          {
            title: 'Take it off one team’s desk',
            body: 'Not a pilot for a committee. One team, one task, done by us for ten days, with figures before and after.',
            icon: 'people',
          },
          {
            title: 'Let the figures argue',
            body: 'If they are good, you will know what to do next. If not, you have a documented no, which is worth something, too.',
            icon: 'chart',
          },
        ],
      },
      sources: [],
    },
    {
      id: 'invitation',
      type: 'cta',
      props: {
        headline: 'Right, or wrong? Tell us in twenty minutes.',
        body: 'You bring the one task that annoys everybody. We tell you honestly whether we can take it away.',
        primaryAction: { label: 'See whether it fits', link: 'action:primary' },
      },
      sources: [],
    },
  ],
}
