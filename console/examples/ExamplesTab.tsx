import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Eye, FileText } from 'lucide-react'
import { useState } from 'react'
import { brandsQuery } from '../brands/queries.ts'
import { type Brand, lookWords, ownBrand } from '../brands/words.ts'
import { type PageType, typeWords } from '../pages/words.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Switch } from '../ui/fields.tsx'
import { PreviewFrame } from '../ui/PreviewFrame.tsx'
import { EmptyState, Skeleton } from '../ui/states.tsx'
import { useWidth } from '../ui/width.ts'
import { type ExampleFilter, ExampleFilters, matches } from './ExampleFilters.tsx'
import { pictureOf } from './pictures.ts'
import { examplePreviewQuery, examplesQuery, type PageExample } from './queries.ts'

type Props = {
  onUse: (example: PageExample, brand: Brand | undefined) => void
  isBusy: boolean
  onTemplates: () => void
}

/** Finished example pages by industry; the chosen one is copied to a new page. */
export function ExamplesTab({ onUse, isBusy, onTemplates }: Props) {
  const { data: examples } = useQuery(examplesQuery)
  const { data: brands } = useQuery(brandsQuery)
  const brand = ownBrand(brands)
  const [filter, setFilter] = useState<ExampleFilter>({})
  const [name, setName] = useState<PageExample['name']>()
  const [isOwn, setIsOwn] = useState(false)
  const [isLooking, setIsLooking] = useState(false)
  const isWide = useWidth().has('md')
  if (!examples) return <Skeleton className="m-5 h-60" />
  const found = examples.filter((example) => matches(example, filter))
  const chosen = found.find((example) => example.name === name) ?? found[0]
  const brandId = isOwn ? brand?.brandId : undefined
  const use = () => chosen && onUse(chosen, brand)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1">
        {isWide && <ExampleFilters examples={examples} filter={filter} onChange={setFilter} />}
        <div className="thin-scroll min-w-0 flex-1 overflow-y-auto p-4 md:p-5">
          <div className="mb-4 flex flex-wrap items-center gap-3">
            {isLooking ? (
              <Button icon={ArrowLeft} look="quiet" className="-ms-2" onClick={() => setIsLooking(false)}>
                All examples
              </Button>
            ) : (
              <input
                type="search"
                aria-label="Search examples"
                placeholder="Trade or word"
                value={filter.text ?? ''}
                onChange={({ target }) => setFilter({ ...filter, text: target.value })}
                className="h-9 w-64 rounded-md border border-edge bg-raised px-3 text-base shadow-low max-md:w-full max-md:text-lg"
              />
            )}
            {brand && (
              <span className="ms-auto">
                <Switch label={`In ${brand.name}’s colours`} checked={isOwn} onChange={setIsOwn} />
              </span>
            )}
          </div>
          {isLooking && chosen ? (
            <Whole example={chosen} brandId={brandId} />
          ) : found.length === 0 ? (
            <EmptyState
              title={`No example for “${filter.text ?? ''}” yet`}
              action={
                <span className="flex gap-2">
                  <Button onClick={() => setFilter({})}>Show all</Button>
                  <Button onClick={onTemplates}>Start from a template</Button>
                </span>
              }
            />
          ) : (
            <Grid
              {...{ found, chosen, brandId }}
              onChoose={setName}
              onLook={() => setIsLooking(true)}
              onUse={use}
            />
          )}
        </div>
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-5 py-3">
        <FileText aria-hidden className="size-4 shrink-0 text-quiet max-md:hidden" />
        <span className="min-w-0 flex-1 text-sm max-md:basis-full">
          {chosen && (
            <>
              <b className="font-medium">{chosen.trade}</b>, {chosen.blocks} blocks. 8 questions, about 3
              minutes.
            </>
          )}
        </span>
        <Button icon={Eye} keys="space" disabled={!chosen} onClick={() => setIsLooking(!isLooking)}>
          {isLooking ? 'Back' : 'Look at it'}
        </Button>
        <Button type="submit" look="primary" keys="mod+enter" disabled={!chosen} busy={isBusy} onClick={use}>
          Use this example
        </Button>
      </footer>
    </div>
  )
}

type GridProps = {
  found: PageExample[]
  chosen: PageExample | undefined
  brandId: string | undefined
  onChoose: (name: PageExample['name']) => void
  onLook: () => void
  onUse: () => void
}

function Grid({ found, chosen, brandId, onChoose, onLook, onUse }: GridProps) {
  // Examples in the tenant's colours are rendered by the service a few at a time, as each needs its own font subsets.
  const [shown, setShown] = useState(0)
  return (
    <ul
      aria-label="Examples"
      className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-4 gap-y-5"
    >
      {found.map((example, index) => (
        <li key={example.name}>
          <button
            type="button"
            aria-pressed={example === chosen}
            onClick={() => onChoose(example.name)}
            onDoubleClick={onUse}
            onKeyDown={(event) => {
              if (event.key !== ' ') return
              event.preventDefault()
              onChoose(example.name)
              onLook()
            }}
            className="group block w-full text-start outline-none"
          >
            <Small
              example={example}
              brandId={brandId}
              isChosen={example === chosen}
              isDue={index < shown + mostAtOnce}
              onShown={() => setShown((before) => before + 1)}
            />
            <span className="mt-2 flex items-baseline justify-between gap-2 px-0.5 text-sm">
              <span className={cx('truncate font-medium', example === chosen && 'text-accent')}>
                {example.trade}
              </span>
              <span className="shrink-0 text-quiet">
                {typeWords[example.pageType as PageType].label} · {lookWords[example.look]}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const mostAtOnce = 3

type SmallProps = {
  example: PageExample
  brandId: string | undefined
  isChosen: boolean
  isDue: boolean
  onShown: () => void
}

function Small({ example: { name, trade }, brandId, isChosen, isDue, onShown }: SmallProps) {
  const { data } = useQuery({
    ...examplePreviewQuery(name, brandId),
    enabled: isDue && brandId !== undefined,
  })
  return (
    <span
      aria-hidden
      className={cx(
        'pointer-events-none block overflow-hidden rounded-lg border',
        isChosen ? 'border-accent ring-2 ring-accent' : 'border-line group-hover:border-faint',
        'group-focus-visible:outline-2 group-focus-visible:outline-accent',
      )}
    >
      {brandId === undefined ? (
        <img src={pictureOf(name)} alt="" className="h-44 w-full bg-sunken object-cover object-top" />
      ) : (
        <PreviewFrame
          src={data?.url}
          onShown={onShown}
          title={`Example: ${trade}`}
          className="h-44 rounded-none! shadow-none!"
        />
      )}
    </span>
  )
}

function Whole({ example: { name, trade }, brandId }: { example: PageExample; brandId: string | undefined }) {
  const { data } = useQuery(examplePreviewQuery(name, brandId))
  return (
    <PreviewFrame
      src={data?.url}
      title={`The whole example: ${trade}`}
      className="h-[calc(100%-3.5rem)] min-h-96"
    />
  )
}
