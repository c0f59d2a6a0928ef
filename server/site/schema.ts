import { type Static, Type } from 'typebox'
import { templateNames } from '../documents/templates/index.ts'
import { closed, Enum, Id, Timestamp } from '../web/schema.ts'

export const Preview = Type.Object(
  {
    url: Type.String({ description: 'Shows the version to anyone with the address, until it expires.' }),
    expiresAt: Timestamp,
  },
  {
    ...closed,
    title: 'Preview',
    examples: [
      {
        url: 'https://acme.foyer.example/_p/tenant_….version_….1794618000000.xyz',
        expiresAt: '+1794618000000',
      },
    ],
  },
)
export type Preview = Static<typeof Preview>

export const TemplateQuery = Type.Object(
  {
    template: Type.Optional(Enum(templateNames, { examples: ['outbound'] })),
    templateId: Type.Optional(Id('template', { description: 'A template of your own, instead.' })),
    brandId: Type.Optional(
      Id('brand', { description: 'In whose look; that of the first brand when left out.' }),
    ),
  },
  closed,
)
