import { Download } from 'lucide-react'
import { apiBase } from '../api/client.ts'
import { buttonClass } from './Button.tsx'
import { cx } from './cx.ts'

/** Downloads a table as a CSV file from the API operation at `path`. */
export function ExportLink({
  path,
  label = 'Export CSV',
  className,
}: {
  path: string
  label?: string
  className?: string
}) {
  return (
    <a href={`${apiBase}${path}`} download className={cx(buttonClass('quiet', 'sm'), className)}>
      <Download aria-hidden className="size-4" />
      {label}
    </a>
  )
}
