import { type Static, Type } from 'typebox'
import { exampleNames, templateNames } from '../../document/index.ts'
import { ClosedObject, Enum, NamedObject } from '../../shared/typebox.ts'
import { Id, Timestamp } from '../web/schema.ts'

export const Preview = NamedObject(
  'Preview',
  {
    url: Type.String({ description: 'Shows the version to anyone with the URL until it expires.' }),
    expiresAt: Timestamp,
  },
  {
    url: 'https://acme.foyer.example/_p/tenant_….version_….1794618000000.xyz',
    expiresAt: '+1794618000000',
  },
)
export type Preview = Static<typeof Preview>

export const TemplateQuery = ClosedObject({
  template: Type.Optional(Enum([...templateNames, ...exampleNames], { examples: ['outbound'] })),
  templateId: Type.Optional(Id('template', { description: 'A saved template, instead of a built-in one.' })),
  brandId: Type.Optional(
    Id('brand', { description: 'The brand to use; the first brand by default, or that of the example.' }),
  ),
})
