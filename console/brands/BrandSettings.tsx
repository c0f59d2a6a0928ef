import { type ReactNode, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { TextArea, TextField } from '../ui/fields.tsx'
import { Segments } from '../ui/Segments.tsx'
import { ColorRows } from './ColorRows.tsx'
import { DomainField } from './DomainField.tsx'
import { FontField } from './FontField.tsx'
import { LogoTiles } from './LogoTiles.tsx'
import { LookCards } from './LookCards.tsx'
import { type BrandPatch, useReadSite } from './queries.ts'
import { SiteDifferences } from './SiteDifferences.tsx'
import { type Brand, corners } from './words.ts'

type Props = { draft: Brand; change: (patch: BrandPatch) => void; canEdit: boolean }

/** The fields of a brand. */
export function BrandSettings({ draft, change, canEdit }: Props) {
  const [domain, setDomain] = useState(draft.domain ?? '')
  const reading = useReadSite()
  const { site, problem } = reading.data ?? {}
  return (
    <fieldset disabled={!canEdit} className="min-w-0 space-y-6">
      <legend className="sr-only">Brand</legend>
      <DomainField
        value={domain}
        onChange={setDomain}
        isReading={reading.isPending}
        verb={draft.domain ? 'Read again' : 'Read site'}
        onRead={() =>
          reading.mutate(domain.trim(), {
            onSuccess: (found) => found.site && change({ domain: found.site.domain }),
          })
        }
      >
        {problem ? (
          <span className="text-warn">
            We couldn’t read {domain.trim()}. {problem}
          </span>
        ) : site ? (
          <SiteDifferences site={site} draft={draft} change={change} />
        ) : (
          'Finds logo, colours, fonts and language. Nothing changes until you take it.'
        )}
      </DomainField>
      <TextField
        label="Name"
        value={draft.name}
        maxLength={255}
        error={draft.name.trim() === '' ? 'Enter a name.' : undefined}
        onChange={(value) => change({ name: value })}
      />
      <Part title="Logo">
        <LogoTiles draft={draft} change={change} />
      </Part>
      <Part title="Colours" beside={<SiteColors colors={site?.colors ?? []} draft={draft} change={change} />}>
        <ColorRows draft={draft} change={change} />
      </Part>
      <Part title="Look">
        <LookCards brand={draft} onChange={(look) => change({ look })} />
      </Part>
      <div className="flex gap-3">
        <FontField
          label="Headings"
          value={draft.headingFont}
          onChange={(headingFont) => change({ headingFont })}
        />
        <FontField label="Text" value={draft.textFont} onChange={(textFont) => change({ textFont })} />
      </div>
      <Corners value={draft.cornerStyle} onChange={(cornerStyle) => change({ cornerStyle })} />
      <TextArea
        label="In one sentence"
        optional
        hint="What you do. New pages start with it as what the agent should know."
        rows={2}
        className="min-h-15!"
        maxLength={300}
        value={draft.description ?? ''}
        onChange={(value) => change({ description: value || null })}
      />
    </fieldset>
  )
}

function Part({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="mb-2 flex min-h-6 items-center justify-between gap-3">
        <h2 className="text-sm font-medium">{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  )
}

type ColorsProps = { colors: string[]; draft: Brand; change: (patch: BrandPatch) => void }

/** Colours found on the site; a click makes one the main colour. */
function SiteColors({ colors, draft, change }: ColorsProps) {
  if (colors.length === 0) return null
  return (
    <span className="flex items-center gap-1.5 text-xs text-quiet">
      found on your site:
      {colors.map((color) => (
        <button
          key={color}
          type="button"
          aria-label={`Use ${color} as main colour`}
          aria-pressed={color === draft.primaryColor}
          onClick={() => change({ primaryColor: color })}
          className={cx(
            'size-5 rounded-md border border-line',
            color === draft.primaryColor && 'ring-2 ring-accent ring-offset-1 ring-offset-ground',
          )}
          style={{ background: color }}
        />
      ))}
    </span>
  )
}

type CornersProps = { value: Brand['cornerStyle']; onChange: (value: Brand['cornerStyle']) => void }

function Corners({ value, onChange }: CornersProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span aria-hidden className="text-sm font-medium">
        Corners
      </span>
      <Segments
        label="Corners"
        options={[['look', 'From the look'], ...corners]}
        value={value ?? 'look'}
        onChange={(next) => onChange(next === 'look' ? null : next)}
      />
    </div>
  )
}
