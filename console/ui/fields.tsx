import { Check, ChevronDown } from 'lucide-react'
import { Checkbox as RadixCheckbox, Select as RadixSelect, Switch as RadixSwitch } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { useFieldError } from './Form.tsx'

type FieldProps = {
  label: string
  /** Help text. */
  hint?: ReactNode
  /** Shown below the field; inside a `Form`, errors of the field `name` are shown automatically. */
  error?: string | undefined
  /** Hides the label visually, but not for assistive technology. */
  hideLabel?: boolean
  optional?: boolean
}

const box = cx(
  'w-full rounded-md border border-edge bg-raised text-base text-ink shadow-low transition-[border-color]',
  'hover:border-faint/60 focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0',
  'aria-invalid:border-danger disabled:opacity-60 max-md:text-lg',
)

type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

function Field({
  label,
  hint,
  error,
  hideLabel,
  optional,
  name,
  children,
}: FieldProps & { name?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const serviceError = useFieldError(name)
  const message = error ?? serviceError
  const described = [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="min-w-0">
      <label
        htmlFor={id}
        className={cx('mb-1.5 flex items-baseline gap-1.5 text-sm font-medium', hideLabel && 'sr-only')}
      >
        {label}
        {optional && <span className="text-xs font-normal text-faint">optional</span>}
      </label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(message && { 'aria-invalid': true as const }),
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-quiet">
          {hint}
        </p>
      )}
      {message && (
        <p id={`${id}-error`} className="mt-1.5 text-xs text-danger">
          {message}
        </p>
      )}
    </div>
  )
}

type TextProps<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, 'id' | 'onChange'> & {
  onChange?: (value: string) => void
}

export function TextField({
  label,
  hint,
  error,
  hideLabel,
  optional,
  className,
  onChange,
  ...props
}: FieldProps & TextProps<'input'>) {
  return (
    <Field {...{ label, hint, error, hideLabel, optional }} name={props.name}>
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          {...props}
          {...control}
          onChange={(event) => onChange?.(event.target.value)}
          className={cx(box, 'h-9 px-3', className)}
        />
      )}
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  optional,
  className,
  onChange,
  ...props
}: FieldProps & TextProps<'textarea'>) {
  return (
    <Field {...{ label, hint, error, hideLabel, optional }} name={props.name}>
      {(control) => (
        <textarea
          rows={4}
          {...props}
          {...control}
          onChange={(event) => onChange?.(event.target.value)}
          className={cx(box, 'field-sizing-content max-h-96 min-h-20 resize-y px-3 py-2', className)}
        />
      )}
    </Field>
  )
}

type SelectProps<T extends string> = FieldProps & {
  name?: string
  options: readonly { value: T; label: string; hint?: string }[]
  value: T
  onChange: (value: T) => void
  disabled?: boolean
}

export function Select<T extends string>({
  options,
  value,
  onChange,
  name,
  disabled,
  ...field
}: SelectProps<T>) {
  return (
    <Field {...field} name={name}>
      {(control) => (
        <RadixSelect.Root
          value={value}
          onValueChange={(next) => onChange(next as T)}
          {...(disabled && { disabled })}
        >
          <RadixSelect.Trigger
            {...control}
            className={cx(box, 'flex h-9 items-center justify-between gap-2 px-3 text-start')}
          >
            <span className="truncate">
              <RadixSelect.Value />
            </span>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
          </RadixSelect.Trigger>
          <RadixSelect.Portal>
            <RadixSelect.Content
              position="popper"
              sideOffset={4}
              className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-rise overflow-hidden rounded-lg bg-raised p-1 shadow-float"
            >
              <RadixSelect.Viewport>
                {options.map((option) => (
                  <RadixSelect.Item
                    key={option.value}
                    value={option.value}
                    className="flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-sm outline-none data-highlighted:bg-hover"
                  >
                    <span className="min-w-0 flex-1">
                      <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                      {option.hint && <span className="block text-xs text-quiet">{option.hint}</span>}
                    </span>
                    <RadixSelect.ItemIndicator>
                      <Check aria-hidden className="size-4" />
                    </RadixSelect.ItemIndicator>
                  </RadixSelect.Item>
                ))}
              </RadixSelect.Viewport>
            </RadixSelect.Content>
          </RadixSelect.Portal>
        </RadixSelect.Root>
      )}
    </Field>
  )
}

type ToggleProps = {
  label: string
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Takes effect at once; use a `Checkbox` if a button submits the value. */
export function Switch({ label, hint, checked, onChange, disabled }: ToggleProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <ToggleText id={id} label={label} hint={hint} />
      <RadixSwitch.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled ?? false}
        className="relative mt-0.5 h-5 w-9 shrink-0 rounded-full bg-faint transition-colors data-[state=checked]:bg-accent disabled:opacity-50"
      >
        <RadixSwitch.Thumb className="block size-4 translate-x-0.5 rounded-full bg-ground shadow-low transition-transform data-[state=checked]:translate-x-4.5 rtl:-translate-x-0.5 rtl:data-[state=checked]:-translate-x-4.5" />
      </RadixSwitch.Root>
    </div>
  )
}

export function Checkbox({ label, hint, checked, onChange, disabled }: ToggleProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <RadixCheckbox.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
        disabled={disabled ?? false}
        className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-sm border border-faint bg-raised data-[state=checked]:border-solid data-[state=checked]:bg-solid data-[state=checked]:text-on-solid disabled:opacity-50"
      >
        <RadixCheckbox.Indicator>
          <Check aria-hidden className="size-3" strokeWidth={3} />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <ToggleText id={id} label={label} hint={hint} />
    </div>
  )
}

function ToggleText({ id, label, hint }: { id: string; label: string; hint: ReactNode }) {
  return (
    <label htmlFor={id} className="text-sm">
      <span className="font-medium">{label}</span>
      {hint && <span className="block text-xs text-quiet">{hint}</span>}
    </label>
  )
}
