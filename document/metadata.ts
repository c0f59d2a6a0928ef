import { type Static, Type } from 'typebox'
import { closed, Enum, Nullable } from '../shared/typebox.ts'
import { Color } from './color.ts'

const robotsValues = [
  'all',
  'index',
  'noindex',
  'follow',
  'nofollow',
  'none',
  'noarchive',
  'nosnippet',
  'noimageindex',
  'notranslate',
] as const

const line = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: '^\\P{Cc}*$', description })
const WebAddress = (description: string) =>
  Type.String({ maxLength: 2000, pattern: '^https?://[^\\s"\'<>\\\\]+$', description })
const FileId = (description: string) => Type.String({ maxLength: 64, pattern: '^[\\w-]*$', description })
const Handle = (description: string) => Type.String({ maxLength: 40, pattern: '^@?\\w*$', description })

const fields = {
  title: line(300, 'Title of the page in the browser and in search results.'),
  description: line(1000, 'What search results say about the page.'),
  keywords: Type.Array(line(100, 'A keyword.'), { maxItems: 50 }),
  author: line(200, 'Who wrote it.'),
  robots: Type.Array(Enum(robotsValues), { maxItems: robotsValues.length, uniqueItems: true }),
  canonicalUrl: WebAddress('The address search engines should know the page by.'),
  ogTitle: line(300, 'Title when the page is shared.'),
  ogDescription: line(1000, 'Description when the page is shared.'),
  ogImageUrl: WebAddress('Picture when the page is shared.'),
  ogImageFileId: FileId('The same as a file of yours; goes before the address.'),
  ogImageAlt: line(420, 'What the picture shows.'),
  ogSiteName: line(200, 'Name of the site.'),
  ogUrl: WebAddress('Address of the page when it is shared.'),
  twitterTitle: line(300, 'Title on X.'),
  twitterDescription: line(1000, 'Description on X.'),
  twitterImageUrl: WebAddress('Picture on X.'),
  twitterImageFileId: FileId('The same as a file of yours; goes before the address.'),
  twitterImageAlt: line(420, 'What the picture shows.'),
  twitterSite: Handle('Account of the site on X.'),
  twitterCreator: Handle('Account of the author on X.'),
  themeColor: Color,
}

const example = {
  title: 'Foyer for Acme',
  description: 'What we heard, and what we would do.',
  robots: ['noindex'],
}

/** Metadata for browsers, search engines and social previews. */
export const Metadata = Type.Partial(Type.Object(fields), {
  ...closed,
  title: 'Metadata',
  examples: [example],
})
export type Metadata = Static<typeof Metadata>

type Patch = { [K in keyof Metadata]?: Metadata[K] | null }

/** `null` removes a field. */
export const MetadataPatch = Type.Unsafe<Patch>(
  Type.Partial(
    Type.Object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Nullable(field)]))),
    { ...closed, title: 'MetadataPatch', examples: [{ ...example, keywords: null }] },
  ),
)
export type MetadataPatch = Patch

/** The fields that agents may change: texts, but not indexing or URLs. */
export const agentMetadata = [
  'title',
  'description',
  'keywords',
  'author',
  'ogTitle',
  'ogDescription',
  'ogImageAlt',
  'ogSiteName',
  'twitterTitle',
  'twitterDescription',
  'twitterImageAlt',
] as const satisfies (keyof Metadata)[]

/** The page's metadata, overridden by the audience's field by field. */
export function effectiveMetadata(page: Metadata | undefined, override: Metadata | undefined): Metadata {
  return { ...page, ...override }
}
