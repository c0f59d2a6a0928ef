import { type Static, Type } from 'typebox'
import { closed, exampleId, Id } from '../web/schema.ts'

/** The parts a page is made of, as the world sees them, each with what may be left out when it is written. */

export const PartId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'Unique on its page; made when left out.',
  examples: ['book-a-call'],
})
const Url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: '`https:`, `mailto:`, `tel:`, or a path on the site.',
  examples: ['https://acme.example/demo'],
})
const Label = Type.String({ minLength: 1, maxLength: 255 })
const Note = Type.String({ maxLength: 2000 })
const Kind = Type.String({ minLength: 1, maxLength: 64 })

const actionExample = { purpose: 'Book a call', buttonTitle: 'Talk to us', url: 'https://acme.example/call' }

const action = {
  actionIndex: Type.Number({ minimum: 0, maximum: 10_000, description: 'Actions are shown in this order.' }),
  purpose: Note,
  buttonTitle: Label,
  actionType: Kind,
  url: Url,
}
export const Action = Type.Object({ actionId: PartId, ...action }, { ...closed, title: 'Action' })
export type Action = Static<typeof Action>

export const ActionInput = Type.Object(
  {
    ...action,
    actionId: Type.Optional(PartId),
    actionIndex: Type.Optional(action.actionIndex),
    purpose: Type.Optional(Type.String({ maxLength: 2000, default: '' })),
    actionType: Type.Optional(Type.String({ ...Kind, default: 'link' })),
  },
  { ...closed, title: 'ActionInput', examples: [actionExample] },
)
export type ActionInput = Static<typeof ActionInput>

export const Script = Type.Object(
  {
    content: Type.String({
      maxLength: 20_000,
      description: 'JavaScript, or the `<script>` tags that vendors hand out.',
    }),
    enabled: Type.Boolean(),
    name: Label,
    description: Note,
  },
  { ...closed, title: 'Script' },
)
export type Script = Static<typeof Script>

export const ScriptInput = Type.Object(
  {
    ...Script.properties,
    enabled: Type.Optional(Type.Boolean({ default: true })),
    description: Type.Optional(Type.String({ maxLength: 2000, default: '' })),
  },
  { ...closed, title: 'ScriptInput', examples: [{ name: 'Chat', content: 'openChat()', enabled: true }] },
)
export type ScriptInput = Static<typeof ScriptInput>

const FooterLink = Type.Object({ text: Label, url: Url, id: PartId }, closed)
export const FooterLinkGroup = Type.Object(
  { title: Label, id: PartId, links: Type.Array(FooterLink) },
  { ...closed, title: 'FooterLinkGroup' },
)
export type FooterLinkGroup = Static<typeof FooterLinkGroup>

export const FooterLinkGroupInput = Type.Object(
  {
    title: Label,
    id: Type.Optional(PartId),
    links: Type.Array(Type.Object({ text: Label, url: Url, id: Type.Optional(PartId) }, closed), {
      maxItems: 50,
    }),
  },
  {
    ...closed,
    title: 'FooterLinkGroupInput',
    examples: [{ title: 'Company', links: [{ text: 'Imprint', url: '/imprint' }] }],
  },
)
export type FooterLinkGroupInput = Static<typeof FooterLinkGroupInput>

const AltText = Type.String({ maxLength: 500 })
const image = { altText: AltText, url: Type.String(), fileId: Type.String(), assetId: Id('asset') }
export const ActionCardWidget = Type.Object(
  {
    type: Kind,
    title: Type.String({ maxLength: 255 }),
    logos: Type.Array(Type.Object({ image: Type.Object(image, closed) }, closed)),
  },
  { ...closed, title: 'ActionCardWidget' },
)
export type ActionCardWidget = Static<typeof ActionCardWidget>

/** As it is stored: the address of a picture follows from its file. */
export type StoredWidget = Omit<ActionCardWidget, 'logos'> & {
  logos: { image: Omit<ActionCardWidget['logos'][number]['image'], 'url'> }[]
}

/** A picture is an asset of the tenant. What follows from it may be sent along, as it comes with a page that is read. */
const ImageInput = Type.Object(
  {
    assetId: Id('asset'),
    altText: Type.Optional(Type.String({ maxLength: 500, default: '' })),
    fileId: Type.Optional(Type.String({ description: 'Must be the file of the asset.' })),
    url: Type.Optional(Type.String({ description: 'Not looked at; made anew from the file.' })),
  },
  closed,
)
export const ActionCardWidgetInput = Type.Object(
  {
    type: Type.Optional(Type.String({ ...Kind, default: 'logos' })),
    title: Type.Optional(Type.String({ maxLength: 255, default: '' })),
    logos: Type.Optional(Type.Array(Type.Object({ image: ImageInput }, closed), { maxItems: 50 })),
  },
  {
    ...closed,
    title: 'ActionCardWidgetInput',
    examples: [{ title: 'In good company', logos: [{ image: { assetId: exampleId('asset') } }] }],
  },
)
export type ActionCardWidgetInput = Static<typeof ActionCardWidgetInput>
