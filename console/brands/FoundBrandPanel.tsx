import { Upload } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { PictureFile } from '../assets/AssetField.tsx'
import { StagedPage } from '../documents/StagedPage.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { TextArea, TextField } from '../ui/fields.tsx'
import { ColorRows } from './ColorRows.tsx'
import { type FoundBrand, mediaTypeOf, sourceOf } from './queries.ts'
import { sampleDocument } from './sample.ts'
import { isColor, languageName } from './words.ts'

type Props = {
  found: FoundBrand
  onChange: (found: FoundBrand) => void
  onUse: () => void
  isSaving: boolean
  onCancel: () => void
  /** Where the brand was read from, or what the user is asked to enter. */
  title: string
}

/** A brand before it is saved: every value can be changed, with a preview on a page. */
export function FoundBrandPanel({ found, onChange, onUse, isSaving, onCancel, title }: Props) {
  const change = (part: Partial<FoundBrand>) => onChange({ ...found, ...part })
  const isReady = found.name.trim() !== '' && isColor(found.primaryColor)
  return (
    <form
      noValidate
      aria-label={title}
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isSaving) onUse()
      }}
    >
      <h2 className="text-base font-semibold break-words">{title}</h2>
      <TextField
        label="Name"
        value={found.name}
        maxLength={120}
        onChange={(value) => change({ name: value })}
      />
      <LogoLine found={found} onChange={(logo) => change({ logo })} />
      <div>
        <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2 text-sm font-medium">
          Colours
          <FoundColors found={found} onChange={(primaryColor) => change({ primaryColor })} />
        </div>
        <ColorRows draft={found} change={(patch) => change(patch as Partial<FoundBrand>)} />
      </div>
      <TextArea
        label="In one sentence"
        hint={
          found.language
            ? `Your site is in ${languageName(found.language)}. The agent knows both.`
            : 'What you do. The agent knows it when it writes.'
        }
        rows={2}
        className="min-h-15!"
        maxLength={300}
        value={found.description}
        onChange={(value) => change({ description: value })}
      />
      <Sample found={found} />
      <div className="flex gap-2">
        <Button
          type="submit"
          look="primary"
          busy={isSaving}
          disabled={!isReady}
          className="max-md:h-11 max-md:flex-1"
        >
          {isSaving ? 'Saving…' : 'Use this brand'}
        </Button>
        <Button look="quiet" onClick={onCancel} className="max-md:h-11">
          Not now
        </Button>
      </div>
    </form>
  )
}

function LogoLine({ found, onChange }: { found: FoundBrand; onChange: (logo: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const source = useMemo(() => found.logo && sourceOf(found.logo), [found.logo])
  const isDrawing = found.logo && mediaTypeOf(found.logo) === 'image/svg+xml'
  return (
    <div>
      <div className="mb-1.5 text-sm font-medium">Logo</div>
      <div className="flex items-center gap-2">
        {source &&
          [
            { ground: '#ffffff', look: '' },
            // Pages show the logo like this until there is one for dark backgrounds.
            { ground: '#16151b', look: isDrawing ? 'brightness-0 invert' : '' },
          ].map(({ ground, look }) => (
            <span
              key={ground}
              className="grid h-11 min-w-0 max-w-40 flex-1 place-items-center rounded-md border border-line px-3"
              style={{ background: ground }}
            >
              <img src={source} alt="" className={cx('max-h-6 max-w-full object-contain', look)} />
            </span>
          ))}
        {!source && <span className="flex-1 text-sm text-quiet">None yet. A monogram is shown instead.</span>}
        <PictureFile label="Logo" ref={input} onFile={onChange} />
        <Button size="sm" icon={Upload} className="max-md:h-11" onClick={() => input.current?.click()}>
          {source ? 'Replace' : 'Upload'}
        </Button>
      </div>
      {source && (
        <p className="mt-1.5 text-xs text-quiet">
          On dark grounds pages show a logo without background in white. If it loses its shape, add one for
          dark under Brand.
        </p>
      )}
    </div>
  )
}

/** Colours of the site; a click makes one the main colour. */
function FoundColors({ found, onChange }: { found: FoundBrand; onChange: (color: string) => void }) {
  if (found.colors.length < 2) return null
  return (
    <span className="flex items-center gap-1.5 text-xs font-normal text-quiet">
      found on your site:
      {found.colors.map((color) => (
        <button
          key={color}
          type="button"
          aria-label={`Use ${color} as main colour`}
          aria-pressed={color === found.primaryColor}
          onClick={() => onChange(color)}
          className={cx(
            'size-5 rounded-md border border-line',
            color === found.primaryColor && 'ring-2 ring-accent ring-offset-1 ring-offset-ground',
          )}
          style={{ background: color }}
        />
      ))}
    </span>
  )
}

/** A sample page in these colours. */
function Sample({ found }: { found: FoundBrand }) {
  const { name, primaryColor, secondaryColor, headingFont, logo } = found
  const brand = useMemo(
    () => ({
      name: name.trim() || 'Your brand',
      ...(isColor(primaryColor) && { primaryColor }),
      secondaryColor: secondaryColor && isColor(secondaryColor) ? secondaryColor : null,
      headingFont,
      ...{ look: null, textFont: null, logoAssetId: null, logoDarkAssetId: null },
    }),
    [name, primaryColor, secondaryColor, headingFont],
  )
  // A new object, so that the page is rendered again for another brand.
  const document = useMemo(() => brand && { ...sampleDocument }, [brand])
  return (
    <div className="h-44 overflow-hidden rounded-lg border border-line shadow-low max-md:h-36">
      <StagedPage
        title="A page in these colours"
        width={900}
        document={document}
        target={{ brand }}
        logo={logo && !(logo instanceof File) ? sourceOf(logo) : undefined}
      />
    </div>
  )
}
