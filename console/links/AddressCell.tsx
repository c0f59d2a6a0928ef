import { CopyButton } from '../ui/CopyButton.tsx'
import { cx } from '../ui/cx.ts'
import { readable } from './words.ts'

type Props = {
  address: { url: string | null } | undefined
  /** The audience's name; narrow screens show it instead of the path. */
  name?: string
}

/** The path of an audience's page, with a button that copies the whole URL. */
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
      {/* Addresses below the same page differ at the end, so the beginning is truncated first. */}
      <span dir="ltr" className={cx('flex min-w-0 text-quiet', look)} title={readable(url)}>
        <span className="min-w-0 shrink-[999] truncate">{path.slice(0, end)}</span>
        <span className="min-w-0 truncate">{path.slice(end)}</span>
      </span>
      <CopyButton text={url} label="Copy the address" />
    </span>
  )
}
