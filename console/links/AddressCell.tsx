import { CopyButton } from '../ui/CopyButton.tsx'
import { cx } from '../ui/cx.ts'
import { readable } from './words.ts'

type Props = {
  address: { url: string | null } | undefined
  /** Whose it is, on phones in place of the path. */
  name?: string
}

/** Where an audience finds its page: the path, and all of it to copy. */
export function AddressCell({ address, name }: Props) {
  if (!address) return null
  const { url } = address
  const whose = name && <span className="truncate font-medium md:hidden">{name}</span>
  const look = cx(name && 'max-md:hidden')
  if (!url)
    return (
      <>
        {whose}
        <span className={cx('text-faint', look)}>no address yet</span>
      </>
    )
  const path = readable(url).replace(/^[^/]*/, '')
  const end = path.lastIndexOf('/')
  return (
    <span className="flex min-w-0 items-center gap-1">
      {whose}
      {/* The end tells addresses below one another apart, so the beginning is shortened first. */}
      <span dir="ltr" className={cx('flex min-w-0 text-quiet', look)} title={readable(url)}>
        <span className="min-w-0 shrink-[999] truncate">{path.slice(0, end)}</span>
        <span className="min-w-0 truncate">{path.slice(end)}</span>
      </span>
      <CopyButton text={url} label="Copy the address" />
    </span>
  )
}
