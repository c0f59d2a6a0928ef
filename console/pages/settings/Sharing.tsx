import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Shape } from '../../api/schema.ts'
import { AssetField } from '../../assets/AssetField.tsx'
import { ColorField } from '../../ui/ColorField.tsx'
import { Checkbox, TextArea, TextField } from '../../ui/fields.tsx'
import type { Page } from '../words.ts'
import { Group } from './Group.tsx'

type Metadata = Shape<'Metadata'>
type Robot = NonNullable<Metadata['robots']>[number]
type TextName = Exclude<
  keyof Metadata,
  'keywords' | 'robots' | 'themeColor' | 'ogImageFileId' | 'twitterImageFileId'
>
type TextPart = { name: TextName; label: string; placeholder?: string; isLong?: true }

const searchParts: TextPart[] = [
  { name: 'title', label: 'Title', placeholder: 'The title of the page, when left out' },
  { name: 'description', label: 'Description', isLong: true },
  { name: 'author', label: 'Author' },
  { name: 'canonicalUrl', label: 'Canonical address', placeholder: 'https://' },
]
const sharedParts: TextPart[] = [
  { name: 'ogTitle', label: 'Title' },
  { name: 'ogSiteName', label: 'Name of the site' },
  { name: 'ogDescription', label: 'Description', isLong: true },
  { name: 'ogUrl', label: 'Address', placeholder: 'https://' },
  { name: 'ogImageUrl', label: 'Address of the picture', placeholder: 'https://' },
  { name: 'ogImageAlt', label: 'What the picture shows' },
]
const xParts: TextPart[] = [
  { name: 'twitterTitle', label: 'Title' },
  { name: 'twitterSite', label: 'Account of the site', placeholder: '@acme' },
  { name: 'twitterDescription', label: 'Description', isLong: true },
  { name: 'twitterCreator', label: 'Account of the author', placeholder: '@jane' },
  { name: 'twitterImageUrl', label: 'Address of the picture', placeholder: 'https://' },
  { name: 'twitterImageAlt', label: 'What the picture shows' },
]
const robotWords: Record<Robot, string> = {
  all: 'Everything is allowed',
  index: 'List it in search results',
  noindex: 'Keep it out of search results',
  follow: 'Follow its links',
  nofollow: 'Do not follow its links',
  none: 'Nothing is allowed',
  noarchive: 'No stored copy',
  nosnippet: 'No excerpt',
  noimageindex: 'No pictures in search results',
  notranslate: 'No offer to translate',
}

export function Sharing({ page }: { page: Page }) {
  const saved: { metadata: Metadata | null } = { metadata: page.metadata ?? null }
  return (
    <Group
      page={page}
      title="Search and sharing"
      about="What browsers, search engines and those who share the page are told. Audiences can have their own."
      saved={saved}
      tidy={({ metadata }) => ({ metadata: metadata && withoutEmpty(metadata) })}
    >
      {({ metadata }, change) => (
        <MetadataFields
          metadata={metadata ?? {}}
          edit={(part) => change({ metadata: { ...metadata, ...part } })}
        />
      )}
    </Group>
  )
}

/** What was emptied is left out; nothing at all is null. */
function withoutEmpty(metadata: Metadata): Metadata | null {
  const kept = Object.entries(metadata).filter(([, value]) => value !== undefined && value.length > 0)
  return kept.length === 0 ? null : (Object.fromEntries(kept) as Metadata)
}

type Props = { metadata: Metadata; edit: (part: Partial<Metadata>) => void }

function MetadataFields({ metadata, edit }: Props) {
  const texts = (parts: TextPart[]) => <Texts {...{ metadata, edit, parts }} />
  return (
    <>
      {texts(searchParts)}
      <TextField
        name="metadata/keywords"
        label="Keywords"
        optional
        hint="With commas between them."
        value={metadata.keywords?.join(', ') ?? ''}
        onChange={(event) => edit({ keywords: readWords(event.target.value) })}
      />
      <ColorField
        name="metadata/themeColor"
        label="Colour of the browser’s frame"
        optional
        value={metadata.themeColor ?? ''}
        onChange={(themeColor) => edit({ themeColor })}
      />
      <Robots {...{ metadata, edit }} />
      <Disclosed title="When it is shared">
        {texts(sharedParts)}
        <PictureFile {...{ metadata, edit }} name="ogImageFileId" />
      </Disclosed>
      <Disclosed title="On X, where it differs">
        {texts(xParts)}
        <PictureFile {...{ metadata, edit }} name="twitterImageFileId" />
      </Disclosed>
    </>
  )
}

function readWords(text: string): string[] {
  const words = text
    .split(',')
    .map((word, index) => (index === 0 ? word.trimStart() : word.replace(/^ /, '')))
  return words.length === 1 && words[0] === '' ? [] : words
}

function Texts({ metadata, edit, parts }: Props & { parts: TextPart[] }) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {parts.map(({ name, isLong, ...part }) => {
        const field = {
          ...part,
          name: `metadata/${name}`,
          optional: true,
          value: metadata[name] ?? '',
          onChange: (event: { target: { value: string } }) => edit({ [name]: event.target.value }),
        }
        return isLong ? (
          <div key={name} className="md:col-span-2">
            <TextArea {...field} rows={2} className="min-h-16!" />
          </div>
        ) : (
          <TextField key={name} {...field} />
        )
      })}
    </div>
  )
}

function Robots({ metadata, edit }: Props) {
  const { robots = [] } = metadata
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Search engines</legend>
      <div className="grid gap-2 md:grid-cols-2">
        {(Object.keys(robotWords) as Robot[]).map((robot) => (
          <Checkbox
            key={robot}
            label={robotWords[robot]}
            checked={robots.includes(robot)}
            onChange={(isOn) =>
              edit({ robots: isOn ? [...robots, robot] : robots.filter((one) => one !== robot) })
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

function PictureFile({ metadata, edit, name }: Props & { name: 'ogImageFileId' | 'twitterImageFileId' }) {
  const fileId = metadata[name]
  return (
    <AssetField
      label="Picture of yours"
      name={`metadata/${name}`}
      hint="Goes before the address."
      empty="None"
      value={fileId && <span className="truncate font-mono text-sm">{fileId}</span>}
      onPick={({ data }) => edit({ [name]: data.fileId })}
      onClear={fileId ? () => edit({ [name]: '' }) : undefined}
    />
  )
}

function Disclosed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group rounded-lg border border-line open:pb-4">
      <summary className="flex cursor-default list-none items-center gap-2 rounded-lg px-3 py-2.5 text-sm font-medium hover:bg-hover">
        <ChevronRight
          aria-hidden
          className="size-4 text-faint transition-transform group-open:rotate-90 rtl:-scale-x-100"
        />
        {title}
      </summary>
      <div className="space-y-4 px-4 pt-3">{children}</div>
    </details>
  )
}
