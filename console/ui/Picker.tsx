import { Command } from 'cmdk'
import { ChevronDown, Plus } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useId, useState } from 'react'
import { type listQuery, type PagedList, useList } from '../api/lists.ts'
import { Avatar } from './Avatar.tsx'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { Form, useFieldError } from './Form.tsx'
import { TextField } from './fields.tsx'
import { notifyProblem } from './notify.tsx'
import { PopoverPanel } from './PopoverPanel.tsx'
import { Skeleton } from './states.tsx'

type PickerOptions<T, New = T> = {
  /** The accessible name: “Find a person”. */
  find: string
  /** What to type. */
  placeholder: string
  query: (text: string) => ReturnType<typeof listQuery<T>>
  keyOf: (row: T) => string
  show: (row: T) => ReactNode
  onPick: (row: T | New) => void
  /** Allows creating what is missing. */
  create?: PickerCreation<New> | undefined
}

export type PickerCreation<T> = {
  /** The option for the typed text: “Add account acme.com”; undefined if the text is not valid. */
  label: (text: string) => string | undefined
  /** A hint for text that is not valid. */
  help?: string
  /** Another value to ask for before creating, with an initial value. */
  ask?: { label: string; hint: string; proposal: (text: string) => string }
  run: (text: string, answer: string) => Promise<T>
}

/** Picks an item of a list of any length by searching for its name. */
export function Picker<T, New = T>({
  trigger,
  onPick,
  ...choices
}: PickerOptions<T, New> & { trigger: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PopoverPanel
      label={choices.find}
      trigger={trigger}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-(--radix-popover-trigger-width) min-w-72 overflow-hidden"
    >
      <Found
        {...choices}
        onPick={(row) => {
          setIsOpen(false)
          onPick(row)
        }}
      />
    </PopoverPanel>
  )
}

function Found<T, New>({ find, placeholder, query, keyOf, show, onPick, create }: PickerOptions<T, New>) {
  const [text, setText] = useState('')
  const { rows, isLoading, isStale, error }: PagedList<T> = useList(query(useDeferredValue(text.trim())))
  const [chosen, setChosen] = useState('')
  const [asks, setAsks] = useState(false)
  const creation = useCreation(create, text.trim(), onPick)
  const first = rows[0] ? keyOf(rows[0]) : create ? 'create' : ''
  // Results arrive after typing; Enter picks the first one.
  useEffect(() => setChosen(first), [first])
  if (create?.ask && asks) return <Ask {...create.ask} text={text.trim()} creation={creation} />
  return (
    <Command label={find} shouldFilter={false} value={chosen} onValueChange={setChosen}>
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        placeholder={placeholder}
        className="h-10 w-full border-b border-line bg-transparent px-3 text-sm outline-none max-md:text-lg"
      />
      <Command.List className={cx('thin-scroll max-h-64 overflow-y-auto p-1', isStale && 'opacity-60')}>
        {isLoading && <Skeleton className="m-2 h-4 w-40" />}
        {!isLoading && (
          <Command.Empty className="px-2 py-3 text-sm text-quiet">
            {error
              ? 'Couldn’t load the list. Type to try again.'
              : create?.help && !create.label(text)
                ? `No results. ${create.help}`
                : 'No results'}
          </Command.Empty>
        )}
        {rows.slice(0, 30).map((row) => (
          <Command.Item
            key={keyOf(row)}
            value={keyOf(row)}
            onSelect={() => onPick(row)}
            className="flex min-h-8 items-center gap-2.5 rounded-md px-2 py-1 text-sm data-[selected=true]:bg-hover"
          >
            {show(row)}
          </Command.Item>
        ))}
        {create && !isLoading && (
          <CreateItem
            label={create.label(text.trim())}
            isBusy={creation.isBusy}
            onSelect={() => (create.ask ? setAsks(true) : void creation.run(''))}
          />
        )}
      </Command.List>
    </Command>
  )
}

type CreationState = { isBusy: boolean; run: (answer: string) => Promise<void> }

function useCreation<T>(
  create: PickerCreation<T> | undefined,
  text: string,
  onPick: (row: T) => void,
): CreationState {
  const [isBusy, setIsBusy] = useState(false)
  const run = async (answer: string) => {
    if (!create || isBusy) return
    setIsBusy(true)
    try {
      onPick(await create.run(text, answer))
    } catch (error) {
      notifyProblem(error)
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}

type CreateProps = { label: string | undefined; isBusy: boolean; onSelect: () => void }

function CreateItem({ label, isBusy, onSelect }: CreateProps) {
  if (!label) return null
  return (
    <Command.Item
      value="create"
      disabled={isBusy}
      onSelect={onSelect}
      className="flex min-h-8 items-center gap-2.5 rounded-md px-2 py-1 text-sm data-[disabled=true]:opacity-50 data-[selected=true]:bg-hover"
    >
      <Plus aria-hidden className="size-4 shrink-0 text-quiet" />
      <span className="truncate">{label}</span>
    </Command.Item>
  )
}

type AskProps = NonNullable<PickerCreation<unknown>['ask']> & { text: string; creation: CreationState }

function Ask({ label, hint, proposal, text, creation: { isBusy, run } }: AskProps) {
  const [answer, setAnswer] = useState(() => proposal(text))
  return (
    <Form className="space-y-3 p-3" onSubmit={() => void run(answer.trim())}>
      <p className="truncate text-sm text-quiet">{text}</p>
      <TextField
        label={label}
        hint={hint}
        autoFocus
        maxLength={255}
        value={answer}
        onFocus={(event) => event.target.select()}
        onChange={setAnswer}
      />
      <Button type="submit" look="primary" busy={isBusy}>
        Add
      </Button>
    </Form>
  )
}

type NamedProps = { name: string; hint: string | null; square?: boolean; badge?: ReactNode }

/** A person or an account as an option: the name gets most of the width, the hint the rest. */
export function NamedChoice({ name, hint, square, badge }: NamedProps) {
  return (
    <>
      <Avatar name={name} square={square ?? false} />
      <span className={cx('truncate', hint ? 'max-w-3/4 shrink-0' : 'min-w-0')}>{name}</span>
      {badge}
      {hint && <span className="ms-auto min-w-0 truncate text-xs text-quiet">{hint}</span>}
    </>
  )
}

type FieldProps<T, New> = PickerOptions<T, New> & {
  label: string
  /** The name of the field in errors. */
  name: string
  /** The picked item. */
  value: ReactNode
  empty: string
  hint?: ReactNode
}

/** A field whose value is picked from a list. */
export function PickerField<T, New = T>({ label, name, value, empty, hint, ...choices }: FieldProps<T, New>) {
  const id = useId()
  const error = useFieldError(name)
  return (
    <div className="min-w-0">
      <div className="mb-1.5 text-sm font-medium" id={`${id}-label`}>
        {label}
      </div>
      <Picker
        {...choices}
        trigger={
          <button
            type="button"
            id={id}
            aria-labelledby={`${id}-label ${id}`}
            {...((hint || error) && { 'aria-describedby': `${id}-message` })}
            {...(error && { 'data-invalid': true })}
            className="flex min-h-9 w-full items-center justify-between gap-2 rounded-md border border-edge bg-raised px-3 py-1 text-start text-base shadow-low hover:border-faint/60 focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 data-invalid:border-danger max-md:text-lg"
          >
            <span className="min-w-0 truncate">{value || <span className="text-faint">{empty}</span>}</span>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
          </button>
        }
      />
      {(hint || error) && (
        <p id={`${id}-message`} className={cx('mt-1.5 text-xs', error ? 'text-danger' : 'text-quiet')}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
