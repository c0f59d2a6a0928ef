import { mapStrings } from '../../shared/strings.ts'
import { blockTypes } from '../blocks/index.ts'
import { bare } from '../render/parts.ts'
import type { Block, Document } from '../schema.ts'
import { daysBetween } from './dates.ts'
import { readFigure } from './figures.ts'
import { findPlaces, type Place } from './places.ts'

/**
 * What a page speaks of that can be drawn. All of it stands in the page's own text, so a drawing never says more than
 * the page does.
 */
export type Subject = {
  /** Cities that the page names, in the order of their mention. */
  places: Place[]
  /** Its dated steps. */
  dates: { when: string; title: string; day: number }[]
  /** Its figures, with what they count. */
  figures: { value: string; label: string }[]
  /** What it says about the reader, with the figure that leads it. */
  facts: { title: string; figure?: string | undefined }[]
  headings: string[]
}

const schemas = new Map(blockTypes.map(({ name, props }) => [name as string, props]))

/** Blocks whose places are not those of the reader: what others said, what is asked, who answers. */
const elsewhere = new Set(['quote', 'logos', 'form', 'pricing', 'custom', 'faq', 'cta'])
const mostText = 20_000

/** Names that are no places, whatever they sound like: of the brand, the account and the people. */
export function subjectOf(document: Document, names: (string | undefined)[]): Subject {
  const texts = document.blocks.filter(({ type }) => !elsewhere.has(type)).map(textOf)
  const mask = (text: string) =>
    names.reduce<string>((left, name) => (name ? left.replaceAll(name, ' · ') : left), text)
  return {
    places: findPlaces(mask(texts.join('\n').slice(0, mostText))),
    dates: document.blocks.flatMap(datesOf).slice(0, 6),
    figures: [...document.blocks]
      .sort((a, b) => Number(b.type === 'stats') - Number(a.type === 'stats'))
      .flatMap(figuresOf)
      .slice(0, 4),
    facts: document.blocks.flatMap(factsOf).slice(0, 5),
    headings: document.blocks.flatMap(({ props }) =>
      'heading' in props && props.heading ? bare(props.heading) : [],
    ),
  }
}

function textOf(block: Block): string {
  const texts: string[] = []
  const schema = schemas.get(block.type)
  if (schema)
    mapStrings(schema, block.props, (text, { kind, path }) => {
      if (kind && kind !== 'link' && !path.endsWith('/alt')) texts.push(bare(text))
      return text
    })
  return texts.join('\n')
}

function datesOf(block: Block): Subject['dates'] {
  if (block.type !== 'steps') return []
  const steps = block.props.items.filter(({ when }) => when !== undefined)
  const days = daysBetween(steps.map(({ when = '' }) => when))
  return days
    ? steps.map(({ when = '', title }, index) => ({
        when: bare(when),
        title: bare(title),
        day: days[index] ?? 0,
      }))
    : []
}

function factsOf(block: Block): Subject['facts'] {
  if (block.type !== 'features') return []
  return block.props.items.map(({ title, figure }) => ({
    title: bare(title),
    figure: figure && bare(figure),
  }))
}

function figuresOf(block: Block): Subject['figures'] {
  if (block.type === 'stats')
    return block.props.items
      .filter(({ value }) => readFigure(value))
      .map(({ value, label }) => ({ value: bare(value), label: bare(label) }))
  if (block.type === 'features')
    return block.props.items.flatMap(({ figure, title }) =>
      figure && readFigure(figure) ? [{ value: bare(figure), label: bare(title) }] : [],
    )
  return []
}
