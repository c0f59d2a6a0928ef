import { Download } from 'lucide-react'
import { apiBase } from '../api/client.ts'
import { buttonClass } from '../ui/Button.tsx'

/** Downloads names, e-mail addresses and links of all audiences of a page, for a mail merge. */
export function ExportLinksLine({ pageId }: { pageId: string }) {
  return (
    <a
      href={`${apiBase}/v0/pages/${pageId}/addresses/export`}
      download
      title="Names, e-mail addresses and links as CSV, for a mail merge"
      className={buttonClass('quiet')}
    >
      <Download aria-hidden className="size-4" />
      <span className="max-md:sr-only">Export names and links</span>
    </a>
  )
}
