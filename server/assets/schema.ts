import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import type { FileKind } from '../files/schema.ts'
import { Id, Paged, paging, SearchQuery, Timestamp } from '../web/schema.ts'

export const assetTypes = ['image', 'logo', 'icon', 'video', 'custom-component'] as const
export type AssetType = (typeof assetTypes)[number]

/** The asset types that a file of each kind can have. */
export const typesOfKind: Record<FileKind, readonly AssetType[]> = {
  image: ['image', 'logo', 'icon'],
  video: ['video'],
  component: ['custom-component'],
  table: [],
  font: [],
}

const lifecycleStates = ['active', 'trashed', 'deleted'] as const

const Name = Type.String({ maxLength: 1024, examples: ['Team photo'] })
const Purpose = Type.String({
  maxLength: 10_000,
  default: '',
  description: 'What it is for. Search covers this text.',
  examples: ['Shown beside the team section'],
})
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 50,
  uniqueItems: true,
  examples: [['team', 'office']],
})
const IdempotencyKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Repeating the same request with this key always returns the asset created first.',
    examples: ['import-2041'],
  }),
)

export const Asset = NamedObject(
  'Asset',
  {
    assetId: Id('asset'),
    tenantId: Id('tenant'),
    name: Type.String(),
    purpose: Type.String(),
    tags: Type.Array(Type.String()),
    aiDescription: Nullable(Type.String()),
    parentAssetId: Nullable(Id('asset')),
    hidden: Type.Boolean({ description: 'Excluded from search.' }),
    data: ClosedObject({ type: Enum(assetTypes), fileId: Id('file') }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    trashedAt: Nullable(Timestamp),
    deletedAt: Nullable(Timestamp),
    lifecycleState: Enum(lifecycleStates),
    downloadUrl: Nullable(
      Type.String({ description: 'Valid for at least six hours; null after the asset is deleted.' }),
    ),
    previewDownloadUrl: Nullable(
      Type.String({ description: 'WebP preview of at most 480 × 480 pixels; null if there is none.' }),
    ),
  },
  {
    name: 'Team photo',
    purpose: 'Shown beside the team section',
    tags: ['team', 'office'],
    data: { type: 'image', fileId: exampleId('file') },
    downloadUrl: 'https://foyer.example/files/tenant_…/file_…/original?expires=1794657600&signature=rT…',
    previewDownloadUrl:
      'https://foyer.example/files/tenant_…/file_…/preview?expires=1794657600&signature=9b…',
  },
)
export type Asset = Static<typeof Asset>

/** Registers an uploaded file as an asset of any matching type. */
export const AssetRegistration = Type.Object(
  {
    assetType: Enum(assetTypes),
    name: Name,
    purpose: Purpose,
    parentAssetId: Type.Optional(Id('asset')),
    idempotencyKey: IdempotencyKey,
    hidden: Type.Optional(Type.Boolean()),
  },
  { ...closed, examples: [{ assetType: 'logo', name: 'Acme logo', purpose: '' }] },
)

export const AssetInput = Type.Object(
  { ...AssetRegistration.properties, assetType: Enum(['image']), fileId: Id('file') },
  {
    ...closed,
    examples: [{ assetType: 'image', name: 'Team photo', purpose: '', fileId: exampleId('file') }],
  },
)
/** The common input of both ways to create an asset. */
export type NewAsset = Static<typeof AssetRegistration> & { fileId: string }

export const AssetPatch = Type.Object(
  {
    name: Type.Optional(Name),
    purpose: Type.Optional(Type.String({ maxLength: 10_000 })),
    tags: Type.Optional(Tags),
    hidden: Type.Optional(Type.Boolean()),
    assetType: Type.Optional(Enum(typesOfKind.image, { description: 'Only images can change their type.' })),
  },
  { ...closed, examples: [{ tags: ['team', 'office'], assetType: 'logo' }] },
)
export type AssetPatch = Static<typeof AssetPatch>

const Share = Type.Number({ minimum: 0, maximum: 1 })

/** The point of an image that stays visible when it is cropped. */
export const FocalPoint = NamedObject(
  'FocalPoint',
  { x: Share, y: Share },
  { x: 0.5, y: 0.3 },
  { description: 'As fractions of width and height, from the top left corner.' },
)
export type FocalPoint = Static<typeof FocalPoint>

/** The states of assets in lists: every asset that is not permanently deleted has one of these. */
export const assetStates = ['active', 'hidden', 'trashed'] as const
export type AssetState = (typeof assetStates)[number]

export const AssetPage = Paged(Asset, 'AssetPage')
export const AssetQuery = ClosedObject({
  assetType: Type.Optional(Enum(assetTypes)),
  ...paging,
  query: SearchQuery,
})
export type AssetQuery = Static<typeof AssetQuery>
export const AssetListQuery = ClosedObject({
  ...AssetQuery.properties,
  state: Type.Optional(
    Enum(assetStates, {
      default: 'active',
      description: '`active`: those that search finds; `hidden`; `trashed`, hidden or not.',
    }),
  ),
})
