import {
  type TArray,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TString,
  Type,
} from 'typebox'
import { exampleId, idPattern } from '../../shared/ids.ts'
import { media } from '../../shared/strings.ts'
import { closed, Enum } from '../../shared/typebox.ts'
import { tones } from './block.ts'

/** One line of plain text. */
export function Text(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, contentMediaType: media.text, description })
}

/** One line of text with **bold**, *italic* and [links](https://example.com). */
export function Rich(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, contentMediaType: media.rich, description })
}

/** Rich text of several paragraphs, with an empty line between them. */
export function Paragraphs(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, contentMediaType: media.paragraphs, description })
}

export const Link = Type.String({
  minLength: 1,
  maxLength: 2000,
  contentMediaType: media.link,
  description:
    'Where it leads: https:, mailto:, tel:, a path on the site, #<block id>, or action:<actionId>; action:primary is the page’s main action.',
})

export const AssetId = Type.String({
  pattern: idPattern('asset'),
  description: 'Id of an asset.',
  examples: [exampleId('asset')],
})

export const Button = Type.Object(
  { label: Text(60, 'What it does, in a few words.'), link: Link },
  { ...closed, title: 'Button' },
)

export const Picture = Type.Object(
  {
    assetId: AssetId,
    alt: Type.String({
      maxLength: 300,
      contentMediaType: media.text,
      description: 'What the image shows, for those who do not see it; empty for decoration.',
    }),
  },
  { ...closed, title: 'Picture' },
)

export const Heading = Rich(160, 'Heading of the section.')
const Intro = Rich(500, 'A sentence or two under the heading.')
export const Eyebrow = Text(80, 'A few words above the heading.')

export const Tone = Choice(tones, 'Background of the section; leave it out for the look’s own rhythm.')

/** The opening of most sections. */
export const opening = {
  eyebrow: Type.Optional(Eyebrow),
  heading: Type.Optional(Heading),
  intro: Type.Optional(Intro),
  tone: Type.Optional(Tone),
}

/** One of several named values, each with a description for people and language models. */
export function Choice<const T extends Record<string, string>>(values: T, summary: string) {
  const meanings = Object.entries(values).map(([name, meaning]) => `\`${name}\`: ${meaning}`)
  return Enum(Object.keys(values) as (keyof T & string)[], {
    description: `${summary} ${meanings.join('; ')}.`,
  })
}

export const idShape = { pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 40 }

/** Objects in lists have ids, so that edits, diffs and merges can refer to them after moves. */
export const ItemId = Type.String({
  ...idShape,
  description: 'Id of the item, unique in its list. Given to items that come without one, and kept.',
  examples: ['i3k9x2m4'],
})

type Identified<P extends TProperties> = TObject<{ id: TOptional<TString> } & P>

export function List<P extends TProperties>(
  item: TObject<P>,
  maxItems: number,
  description: string,
  minItems?: number,
): TArray<Identified<P>>
export function List<T extends TSchema>(
  item: T,
  maxItems: number,
  description: string,
  minItems?: number,
): TArray<T>
export function List(item: TSchema, maxItems: number, description: string, minItems = 1) {
  const options = { minItems, maxItems, description }
  if (!Type.IsObject(item)) return Type.Array(item, options)
  const { properties, required, type, ...rest } = item
  return Type.Array(Type.Object({ id: Type.Optional(ItemId), ...properties }, rest), options)
}
