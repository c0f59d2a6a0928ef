import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'

type Props = {
  /** The name of the secret: “Key”. */
  label: string
  secret: string
  /** Instructions for the secret. */
  children?: ReactNode
}

/** A secret that is shown only once, with buttons to copy and save it. */
export function ShownOnce({ label, secret, children }: Props) {
  return (
    <div>
      <div className="mb-1.5 text-sm font-medium">{label}</div>
      <div className="flex items-start gap-3 rounded-lg border border-edge bg-sunken p-3">
        <code className="min-w-0 flex-1 text-sm break-all select-all" dir="ltr">
          {secret}
        </code>
        <CopyButton text={secret}>{`Copy ${label.toLowerCase()}`}</CopyButton>
      </div>
      <p role="status" className="mt-2 text-sm text-warn">
        This is shown only once. Store it in a safe place, such as a password manager.
      </p>
      {children && <div className="mt-5 text-sm text-quiet">{children}</div>}
    </div>
  )
}
