import { type Static, Type } from 'typebox'
import { Choice, Color, cornerStyles, fontNames, type LookName, looks } from '../../document/index.ts'
import { idPattern } from '../../shared/ids.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id, Paged, paging, Timestamp } from '../web/schema.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })
const Font = Enum(fontNames, {
  description:
    'One font for headings and text; `system`, the default, leaves the choice to the look. `headingFont` and `textFont` win over it.',
})

/** The name of a font, or the id of a file. */
const AnyFont = (use: string) =>
  Type.String({
    pattern: `^(?:${fontNames.join('|')}|${idPattern('file').slice(1, -1)})$`,
    description: `Font of ${use}: one of ${fontNames.join(', ')}, or the id of a WOFF2 file that you uploaded. Null: \`font\`, or that of the look.`,
    examples: ['fraunces'],
  })

const lookMeanings = Object.fromEntries(
  Object.entries(looks).map(([name, { description }]) => [name, description]),
) as Record<LookName, string>
const cornerMeanings = Object.fromEntries(
  Object.entries(cornerStyles).map(([name, { description }]) => [name, description]),
) as Record<keyof typeof cornerStyles, string>

const Domain = Type.String({
  minLength: 1,
  maxLength: 253,
  description: 'The company’s own site.',
  examples: ['acme.example'],
})
const Description = Type.String({
  maxLength: 300,
  description: 'What the company does, in one sentence.',
  examples: ['Acme makes time tracking for agencies.'],
})
const Language = Type.String({
  pattern: '^[a-z]{2,3}$',
  description: 'The language of the company’s site.',
  examples: ['en'],
})

const AssetOf = (description: string) => Nullable(Id('asset', { description }))

export const defaultBrand = { primaryColor: '#1f6f5c', font: 'system' } as const

/** The properties of a brand besides name, colour and font; initially null. */
const tokens = {
  secondaryColor: Nullable(Color),
  look: Nullable(Choice(lookMeanings, 'Art direction of the pages; null: `product`.')),
  headingFont: Nullable(AnyFont('headings')),
  textFont: Nullable(AnyFont('text')),
  cornerStyle: Nullable(Choice(cornerMeanings, 'Corners of buttons, cards and pictures; null: the look’s.')),
  logoAssetId: AssetOf('The logo, for light backgrounds.'),
  logoDarkAssetId: AssetOf('The logo for dark backgrounds; null: the logo in one colour.'),
  faviconAssetId: AssetOf('The icon in the browser’s tab; null: the brand’s initial.'),
  domain: Nullable(Domain),
  description: Nullable(Description),
  language: Nullable(Language),
}

export const noTokens = Object.fromEntries(Object.keys(tokens).map((name) => [name, null])) as Record<
  keyof typeof tokens,
  null
>

const example = {
  name: 'Acme',
  secondaryColor: '#e4572e',
  look: 'editorial',
  headingFont: 'fraunces',
  domain: 'acme.example',
  description: 'Acme makes time tracking for agencies.',
  language: 'en',
}

export const Brand = NamedObject(
  'Brand',
  {
    brandId: Id('brand'),
    name: Name,
    primaryColor: Color,
    font: Font,
    ...tokens,
    isDemo: Type.Boolean({ description: 'Belongs to the sample data.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  example,
)
export type Brand = Static<typeof Brand>

const changeable = { primaryColor: Color, font: Font, ...tokens }

export const BrandInput = Type.Object(
  { name: Name, ...Type.Partial(Type.Object(changeable)).properties },
  { ...closed, examples: [{ name: 'Acme', primaryColor: '#1f6f5c', look: 'editorial' }] },
)
export type BrandInput = Static<typeof BrandInput>

export const BrandPatch = Type.Partial(Type.Object({ name: Name, ...changeable }), {
  ...closed,
  examples: [{ primaryColor: '#0b7285', headingFont: 'fraunces' }],
})
export type BrandPatch = Static<typeof BrandPatch>

export const BrandPage = Paged(Brand, 'BrandPage')
export const BrandQuery = ClosedObject({ ...paging })
