import { type Static, Type } from 'typebox'
import { type Html, html } from '../../shared/html.ts'
import { closed } from '../../shared/typebox.ts'
import { daysBetween } from '../pictures/dates.ts'
import { opening as begin, heading, innerLevel, plain, rich } from '../render/parts.ts'
import type { BlockView } from '../render/view.ts'
import { defineBlock } from './block.ts'
import { Choice, List, opening, Rich, Text } from './props.ts'

const Item = Type.Object(
  {
    title: Rich(100, 'The step.'),
    body: Type.Optional(Rich(500, 'What happens in it.')),
    when: Type.Optional(Text(60, 'When it happens or how long it takes, such as 24 November or Week 1.')),
  },
  closed,
)
type Item = Static<typeof Item>

export const steps = defineBlock({
  name: 'steps',
  purpose: 'What happens next, in order.',
  props: Type.Object(
    {
      ...opening,
      items: List(Item, 12, 'The steps, first one first.'),
      layout: Type.Optional(
        Choice(
          {
            list: 'numbered, one below the other',
            scale: 'along a line, columns as wide as the time they stand for',
            gantt: 'bars on a calendar, each from its date to the next',
            chevrons: 'arrows that lead to the last one',
          },
          'How the steps are arranged; scale and gantt need a date or week for each.',
        ),
      ),
    },
    closed,
  ),
  tone: 'tint',
  css: `.steps .when{margin:0;font-size:.875rem;font-weight:600;color:var(--accent)}.steps li p:not(.when){color:var(--muted)}.steps .h3{text-wrap:pretty}`,
  layoutCss: {
    list: `.st{counter-reset:s}.st li{counter-increment:s;position:relative;padding-inline-start:3.5rem;padding-block-end:2.25rem}.st li::before{content:counter(s);position:absolute;inset-inline-start:0;inset-block-start:-.25rem;inline-size:2.25rem;block-size:2.25rem;border-radius:min(50%,var(--r)*9);border:1px solid var(--line);display:grid;place-items:center;font:var(--h3) .9375rem/1 var(--font-head);font-variant-numeric:tabular-nums;color:var(--accent)}.st li::after{content:"";position:absolute;inset-inline-start:1.125rem;inset-block:2.5rem .75rem;border-inline-start:1px solid var(--line)}.st li:last-child{padding-block-end:0}.st li:last-child::after{display:none}.st p:not(.when){margin-block-start:.5rem;max-inline-size:52ch}`,
    scale: `.tl{border-inline-start:2px solid var(--fg);margin-inline-start:.5rem}.tl li{position:relative;padding:0 0 2.5rem;padding-inline-start:2rem}.tl li:last-child{padding-block-end:0}.tl li::before{content:"";position:absolute;inset-inline-start:calc(-.5rem + 0px);inset-block-start:.6rem;inline-size:.875rem;block-size:.875rem;border-radius:50%;background:var(--bg);border:2px solid var(--fg)}.tl li:last-child::before{background:var(--signal);border-color:var(--signal)}.steps .tl .when{white-space:nowrap;font:400 clamp(1.375rem,1.1rem + .6vw,1.75rem)/1.1 var(--font-head);letter-spacing:-.025em;font-feature-settings:"lnum";color:var(--fg);margin-block-end:.875rem}.tl .h3{font:600 1.0625rem/1.35 var(--font);letter-spacing:0;margin-block-end:.375rem}.tl p:not(.when){font-size:.9375rem;line-height:1.45;max-inline-size:16rem}
@media(min-width:66rem){.tl{display:flex;border-inline-start:0;border-block-start:2px solid var(--fg);margin:0}.tl li{flex:var(--k) 1 0;min-inline-size:12rem;padding:1.75rem 0 0;padding-inline-end:1.5rem}.tl li::before{inset-inline-start:0;inset-block-start:calc(-.5rem)}.tl li:last-child{padding-inline-end:0}}`,
    gantt: `.gt{border:1px solid var(--line);border-radius:var(--r);background:var(--card);padding:clamp(1rem,2.5vw,1.75rem);display:grid;gap:.5rem}.gt>li>div{padding:.875rem 1.125rem;background:var(--t1);border-inline-start:3px solid var(--accent);border-radius:0 var(--rs) var(--rs) 0;min-inline-size:min(100%,16rem)}[dir=rtl] .gt>li>div{border-radius:var(--rs) 0 0 var(--rs)}.gt .h3{font:600 1rem/1.35 var(--font);letter-spacing:-.01em}.steps .gt .when{font-size:.8125rem;color:var(--muted);font-weight:500}.gt p:not(.when){font-size:.875rem;line-height:1.45}.gt>li:last-child>div{background:var(--solid);border-color:var(--signal)}.gt>li:last-child>div,.steps .gt>li:last-child>div p{color:var(--on)}
@media(min-width:60rem){.gt{background:repeating-linear-gradient(90deg,transparent 0 calc(100%/14 - 1px),var(--line) calc(100%/14 - 1px) calc(100%/14)) content-box,var(--card)}.gt>li{padding-inline-start:calc(var(--k)*1%)}.gt>li>div{inline-size:calc(var(--k)*1%)}.gt>li:last-child>div{margin-inline-start:auto}}`,
    chevrons: `.cv{display:grid;gap:1.75rem}.cv .d{display:block;background:var(--t4);color:var(--bg);padding:1.25rem 1.75rem;font:var(--fw) 1.25rem/1.1 var(--font-head);font-stretch:var(--hst);letter-spacing:-.02em;inline-size:min(100%,16rem);clip-path:polygon(0 0,calc(100% - 1.25rem) 0,100% 50%,calc(100% - 1.25rem) 100%,0 100%);margin-block-end:1rem}[dir=rtl] .cv .d{clip-path:polygon(1.25rem 0,100% 0,100% 100%,1.25rem 100%,0 50%)}.steps .cv .d{color:var(--bg);margin-block-end:1rem}.steps .cv li:last-child .d{background:var(--signal);color:var(--bg)}.cv .h3{font:700 1.0625rem/1.3 var(--font);letter-spacing:-.01em;margin-block-end:.375rem}.cv p:not(.when){font-size:.9375rem;line-height:1.45}
@media(min-width:66rem){.cv{grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);gap:0}.cv .d{inline-size:auto;margin-inline-end:-.75rem;padding-inline:1.75rem;clip-path:polygon(0 0,calc(100% - 1.25rem) 0,100% 50%,calc(100% - 1.25rem) 100%,0 100%,1.25rem 50%)}.cv li:first-child .d{clip-path:polygon(0 0,calc(100% - 1.25rem) 0,100% 50%,calc(100% - 1.25rem) 100%,0 100%)}[dir=rtl] .cv .d{clip-path:polygon(1.25rem 0,100% 0,calc(100% - 1.25rem) 50%,100% 100%,1.25rem 100%,0 50%)}.cv li:last-child .d{margin:0;margin-block-end:1rem}.cv li>:not(.d){padding-inline-end:1.5rem}}`,
  },
  layouts: ({ items }, { look }) => {
    const isDated =
      items.length > 1 && items.length < 7 && daysBetween(items.map(({ when = '' }) => when)) !== undefined
    const isNamed = items.length > 1 && items.length < 6 && items.every(({ when }) => when)
    if (look === 'bold') return isNamed ? ['chevrons', 'list'] : ['list']
    if (!isDated) return ['list']
    return look === 'product' ? ['gantt', 'list'] : ['scale', 'list']
  },
  render: (props, view) => {
    const start = begin(props, view)
    const shares = sharesOf(props.items)
    const level = innerLevel(props, view)
    if (view.layout === 'gantt' && shares)
      return html`${start}<ol class="gt">${props.items.map((item, index) => ganttRow(item, level, view, shares, index))}</ol>`
    if (view.layout === 'scale' || view.layout === 'gantt') {
      const items = props.items.map(
        (item, index) =>
          html`<li class="k${Math.max(12, Math.min(60, shares?.[index]?.width ?? 20))}">${words(item, level, view, 'when')}</li>`,
      )
      return html`${start}<ol class="tl">${items}</ol>`
    }
    const isArrows = view.layout === 'chevrons'
    const items = props.items.map(
      (item) => html`<li>${words(item, level, view, isArrows ? 'when d' : 'when')}</li>`,
    )
    if (isArrows) return html`${start}<ol class="cv">${items}</ol>`
    const list = html`<ol class="st">${items}</ol>`
    return start.text ? html`<div class="split">${start}${list}</div>` : list
  },
})

function words({ title, body, when }: Item, level: 2 | 3, view: BlockView, look: string): Html {
  return html`${when && html`<p class="${look}">${plain(when)}</p>`}${heading(level, rich(title, view), 'h3')}${body && html`<p>${rich(body, view)}</p>`}`
}

type Share = { from: number; width: number }

/** Where each step begins and how long it lasts, in percent of the whole; the last one gets what others have at least. */
function sharesOf(items: Item[]): Share[] | undefined {
  const days = daysBetween(items.map(({ when = '' }) => when))
  const last = days?.at(-1)
  if (!days || !last) return undefined
  return days.map((day, index) => {
    const next = days[index + 1]
    return {
      from: Math.round((day / last) * 100),
      width: next === undefined ? 16 : Math.round(((next - day) / last) * 100),
    }
  })
}

/** The inner width counts from what the start leaves over. */
function ganttRow(item: Item, level: 2 | 3, view: BlockView, shares: Share[], index: number): Html {
  const { from = 0, width = 20 } = shares[index] ?? {}
  const isLast = index === shares.length - 1
  const start = isLast ? 0 : Math.min(from, 70)
  const inner = isLast ? 28 : Math.min(100, Math.round((Math.max(width, 18) / (100 - start)) * 100))
  return html`<li class="k${start}"><div class="k${inner}">${words(item, level, view, 'when')}</div></li>`
}
