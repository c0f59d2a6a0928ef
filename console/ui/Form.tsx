import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { describe, ProblemError, withPath } from '../api/problem.ts'

type FieldErrors = { of: (name: string) => string | undefined; claim: (name: string) => () => void }

const FormErrors = createContext<FieldErrors>({ of: () => undefined, claim: () => () => {} })

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: () => void
  /** The error of the last request: each field shows its part, the form shows the rest. */
  error?: unknown
  children: ReactNode
}

/** A form whose fields show errors of the service: `/name` is the error of the field `name`. */
export function Form({ onSubmit, error, children, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [claimed, setClaimed] = useState<ReadonlySet<string>>(new Set())
  const claim = useCallback((name: string) => {
    setClaimed((names) => new Set(names).add(name))
    return () => setClaimed((names) => new Set([...names].filter((one) => one !== name)))
  }, [])
  const [missing, setMissing] = useState<readonly string[]>([])
  const errors = useMemo(
    () =>
      new Map([
        ...(error instanceof ProblemError
          ? error.errors.map(({ path, message }) => [path, message] as const)
          : []),
        ...missing.map((name) => [`/${name}`, 'Fill this in.'] as const),
      ]),
    [error, missing],
  )
  const context = useMemo(() => ({ of: (name: string) => errors.get(`/${name}`), claim }), [errors, claim])
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  const others = [...errors].filter(([path]) => !claimed.has(path.slice(1)))
  return (
    <form
      {...props}
      ref={form}
      noValidate
      onKeyDown={(event) => {
        props.onKeyDown?.(event)
        submitByKeys(event, [...event.currentTarget.elements])
      }}
      onInput={({ target }) => {
        const { name } = target as HTMLInputElement
        if (missing.includes(name)) setMissing(missing.filter((one) => one !== name))
      }}
      onSubmit={(event) => {
        event.preventDefault()
        // A form in a panel above this one is its child in React.
        event.stopPropagation()
        const empty = emptyFields(event.currentTarget)
        setMissing(empty.map(({ name }) => name))
        if (empty.length === 0) onSubmit()
        else empty[0]?.focus()
      }}
    >
      <FormErrors value={context}>{children}</FormErrors>
      {Boolean(error) && missing.length === 0 && (errors.size === 0 || others.length > 0) && (
        <Refusal error={error} others={others.map(([path, message]) => withPath(path, message))} />
      )}
    </form>
  )
}

/** The required fields of a form that nothing was entered in. */
function emptyFields({ elements }: HTMLFormElement) {
  return [...elements].filter(
    (element) =>
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
      element.required &&
      element.name !== '' &&
      element.value.trim() === '',
  ) as (HTMLInputElement | HTMLTextAreaElement)[]
}

/** ⌘↵ or Ctrl+↵ presses the submit button among `elements`, unless it is disabled. */
export function submitByKeys(event: KeyboardEvent, elements: Iterable<Element>): void {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
  event.preventDefault()
  // A panel or form around this one would submit again.
  event.stopPropagation()
  for (const element of elements)
    if (element instanceof HTMLButtonElement && element.type === 'submit') {
      element.click()
      return
    }
}

function Refusal({ error, others }: { error: unknown; others: string[] }) {
  const { title, detail, requestId } = describe(error)
  return (
    <div role="alert" className="mt-4 rounded-md bg-danger-tint px-3 py-2 text-sm">
      <p className="font-medium text-danger">{title}</p>
      <p className="text-ink">{others.length > 0 ? others.join('; ') : detail}</p>
      {requestId && <p className="mt-1 text-xs text-quiet">Request {requestId}</p>}
    </div>
  )
}

/** The error of a field, which the form then leaves to the field. */
export function useFieldError(name: string | undefined): string | undefined {
  const { of, claim } = use(FormErrors)
  useEffect(() => (name ? claim(name) : undefined), [name, claim])
  return name ? sentence(of(name)) : undefined
}

function sentence(message: string | undefined): string | undefined {
  return message && `${message[0]?.toUpperCase()}${message.slice(1).replace(/\.$/, '')}.`
}
