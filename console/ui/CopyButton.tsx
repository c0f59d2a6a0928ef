import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from './Button.tsx'

/** Copies a text. With `children`, it is a button with a label, otherwise an icon. */
export function CopyButton({
  text,
  label = 'Copy',
  children,
}: {
  text: string
  label?: string
  children?: string
}) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true))
  const icon = copied ? Check : Copy
  const shownLabel = copied ? 'Copied' : label
  return children ? (
    <Button icon={icon} onClick={copy}>
      {copied ? 'Copied' : children}
    </Button>
  ) : (
    <IconButton icon={icon} label={shownLabel} size="sm" onClick={copy} />
  )
}
