import { Type } from 'typebox'
import { html } from '../../shared/html.ts'
import { closed } from '../../shared/typebox.ts'
import { icon } from '../render/icons.ts'
import { opening as begin, button, heading, innerLevel, plain, rich } from '../render/parts.ts'
import { defineBlock } from './block.ts'
import { Button, Choice, List, opening, Rich, Text } from './props.ts'

export const pricing = defineBlock({
  name: 'pricing',
  purpose: 'What it costs and what is in it.',
  props: Type.Object(
    {
      ...opening,
      plans: List(
        Type.Object(
          {
            name: Text(60, 'Name of the plan.'),
            price: Text(40, 'The price with its currency, or words such as Let’s talk.'),
            period: Type.Optional(Text(60, 'What the price is for, such as per month.')),
            description: Type.Optional(Rich(240, 'Whom it is for.')),
            includes: Type.Optional(List(Rich(160, 'One thing.'), 20, 'What is in it.')),
            action: Type.Optional(Button),
            highlighted: Type.Optional(Type.Boolean({ description: 'The one you would choose for them.' })),
          },
          closed,
        ),
        6,
        'The plans.',
      ),
      note: Type.Optional(Rich(240, 'Terms, in a line.')),
      layout: Type.Optional(
        Choice(
          {
            cards: 'plans side by side',
            featured: 'the highlighted plan large, the others as rows beside it',
          },
          'How the plans are arranged.',
        ),
      ),
    },
    closed,
  ),
  tone: 'tint',
  layouts: ({ plans }) =>
    plans.length > 1 && plans.filter(({ highlighted }) => highlighted).length === 1
      ? ['featured', 'cards']
      : ['cards'],
  layoutCss: {
    featured: `.pg.ft{align-items:start}.pg.ft>.lo{padding:1.5rem 0;border:0;border-block-start:1px solid var(--line);border-radius:0;background:0 0}.pg.ft .lo .cost{font-size:1.5rem;margin-block-start:.5rem}.pg.ft .lo ul{margin-block-start:1rem;font-size:.9375rem}.pg.ft .lo .acts{padding-block-start:1rem}.pg.ft .lo .acts>*{flex:none}.pg.ft>.hi .cost{font-size:clamp(2.5rem,1.8rem + 2.6vw,4rem)}@media(min-width:60rem){.pg.ft{grid-template-columns:minmax(0,7fr) minmax(0,5fr);gap:0 4rem}.pg.ft>.hi{grid-row:1/span 9;grid-column:1;padding:3rem}}`,
  },
  css: `.pg{display:grid;gap:1.25rem;align-items:stretch}
.pg>li{display:flex;flex-direction:column;padding:clamp(1.5rem,3vw,2rem);border:1px solid var(--line);border-radius:var(--rl);background:var(--card)}
.pg .hi{border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.pg .cost{margin-block-start:1.25rem;font-size:clamp(2rem,1.6rem + 1.4vw,2.75rem);line-height:1.1;font-family:var(--font-head);font-weight:var(--fw);letter-spacing:-.03em;font-variant-numeric:tabular-nums}
.pg .for{margin-block-start:1rem;color:var(--muted)}
.pg ul{margin-block-start:1.5rem;display:grid;gap:.75rem}.pg ul li{display:grid;grid-template-columns:1.25rem minmax(0,1fr);gap:.75rem}
.pg ul .i{inline-size:1.25rem;block-size:1.25rem;margin-block-start:.15rem;color:var(--accent)}
.pg .acts{margin-block-start:auto;padding-block-start:2rem}.pg .acts>*{flex:1}
.pricing>.note{margin-block-start:1.5rem}.pg .cost+.note{margin-block-start:.25rem}
@media(min-width:44rem){.p2{grid-template-columns:repeat(2,minmax(0,1fr))}}@media(min-width:58rem){.p3{grid-template-columns:repeat(3,minmax(0,1fr))}}`,
  render: (props, view) => {
    const level = innerLevel(props, view)
    const plans = props.plans.map(({ name, price, period, description, includes, action, highlighted }) => {
      const act = button(action, view, highlighted || props.plans.length === 1 ? 'btn' : 'btn line')
      return html`<li class="${highlighted ? 'hi' : 'lo'}">
          ${heading(level, plain(name), 'h3')}
          <p class="cost"><bdi>${plain(price)}</bdi></p>
          ${period && html`<p class="note">${plain(period)}</p>`}
          ${description && html`<p class="for">${rich(description, view)}</p>`}
          ${includes && html`<ul>${includes.map((thing) => html`<li>${icon('check')}<span>${rich(thing, view)}</span></li>`)}</ul>`}
          ${act.text && html`<p class="acts">${act}</p>`}
        </li>`
    })
    const columns =
      view.layout === 'featured'
        ? 'ft'
        : plans.length === 1
          ? 'p1'
          : plans.length % 3 === 0 || plans.length === 5
            ? 'p3'
            : 'p2'
    return html`${begin(props, view)}<ul class="pg ${columns}">${plans}</ul>
      ${props.note && html`<p class="note">${rich(props.note, view)}</p>`}`
  },
})
