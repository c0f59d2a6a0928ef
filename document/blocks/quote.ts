import { type Static, Type } from 'typebox'
import { type Html, html } from '../../shared/html.ts'
import { closed } from '../../shared/typebox.ts'
import { unmarked } from '../marks.ts'
import { avatar, avatarCss } from '../pictures/avatar.ts'
import { pattern, patternCss } from '../pictures/pattern.ts'
import { figure, picture, plain, rich } from '../render/parts.ts'
import type { BlockView } from '../render/view.ts'
import { defineBlock } from './block.ts'
import { Choice, Picture, Rich, Text, Tone } from './props.ts'

const Props = Type.Object(
  {
    quote: Rich(600, 'What they said, without quotation marks.'),
    name: Type.Optional(Text(80, 'Who said it.')),
    role: Type.Optional(Text(120, 'Their role and company.')),
    picture: Type.Optional(Picture),
    figure: Type.Optional(Text(24, 'The one number that proves it, such as −58%.')),
    figureLabel: Type.Optional(Rich(120, 'What the number counts.')),
    layout: Type.Optional(
      Choice(
        {
          plain: 'the words alone',
          arch: 'a portrait under an arch beside the words',
          card: 'a card with a filled cell for the number',
          bleed: 'a large portrait on a pattern that reaches the edge of the page',
        },
        'How the quote is arranged.',
      ),
    ),
    tone: Type.Optional(Tone),
  },
  closed,
)
type Props = Static<typeof Props>

export const quote = defineBlock({
  name: 'quote',
  purpose: 'Somebody else’s word for it.',
  props: Props,
  tone: 'plain',
  css: `.quote blockquote{font:var(--qw) clamp(1.5rem,1.1rem + 1.7vw,2.5rem)/1.2 var(--font-head);letter-spacing:-.02em;max-inline-size:24em;text-wrap:pretty}
.quote blockquote p{quotes:auto;text-indent:-.42em}.quote blockquote p::before{content:open-quote}.quote blockquote p::after{content:close-quote}.quote figcaption{display:flex;flex-wrap:wrap;gap:1rem 3rem;align-items:end;margin-block-start:2.25rem}.quote .by{line-height:1.45}.quote .kn{line-height:1.35;font-size:.9375rem;color:var(--muted)}.quote .kn b{display:block;font:var(--fw) 2.75rem/1 var(--font-head);font-stretch:var(--hst);letter-spacing:-.03em;color:var(--accent2);margin-block-end:.375rem}.quote .kn small{font-size:.6em}@media(max-width:40rem){.quote blockquote p{text-indent:0}}`,
  layoutCss: {
    arch: `${avatarCss}.quote .pic{inline-size:8rem}.quote .pic :is(img,svg){inline-size:100%;aspect-ratio:1;object-fit:cover;border-radius:50% 50% var(--r) var(--r)}.quote .q{display:grid;gap:2rem}@media(min-width:60rem){.quote .q{grid-template-columns:15rem minmax(0,1fr);gap:4rem;align-items:start}.quote .pic{inline-size:auto}.quote .kn{margin-inline-start:auto;text-align:end}}`,
    card: `${avatarCss}.quote .q{border:1px solid var(--line);border-radius:var(--r);overflow:clip;background:var(--card);display:grid}.quote .in{padding:clamp(1.75rem,4vw,3rem)}.quote blockquote{font-size:clamp(1.375rem,1.1rem + 1vw,1.75rem);line-height:1.3}.quote figcaption{gap:1rem;align-items:center;margin-block-start:1.75rem}.quote .pic :is(img,svg){inline-size:3rem;block-size:3rem;border-radius:50%;object-fit:cover}.quote .kn{background:var(--solid);color:var(--on);padding:clamp(1.75rem,4vw,3rem);display:flex;flex-direction:column;justify-content:end;font-size:1rem}.quote .kn b{font-size:clamp(3rem,2rem + 2.4vw,4.25rem);color:inherit}@media(min-width:60rem){.quote .q:has(.kn){grid-template-columns:minmax(0,1fr) 20rem}}`,
    bleed: `${avatarCss}${patternCss}.quote.l-bleed{padding:0}.quote.l-bleed .q{grid-column:full;display:grid}.quote .pic{position:relative;min-block-size:20rem;background:var(--t1);overflow:clip;display:grid;place-items:end center}.quote .pic .pt{position:absolute;inset:0}.quote .pic :is(.av,img){position:relative;inline-size:min(19rem,80%);z-index:1}.quote .pic .a0{fill:none}.quote .a4{fill:var(--signal)}.quote .in{padding:clamp(3rem,6vw,6rem) var(--g)}.quote figcaption{border-block-start:1px solid var(--line);padding-block-start:1.5rem}
@media(min-width:60rem){.quote.l-bleed .q{grid-template-columns:40% minmax(0,1fr);align-items:stretch}.quote .pic{clip-path:polygon(0 0,100% 0,calc(100% - 4rem) 100%,0 100%);min-block-size:32rem}[dir=rtl] .quote .pic{clip-path:polygon(0 0,100% 0,100% 100%,4rem 100%)}.quote .in{padding-inline-start:4rem;padding-inline-end:max(var(--g),50vw - 38.75rem);align-self:center}.quote .kn{margin-inline-start:auto}}`,
  },
  layouts: ({ name }, { look }) => {
    if (!name) return ['plain']
    return look === 'editorial'
      ? ['arch', 'plain']
      : look === 'product'
        ? ['card', 'plain']
        : ['bleed', 'plain']
  },
  render: (props, view) => {
    const { layout } = view
    const words = html`<blockquote><p>${rich(props.quote, view)}</p></blockquote>`
    const number =
      props.figure &&
      html`<p class="kn"><b>${figure(props.figure)}</b>${props.figureLabel && html`<span>${rich(props.figureLabel, view)}</span>`}</p>`
    const by = byline(props)
    if (layout === 'card')
      return html`<figure class="q"><div class="in">${words}${by && html`<figcaption>${portrait(props, view)}${by}</figcaption>`}</div>${number}</figure>`
    const inside = html`<div class="in">${words}${(by || number) && html`<figcaption>${by}${number}</figcaption>`}</div>`
    if (layout === 'plain' || layout === '') return html`<figure class="q">${inside}</figure>`
    const behind = layout === 'bleed' && pattern(view.seed + view.id, 7, 7, 1.4)
    const face = portrait(props, view)
    return html`<figure class="q">${face ? html`<div class="pic">${behind}${face}</div>` : behind && html`<div class="pic">${behind}</div>`}${inside}</figure>`
  },
})

function byline({ name, role }: Props): Html | false {
  if (!name && !role) return false
  return html`<p class="by">${name && html`<strong>${plain(name)}</strong>`}${name && role && html`<br>`}${role && html`<span class="note">${plain(role)}</span>`}</p>`
}

/** A photo where there is one, or else a drawn bust that shows nobody in particular. */
function portrait({ name, picture: image }: Props, view: BlockView): Html | false {
  const shown = image && view.asset(image.assetId)
  const face = shown
    ? picture(shown, image.alt, { sizes: view.layout === 'card' ? '3rem' : '(min-width:60rem) 36rem, 100vw' })
    : name && avatar(unmarked(name))
  if (!face) return false
  return view.layout === 'card' ? html`<span class="pic">${face}</span>` : face
}
