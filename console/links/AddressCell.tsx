import { CopyButton } from '../ui/CopyButton.tsx'
import { readable } from './words.ts'

/** Where an audience finds its page: the path, and all of it to copy. */
export function AddressCell({ address }: { address: { url: string | null } | undefined }) {
  if (!address) return null
  const { url } = address
  if (!url) return <span className="text-faint">no address yet</span>
  const path = readable(url).replace(/^[^/]*/, '')
  const end = path.lastIndexOf('/')
  return (
    <span className="flex min-w-0 items-center gap-1">
      {/* The end tells addresses below one another apart, so the beginning is shortened first. */}
      <span dir="ltr" className="flex min-w-0 text-quiet" title={readable(url)}>
        <span className="min-w-0 shrink-[999] truncate">{path.slice(0, end)}</span>
        <span className="min-w-0 truncate">{path.slice(end)}</span>
      </span>
      <CopyButton text={url} label="Copy the address" />
    </span>
  )
}
