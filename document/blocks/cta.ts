import { type Static, Type } from 'typebox'
import { type Html, html } from '../../shared/html.ts'
import { closed } from '../../shared/typebox.ts'
import { unmarked } from '../marks.ts'
import { avatar, avatarCss } from '../pictures/avatar.ts'
import { pattern, patternCss } from '../pictures/pattern.ts'
import { actions, heading, linkAttributes, picture, plain, rich } from '../render/parts.ts'
import type { BlockView } from '../render/view.ts'
import { defineBlock } from './block.ts'
import { Button, Choice, Eyebrow, List, Picture, Rich, Text, Tone } from './props.ts'

const Person = Type.Object(
  {
    name: Text(80, 'Who answers.'),
    role: Type.Optional(Text(160, 'What they do, in a line.')),
    email: Type.Optional(Text(160, 'Their e-mail address.')),
    picture: Type.Optional(Picture),
  },
  { ...closed, description: 'The person behind the action.' },
)

const Props = Type.Object(
  {
    eyebrow: Type.Optional(Eyebrow),
    headline: Rich(160, 'The invitation.'),
    body: Type.Optional(Rich(400, 'Why now, and what happens then.')),
    primaryAction: Button,
    secondaryAction: Type.Optional(Button),
    note: Type.Optional(Rich(160, 'A reassurance under the button.')),
    person: Type.Optional(Person),
    next: Type.Optional(List(Rich(160, 'One step.'), 5, 'What happens after the click, in order.')),
    layout: Type.Optional(
      Choice(
        {
          card: 'a card with the invitation, and the person and the next steps beside it',
          field: 'a field of colour from edge to edge, with the person on a dark card',
          plain: 'the invitation with the action beside it',
        },
        'How the invitation is arranged.',
      ),
    ),
    tone: Type.Optional(Tone),
  },
  closed,
)
type Props = Static<typeof Props>

const personCss = `${avatarCss}.who2 .face2{inline-size:6rem;border-radius:50%;overflow:clip;margin-block-end:1.25rem}.who2 .face2 img{aspect-ratio:1;object-fit:cover;inline-size:100%}.who2 .a0{fill:var(--bg)}.who2 b{display:block;font:var(--h3) 1.375rem/1.2 var(--font-head);letter-spacing:-.015em}.who2 .r{font-size:.9375rem;line-height:1.45;margin-block-start:.25rem}.who2 a{color:inherit;font-weight:600;overflow-wrap:anywhere;text-underline-offset:.3em;font-size:.9375rem;display:inline-block;padding-block:.25rem}
.nx{counter-reset:s;font-size:.9375rem;line-height:1.45}.who2>*+.nx{margin-block-start:1.5rem;padding-block-start:1.5rem;border-block-start:1px solid var(--line)}.nx li{counter-increment:s;position:relative;padding-inline-start:1.875rem}.nx li+li{margin-block-start:.625rem}.nx li::before{content:counter(s);position:absolute;inset-inline-start:0;font-weight:600;font-family:var(--font-head);color:var(--accent)}`

export const cta = defineBlock({
  name: 'cta',
  purpose: 'The one thing to do, asked for once more.',
  props: Props,
  tone: 'plain',
  css: `.cta :is(h1,h2){max-inline-size:18ch}.cta .intro{max-inline-size:44ch;color:var(--fg)}.cta .acts{margin-block-start:2rem}`,
  layoutCss: {
    plain: `@media(min-width:60rem){.ask{display:grid;grid-template-columns:minmax(0,7fr) minmax(0,4fr);gap:4rem;align-items:end}.ask .acts{margin:0;justify-content:flex-end}.ask .note{text-align:end}}`,
    card: `${personCss}.ask{display:grid;background:var(--t1);border-radius:var(--r);overflow:clip}.ask>div{padding:clamp(2rem,5vw,4.5rem)}.ask .who2{background:var(--t2);padding:clamp(2rem,4vw,3rem)}.ask .note{color:var(--fg)}@media(min-width:60rem){.ask:has(.who2){grid-template-columns:minmax(0,1fr) 27rem}}@media(max-width:40rem){.cta.l-card>.ask{margin-inline:calc(var(--g)*-1);border-radius:0}}`,
    field: `${personCss}${patternCss}.cta.l-field{position:relative;overflow:clip;padding-block:calc(var(--gap) + 3rem) var(--gap);clip-path:polygon(0 3.5rem,100% 0,100% 100%,0 100%);margin-block-start:-3.5rem}.cta>.dust{grid-column:full;position:absolute;inset:auto 0 0 auto;inline-size:min(56rem,80%);pointer-events:none}.l-field .p0,.l-field .p1,.l-field .p2{fill:color-mix(in srgb,var(--fg) 7%,var(--bg))}.ask{position:relative;display:grid;gap:3rem 6rem;align-items:center}.cta.l-field :is(h1,h2){font-size:clamp(2.5rem,1rem + 4.2vw,4.5rem);line-height:1}.ask .who2{padding:2rem;background:var(--bg);color:var(--fg);clip-path:polygon(0 0,calc(100% - 3rem) 0,100% 3rem,100% 100%,0 100%)}.ask .who2 .face2{border-radius:0;inline-size:8rem;margin:-2rem 0 1.25rem -2rem}[dir=rtl] .ask .who2 .face2{margin:-2rem -2rem 1.25rem 0}.who2 .a4{fill:var(--signal)}.l-field .who2 .a0{fill:var(--t1)}@media(min-width:60rem){.ask:has(.who2){grid-template-columns:minmax(0,1fr) 25rem}}`,
  },
  lookCss: {
    product: `.l-card>.ask{background:radial-gradient(40rem 24rem at 0 100%,var(--t2),transparent 70%),radial-gradient(40rem 24rem at 100% 0,color-mix(in srgb,var(--signal) 18%,transparent),transparent 70%),var(--card);border:1px solid var(--line)}.l-card .ask .who2{background:var(--card);border:1px solid var(--line);border-radius:var(--r);margin:clamp(1rem,3vw,2.5rem);padding:1.75rem;align-self:center;box-shadow:0 24px 60px -32px color-mix(in srgb,var(--t4) 60%,transparent)}.l-card .face2{inline-size:3.5rem}`,
  },
  layouts: (_props, { look }) => (look === 'bold' ? ['field', 'card'] : ['card', 'plain']),
  render: (props, view) => {
    const say = html`${props.eyebrow && html`<p class="eye">${plain(props.eyebrow)}</p>`}
      ${heading(view.level, rich(props.headline, view))}
      ${props.body && html`<p class="intro">${rich(props.body, view)}</p>`}`
    const who = person(props, view)
    if (view.layout === 'plain')
      return html`<div class="ask"><div>${say}</div><div>${actions(props, view)}</div></div>${who && html`<div class="who2">${who}</div>`}`
    const isField = view.layout === 'field'
    return html`${isField && html`<div class="dust">${pattern(view.seed + view.id, 11, 6, 0.8)}</div>`}<div class="ask"><div>${say}${actions(props, view)}</div>${who && html`<div class="who2${isField && ' deep'}">${who}</div>`}</div>`
  },
})

function person({ person: somebody, next }: Props, view: BlockView): Html | undefined {
  if (!somebody && !next) return undefined
  const steps = next && html`<ol class="nx">${next.map((step) => html`<li>${rich(step, view)}</li>`)}</ol>`
  if (!somebody) return steps
  const { name, role, email, picture: image } = somebody
  const shown = image && view.asset(image.assetId)
  const target = email && view.resolve(`mailto:${unmarked(plain(email))}`)
  return html`<div class="face2">${shown ? picture(shown, image.alt, { sizes: '8rem' }) : avatar(unmarked(name))}</div>
    <p><b>${plain(name)}</b></p>${role && html`<p class="r">${plain(role)}</p>`}
    ${email && (target ? html`<a${linkAttributes(target)}>${plain(email)}</a>` : html`<p class="r">${plain(email)}</p>`)}${steps}`
}
