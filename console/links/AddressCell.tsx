import { CopyButton } from '../ui/CopyButton.tsx'
import { readable } from './words.ts'

/** Where an audience finds its page: the path, and all of it to copy. */
export function AddressCell({ address }: { address: { url: string | null } | undefined }) {
  if (!address) return null
  const { url } = address
  if (!url) return <span className="text-faint">no address yet</span>
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span dir="ltr" className="truncate text-quiet" title={readable(url)}>
        {readable(url).replace(/^[^/]*/, '')}
      </span>
      <CopyButton text={url} label="Copy the address" />
    </span>
  )
}
