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
  { name: 'title', label: 'Title', placeholder: 'Defaults to the page title' },
  { name: 'description', label: 'Description', isLong: true },
  { name: 'author', label: 'Author' },
  { name: 'canonicalUrl', label: 'Canonical URL', placeholder: 'https://' },
]
const sharedParts: TextPart[] = [
  { name: 'ogTitle', label: 'Title' },
  { name: 'ogSiteName', label: 'Site name' },
  { name: 'ogDescription', label: 'Description', isLong: true },
  { name: 'ogUrl', label: 'Address', placeholder: 'https://' },
  { name: 'ogImageUrl', label: 'Image URL', placeholder: 'https://' },
  { name: 'ogImageAlt', label: 'Image alt text' },
]
const xParts: TextPart[] = [
  { name: 'twitterTitle', label: 'Title' },
  { name: 'twitterSite', label: 'Site’s handle', placeholder: '@acme' },
  { name: 'twitterDescription', label: 'Description', isLong: true },
  { name: 'twitterCreator', label: 'Author’s handle', placeholder: '@jane' },
  { name: 'twitterImageUrl', label: 'Image URL', placeholder: 'https://' },
  { name: 'twitterImageAlt', label: 'Image alt text' },
]
/** What search engines may do with the page; each switch is on unless the metadata turn it off. */
const searchSwitches: { off: Robot; label: string }[] = [
  { off: 'noindex', label: 'Show in search results' },
  { off: 'nofollow', label: 'Follow links on the page' },
  { off: 'nosnippet', label: 'Show a text snippet' },
  { off: 'noimageindex', label: 'Show images in search results' },
  { off: 'noarchive', label: 'Keep a cached copy' },
  { off: 'notranslate', label: 'Offer a translation' },
]

export function Sharing({ page }: { page: Page }) {
  const saved: { metadata: Metadata | null } = { metadata: page.metadata ?? null }
  return (
    <Group
      page={page}
      title="Search and sharing"
      about="How the page appears in search results and when it is shared. Audiences can override this."
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

/** Leaves out empty values; null if all are empty. */
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
        hint="Separate keywords with commas."
        value={metadata.keywords?.join(', ') ?? ''}
        onChange={(value) => edit({ keywords: readWords(value) })}
      />
      <ColorField
        name="metadata/themeColor"
        label="Browser theme colour"
        value={metadata.themeColor ?? ''}
        onChange={(themeColor) => edit({ themeColor })}
      />
      <Robots {...{ metadata, edit }} />
      <Disclosed title="Social sharing">
        {texts(sharedParts)}
        <PictureFile {...{ metadata, edit }} name="ogImageFileId" />
      </Disclosed>
      <Disclosed title="X (Twitter)">
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
          onChange: (value: string) => edit({ [name]: value }),
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
  const off = readRobots(metadata.robots)
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Search engines may</legend>
      <div className="grid gap-2 md:grid-cols-2">
        {searchSwitches.map((one) => (
          <Checkbox
            key={one.off}
            label={one.label}
            checked={!off.has(one.off)}
            onChange={(isOn) => {
              const next = new Set(off)
              if (isOn) next.delete(one.off)
              else next.add(one.off)
              edit({ robots: searchSwitches.map(({ off }) => off).filter((robot) => next.has(robot)) })
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The switches that are off; `none` stands for `noindex` and `nofollow`. */
function readRobots(robots: Robot[] = []): ReadonlySet<Robot> {
  return new Set(robots.flatMap((robot): Robot[] => (robot === 'none' ? ['noindex', 'nofollow'] : [robot])))
}

function PictureFile({ metadata, edit, name }: Props & { name: 'ogImageFileId' | 'twitterImageFileId' }) {
  const fileId = metadata[name]
  return (
    <AssetField
      label="Image from assets"
      name={`metadata/${name}`}
      hint="Takes precedence over the image URL."
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
