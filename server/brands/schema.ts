import { type Static, Type } from 'typebox'
import { fontNames } from '../documents/fonts.ts'
import { Color } from '../documents/schema.ts'
import { Cursor, closed, Enum, exampleId, Id, Limit, Nullable, Paged, Timestamp } from '../http/schema.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })
const Font = Enum(fontNames, { description: 'A stack of fonts that visitors already have.' })

export const defaultBrand = { primaryColor: '#1f6f5c', font: 'system' } as const

const example = {
  brandId: exampleId('brand'),
  name: 'Acme',
  primaryColor: '#1f6f5c',
  font: defaultBrand.font,
  logoAssetId: null,
  createdAt: '+1794614400000',
  updatedAt: '+1794614400000',
}

export const Brand = Type.Object(
  {
    brandId: Id('brand'),
    name: Name,
    primaryColor: Color,
    font: Font,
    logoAssetId: Nullable(Id('asset')),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { ...closed, title: 'Brand', examples: [example] },
)
export type Brand = Static<typeof Brand>

const fields = { name: Name, primaryColor: Color, font: Font, logoAssetId: Nullable(Id('asset')) }

export const BrandInput = Type.Object(
  {
    name: Name,
    primaryColor: Type.Optional(Color),
    font: Type.Optional(Font),
    logoAssetId: Type.Optional(Nullable(Id('asset'))),
  },
  { ...closed, examples: [{ name: 'Acme', primaryColor: '#1f6f5c' }] },
)
export type BrandInput = Static<typeof BrandInput>

export const BrandPatch = Type.Partial(Type.Object(fields), {
  ...closed,
  examples: [{ primaryColor: '#0b7285' }],
})
export type BrandPatch = Static<typeof BrandPatch>

export const BrandPage = Paged(Brand, 'BrandPage')
export const BrandQuery = Type.Object({ cursor: Cursor, limit: Limit }, closed)
