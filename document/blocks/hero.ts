import { type Static, Type } from 'typebox'
import { type Html, html } from '../../shared/html.ts'
import { closed } from '../../shared/typebox.ts'
import { unmarked } from '../marks.ts'
import { chartCss, drawChart, drawRidge, ridgeCss, type Series } from '../pictures/chart.ts'
import { addressOf, deviceCss, drawDevice } from '../pictures/device.ts'
import { drawMap, mapCss, type Pin } from '../pictures/map.ts'
import { initials } from '../pictures/monogram.ts'
import { pattern, patternCss } from '../pictures/pattern.ts'
import { findPlace } from '../pictures/places.ts'
import { datesCss, drawDates } from '../pictures/timeline.ts'
import { actions, bare as bareText, heading, picture, plain, rich } from '../render/parts.ts'
import type { BlockView } from '../render/view.ts'
import { defineBlock, type LayoutContext } from './block.ts'
import { heroCss, heroLookCss } from './heroStyles.ts'
import { Button, Choice, Eyebrow, List, Picture, Rich, Text, Tone } from './props.ts'

const layouts = {
  left: 'text at the start, a chosen picture below',
  centered: 'text in the middle, a chosen picture below',
  split: 'text beside a chosen picture',
  map: 'a drawn map of the cities that the points or the page name',
  route: 'the same map with a line from the first city to each other one',
  chart: 'a line through the values of the points',
  ridge: 'the values of the points as a mountain range along the bottom',
  timeline: 'the page’s dated steps, as far apart as they are in time',
  figures: 'the figures of the points or of the page, set large',
  device: 'a window that shows the page’s plan, facts and places',
  pattern: 'a drawn pattern, where nothing is known yet',
} as const

const Props = Type.Object(
  {
    eyebrow: Type.Optional(Eyebrow),
    headline: Rich(
      160,
      'The one sentence only this visitor would recognise. Words in *italics* take the brand colour.',
    ),
    subheadline: Type.Optional(Rich(400, 'What it means for them.')),
    primaryAction: Type.Optional(Button),
    secondaryAction: Type.Optional(Button),
    note: Type.Optional(Rich(160, 'A reassurance under the button, such as how long it takes.')),
    picture: Type.Optional(Picture),
    layout: Type.Optional(
      Choice(layouts, 'What stands beside the text; leave it out to have it chosen by what the page knows.'),
    ),
    points: Type.Optional(
      List(
        Type.Object(
          {
            label: Text(80, 'A city for a map, a time or place for a chart, what is counted for figures.'),
            value: Type.Optional(Type.Number({ description: 'The value, for a chart or ridge.' })),
            note: Type.Optional(
              Text(80, 'A few words beside it; for figures the figure itself, such as 4.1%.'),
            ),
            highlighted: Type.Optional(Type.Boolean({ description: 'The one to notice.' })),
          },
          closed,
        ),
        40,
        'What is drawn, where it should not be read from the page. Only what a source says.',
      ),
    ),
    unit: Type.Optional(Text(12, 'Unit of the values.')),
    limit: Type.Optional(Type.Number({ description: 'A line that the values should stay below.' })),
    limitLabel: Type.Optional(Text(60, 'What the limit is.')),
    caption: Type.Optional(Rich(240, 'What the drawing shows and where its data come from.')),
    tone: Type.Optional(Tone),
  },
  closed,
)
type Props = Static<typeof Props>

export const hero = defineBlock({
  name: 'hero',
  purpose: 'The first thing a visitor sees: what this page is to them, and the one thing to do.',
  props: Props,
  tone: 'plain',
  css: heroCss.base,
  layoutCss: {
    split: heroCss.beside,
    map: mapCss + heroCss.bleed,
    route: mapCss + heroCss.bleed,
    chart: chartCss + heroCss.beside,
    ridge: ridgeCss + patternCss + heroCss.ridge,
    timeline: datesCss + heroCss.beside,
    figures: heroCss.beside + heroCss.figures,
    device: mapCss + deviceCss + heroCss.device,
    pattern: patternCss + heroCss.bleed,
  },
  lookCss: heroLookCss,
  layouts: (props, context) => {
    if (props.picture) return ['split']
    return [...suitable(props, context), 'pattern']
  },
  render: (props, view) => {
    const isCentered = view.layout === 'centered'
    const lead = html`${props.subheadline && html`<p class="sub">${rich(props.subheadline, view)}</p>`}${actions(props, view)}`
    const say = html`<div class="${isCentered ? 'mid' : 'say'}">
      ${props.eyebrow && eyebrow(props.eyebrow, view)}
      ${heading(view.level, rich(props.headline, view))}
      ${view.layout !== 'device' && lead}
    </div>${view.layout === 'device' && html`<div class="more">${lead}</div>`}`
    const art = draw(props, view)
    const caption = props.caption && html`<figcaption class="cap">${rich(props.caption, view)}</figcaption>`
    return html`${say}${art && html`<figure class="art">${art}${caption}</figure>`}${view.layout === 'ridge' && html`<div class="dust">${pattern(view.seed, 12, 8)}</div>`}`
  },
})

function eyebrow(text: string, view: BlockView): Html {
  const sign =
    view.look === 'product' &&
    html`<i aria-hidden="true">${initials(unmarked(plain(text)).replace(/^for /i, ''))}</i>`
  return html`<p class="eye">${sign}<span>${plain(text)}</span></p>`
}

/** What can be drawn of what is known: places, a series, dates, figures, in this order. */
function suitable({ points = [] }: Props, { look, subject }: LayoutContext): string[] {
  const values = points.filter(({ value }) => value !== undefined)
  if (values.length > 2) return [look === 'bold' ? 'ridge' : 'chart']
  if (points.length > 0 && points.every(({ label }) => findPlace(label))) return ['map']
  if (points.length > 0 && points.every(({ note }) => note)) return ['figures']
  const rich = [subject.places.length > 1, subject.dates.length > 2, subject.figures.length > 1]
  const asDevice = look === 'product' && rich.filter(Boolean).length > 1 ? ['device'] : []
  return [
    ...asDevice,
    ...(rich[0] ? ['map'] : []),
    ...(rich[1] ? ['timeline'] : []),
    ...(rich[2] ? ['figures'] : []),
  ]
}

/** The drawing of a layout, or a pattern where what it needs is not known: never an empty half. */
function draw(props: Props, view: BlockView): Html | undefined {
  const { layout } = view
  const drawn =
    layout === 'map' || layout === 'route'
      ? drawPlaces(props, view)
      : layout === 'chart' || layout === 'ridge'
        ? drawSeries(props, view)
        : layout === 'timeline'
          ? view.subject.dates.length > 1 && drawDates(view.subject.dates, view.words.timeline)
          : layout === 'figures'
            ? drawFigures(props, view)
            : layout === 'device'
              ? drawWindow(view)
              : undefined
  if (drawn) return drawn
  const shown = props.picture && view.asset(props.picture.assetId)
  if (shown) {
    const sizes = layout === 'split' ? '(min-width:60rem) 38rem, 100vw' : '(min-width:80rem) 77.5rem, 100vw'
    return picture(shown, props.picture?.alt ?? '', { sizes, eager: view.isFirst })
  }
  if (layout === 'left' || layout === 'centered' || layout === 'ridge') return undefined
  return html`<div class="pat">${pattern(view.seed, 10, 9)}</div>`
}

function drawPlaces({ points }: Props, view: BlockView): Html | undefined {
  const sure = (points ?? []).flatMap(({ label }) => findPlace(unmarked(plain(label))) ?? [])
  const pins: Pin[] = points
    ? points.flatMap(({ label, note, highlighted }) => {
        const place = findPlace(unmarked(plain(label)), sure)
        return place ? [{ ...place, name: plain(label), note: note && plain(note), highlighted }] : []
      })
    : view.subject.places
  if (pins.length === 0) return undefined
  const label = `${view.words.map}: ${pins.map(({ name }) => unmarked(name)).join(', ')}`
  const isRoute = view.layout === 'route'
  const size = { width: 760, height: 800, startShare: 0.3 }
  return html`<div class="map">${drawMap(pins, { ...size, id: `${view.id}_land`, isRoute, label })}</div>`
}

function drawSeries(props: Props, view: BlockView): Html | undefined {
  const values = (props.points ?? []).flatMap(({ label, value, note, highlighted }) =>
    value === undefined ? [] : [{ label: plain(label), value, note: note && plain(note), highlighted }],
  )
  if (values.length < 3) return undefined
  const unit = props.unit ? unmarked(plain(props.unit)) : ''
  const named = values
    .map(({ label, value }) => `${unmarked(label)} ${value}${unit && ` ${unit}`}`)
    .join(', ')
  const series: Series = {
    ...{ values, unit, limit: props.limit },
    limitLabel: props.limitLabel && plain(props.limitLabel),
    label: `${view.words.chart}: ${named}`,
  }
  return view.layout === 'ridge'
    ? html`<div class="ridge">${drawRidge(series)}</div>`
    : html`<div class="ch">${drawChart(series)}</div>`
}

function drawFigures({ points = [] }: Props, view: BlockView): Html | undefined {
  const own = points.flatMap(({ label, note }) => (note ? [{ value: plain(note), label: plain(label) }] : []))
  const figures = (own.length > 0 ? own : view.subject.figures).slice(0, 3)
  if (figures.length < 2) return undefined
  return html`<dl class="nums">${figures.map(({ value, label }) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`
}

function drawWindow(view: BlockView): Html | undefined {
  const { subject, brand, recipient, words } = view
  if (subject.dates.length + subject.figures.length + subject.facts.length < 2) return undefined
  const title = recipient ?? brand
  const label = `${words.window}: ${[...subject.dates.map(({ title }) => title), ...subject.figures.map(({ value, label }) => `${value} ${label}`)].map(bareText).join(', ')}`
  return drawDevice({ title, address: addressOf(brand, recipient), subject, id: view.id, label })
}
