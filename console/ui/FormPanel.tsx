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
  /** Replaces the form, while its values load or when it is done. */
  instead?: ReactNode
  /** Replaces the buttons. */
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
      footer={props.footer || buttons}
    >
      {props.instead ||
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
