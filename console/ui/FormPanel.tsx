import { type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { Form } from './Form.tsx'
import { SidePanel } from './SidePanel.tsx'

type Props = {
  title: ReactNode
  description?: ReactNode
  width?: 'normal' | 'wide'
  onClose: () => void
  onSubmit: () => void
  /** The label of the submit button. */
  verb: string
  /** The mutation that `onSubmit` starts. */
  save: { isPending: boolean; error: unknown }
  /** Shown instead of `save.error`; null if the fields show it themselves. */
  error?: unknown
  /** Class names of the form. */
  className?: string
  /** Shown beside the form, such as a preview. */
  beside?: ReactNode
  /** Shown at the start of the footer. */
  footerStart?: ReactNode
  /** Replaces the form while its values load. */
  instead?: ReactNode
  /** Replaces the form once it is sent, such as by a secret that is shown once; the footer then closes the panel. */
  done?: ReactNode
  /** Replaces the buttons once `done` is shown. */
  footer?: ReactNode
  children: ReactNode
}

/** A form in a side panel. Mount it to open it, so that its fields and mutation start fresh each time. */
export function FormPanel({ onClose, onSubmit, verb, save, children, ...props }: Props) {
  const { title, description, width, error = save.error, className = 'space-y-5 p-5', beside } = props
  const id = useId()
  const form = (
    <Form id={id} error={error} onSubmit={() => !save.isPending && onSubmit()} className={className}>
      {children}
    </Form>
  )
  const close = props.footer ?? (
    <Button look="primary" onClick={onClose}>
      Done
    </Button>
  )
  const buttons = (
    <>
      {props.footerStart}
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={id} look="primary" keys="mod+enter" busy={save.isPending}>
        {verb}
      </Button>
    </>
  )
  return (
    <SidePanel
      open
      {...{ title, description, onClose }}
      {...(width && { width })}
      footer={props.done ? close : buttons}
    >
      {props.done ||
        props.instead ||
        (beside ? (
          <div className="flex h-full min-h-0 max-lg:flex-col">
            {form}
            {beside}
          </div>
        ) : (
          form
        ))}
    </SidePanel>
  )
}
