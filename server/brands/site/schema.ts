import { type Static, Type } from 'typebox'
import { Color, fontNames } from '../../../document/index.ts'
import { closed, Enum, NamedObject, Nullable } from '../../../shared/typebox.ts'

export const SiteInput = NamedObject(
  'SiteInput',
  {
    domain: Type.String({
      minLength: 3,
      maxLength: 500,
      description: 'A domain, or the address of a page on it.',
    }),
  },
  { domain: 'acme.example' },
)

const SitePicture = Type.Object(
  {
    mediaType: Type.String({ examples: ['image/svg+xml'] }),
    data: Type.String({ description: 'The sanitised file in Base64, at most 512 KiB of it.' }),
  },
  { ...closed, title: 'SitePicture' },
)
export type SitePicture = Static<typeof SitePicture>

export const CompanySite = Type.Object(
  {
    domain: Type.String(),
    name: Nullable(Type.String({ maxLength: 120 })),
    description: Nullable(Type.String({ maxLength: 300, description: 'One sentence about the company.' })),
    language: Nullable(Type.String({ pattern: '^[a-z]{2,3}$' })),
    colors: Type.Array(Color, { maxItems: 6, description: 'Colours of the site, the main one first.' }),
    fonts: Type.Array(Enum(fontNames), {
      maxItems: 2,
      description: 'Fonts of the site that a brand can have.',
    }),
    logo: Nullable(SitePicture),
    icon: Nullable(SitePicture),
  },
  { ...closed, title: 'Site' },
)
export type CompanySite = Static<typeof CompanySite>

export const SiteReading = NamedObject(
  'SiteReading',
  {
    site: Nullable(CompanySite),
    problem: Nullable(Type.String({ description: 'Why the site can’t be read.' })),
  },
  {
    site: {
      domain: 'acme.example',
      name: 'Acme',
      description: 'Acme makes time tracking for agencies.',
      language: 'en',
      colors: ['#1f6f5c', '#e4572e'],
      fonts: ['inter'],
      logo: null,
      icon: null,
    },
  },
)
export type SiteReading = Static<typeof SiteReading>
