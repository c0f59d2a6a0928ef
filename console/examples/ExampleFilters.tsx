import { lookWords } from '../brands/words.ts'
import { type PageType, typeWords } from '../pages/words.ts'
import { cx } from '../ui/cx.ts'
import type { PageExample } from './queries.ts'

export type ExampleFilter = {
  pageType?: PageExample['pageType'] | undefined
  look?: PageExample['look'] | undefined
  text?: string | undefined
}

/** Whether an example has the chosen type and look and contains every search word. */
export function matches(example: PageExample, { pageType, look, text = '' }: ExampleFilter): boolean {
  const all = `${example.trade} ${example.companyName} ${example.text}`.toLowerCase()
  return (
    (!pageType || example.pageType === pageType) &&
    (!look || example.look === look) &&
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => all.includes(word))
  )
}

const purposes = ['outbound', 'inbound', 'call_followup', 'sales_deck'] as const
const looks = ['editorial', 'product', 'bold'] as const

type Props = {
  examples: PageExample[]
  filter: ExampleFilter
  onChange: (filter: ExampleFilter) => void
}

export function ExampleFilters({ examples, filter, onChange }: Props) {
  const { pageType, look } = filter
  return (
    <div className="flex w-48 shrink-0 flex-col gap-5 border-e border-line p-3 max-lg:w-40">
      <Choices
        label="Purpose"
        options={purposes.map((value) => [
          value,
          typeWords[value as PageType].label,
          examples.filter((one) => one.pageType === value && (!look || one.look === look)).length,
        ])}
        total={examples.filter((one) => !look || one.look === look).length}
        value={pageType}
        onChange={(value) => onChange({ ...filter, pageType: value })}
      />
      <Choices
        label="Look"
        options={looks.map((value) => [
          value,
          lookWords[value],
          examples.filter((one) => one.look === value && (!pageType || one.pageType === pageType)).length,
        ])}
        total={examples.filter((one) => !pageType || one.pageType === pageType).length}
        value={look}
        onChange={(value) => onChange({ ...filter, look: value })}
      />
      <p className="mt-auto rounded-lg bg-sunken p-3 text-xs text-quiet max-lg:hidden">
        <b className="mb-0.5 block text-sm font-medium text-ink">It becomes yours</b>
        Texts and blocks are copied, names and figures become questions. Your brand replaces theirs.
      </p>
    </div>
  )
}

type ChoicesProps<T extends string> = {
  label: string
  options: [value: T, label: string, count: number][]
  total: number
  value: T | undefined
  onChange: (value: T | undefined) => void
}

function Choices<T extends string>({ label, options, total, value, onChange }: ChoicesProps<T>) {
  const all: [T | undefined, string, number][] = [[undefined, 'All', total], ...options]
  return (
    <fieldset>
      <legend className="mb-1 px-2 text-xs text-faint">{label}</legend>
      {all.map(([option, name, count]) => (
        <button
          key={name}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={cx(
            'flex h-8 w-full items-center justify-between rounded-md px-2 text-sm',
            option === value ? 'bg-pressed font-medium' : 'text-quiet hover:bg-hover hover:text-ink',
          )}
        >
          {name}
          <span className="text-xs text-quiet tabular-nums">{count}</span>
        </button>
      ))}
    </fieldset>
  )
}
