import { mapStrings } from '../../shared/strings.ts'
import type { BlockType } from '../blocks/block.ts'
import { blockTypes } from '../blocks/index.ts'
import { readFigure } from '../pictures/figures.ts'
import { findPlaces } from '../pictures/places.ts'
import type { Subject } from '../pictures/subject.ts'
import type { Block, Document } from '../schema.ts'
import { bare } from './parts.ts'

const types = new Map<string, BlockType>(blockTypes.map((type) => [type.name, type]))
const mostText = 20_000

/** The content of a document that can be drawn. `names` of brand, account and people are not read as cities. */
export function subjectOf(document: Document, names: (string | undefined)[]): Subject {
  const texts = document.blocks.filter(({ type }) => !types.get(type)?.namesOtherPlaces).map(textOf)
  const mask = (text: string) =>
    names.reduce<string>((left, name) => (name ? left.replaceAll(name, ' · ') : left), text)
  const shown = document.blocks.map(({ type, props }) => types.get(type)?.subject?.(props) ?? {})
  const facts = shown.flatMap((part) => part.facts ?? [])
  const figures = [
    ...shown.flatMap((part) => part.figures ?? []),
    ...facts.flatMap(({ title, figure }) =>
      figure && readFigure(figure) ? [{ value: figure, label: title }] : [],
    ),
  ]
  return {
    places: findPlaces(mask(texts.join('\n').slice(0, mostText))),
    dates: shown.flatMap((part) => part.dates ?? []).slice(0, 6),
    figures: figures.slice(0, 4),
    facts: facts.slice(0, 5),
    headings: document.blocks.flatMap(({ props }) =>
      'heading' in props && props.heading ? bare(props.heading) : [],
    ),
  }
}

function textOf(block: Block): string {
  const texts: string[] = []
  const schema = types.get(block.type)?.props
  if (schema)
    mapStrings(schema, block.props, (text, { kind, path }) => {
      if (kind && kind !== 'link' && !path.endsWith('/alt')) texts.push(bare(text))
      return text
    })
  return texts.join('\n')
}
