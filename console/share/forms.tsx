import { useQuery } from '@tanstack/react-query'
import { Check, Download, Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { keys } from '../api/keys.ts'
import type { Share } from '../links/queries.ts'
import { readable } from '../links/words.ts'
import { Button } from '../ui/Button.tsx'
import { download } from '../ui/download.ts'
import { notifyFailure } from '../ui/notify.tsx'
import { drawQr, type QrCode, toPng } from '../ui/qr.ts'
import { Skeleton } from '../ui/states.tsx'
import { emailHtml, emailText } from './email.ts'
import { Part } from './Part.tsx'

/** Content to paste into an e-mail: an image and a line that link to the page. */
export function EmailPart({ share, url }: { share: Share; url: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 1_500)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.write([
        new ClipboardItem({
          'text/html': new Blob([emailHtml(share, url)], { type: 'text/html' }),
          'text/plain': new Blob([emailText(share, url)], { type: 'text/plain' }),
        }),
      ])
      setIsCopied(true)
    } catch {
      notifyFailure('Couldn’t copy', 'Your browser does not let this page write to the clipboard.')
    }
  }
  return (
    <Part title="In an e-mail" hint="paste it into your own message">
      <div className="overflow-hidden rounded-lg border border-line">
        {share.picture && (
          <img
            src={share.picture.url}
            alt={share.picture.alt}
            width={share.picture.width}
            height={share.picture.height}
            className="h-auto w-full bg-sunken"
          />
        )}
        <div className="px-3 py-2.5 text-sm">
          <p className="font-medium" dir="auto">
            {share.title}
          </p>
          <p dir="ltr" className="truncate text-quiet">
            {readable(url)}
          </p>
        </div>
      </div>
      <Button icon={isCopied ? Check : Mail} onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy for e-mail'}
      </Button>
    </Part>
  )
}

export function QrPart({ url, name }: { url: string; name: string }) {
  const { data } = useQuery({
    queryKey: keys.links.qrCode(url),
    queryFn: () => drawQr(url),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const file = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'page'}-qr`
  const save = async (code: QrCode, kind: 'svg' | 'png') =>
    download(
      `${file}.${kind}`,
      kind === 'svg' ? new Blob([code.svg], { type: 'image/svg+xml' }) : await toPng(code),
    )
  return (
    <Part title="On paper or a slide">
      {data ? (
        <img
          src={data.dataUrl}
          alt={`QR code of ${readable(url)}`}
          className="size-44 rounded-lg border border-line bg-white"
        />
      ) : (
        <Skeleton className="size-44" />
      )}
      <div className="flex gap-2">
        <Button icon={Download} disabled={!data} onClick={() => data && void save(data, 'svg')}>
          SVG
        </Button>
        <Button icon={Download} disabled={!data} onClick={() => data && void save(data, 'png')}>
          PNG
        </Button>
      </div>
    </Part>
  )
}
