import { useQuery } from '@tanstack/react-query'
import { Building2, Check, Download, Globe, Mail, TriangleAlert, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { download } from '../ui/download.ts'
import { notifyFailure } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { emailHtml, emailText } from './email.ts'
import { drawQr, type QrCode, toPng } from './qr.ts'
import { type Share, shareQuery } from './queries.ts'
import { readable } from './words.ts'

/** Whose page is shared, and under which address where it has several. */
export type Shared = { pageId: string; audienceId: string; address?: string }

type Props = { shared: Shared | undefined; onClose: () => void }

/** The address of an audience's page in the forms people send it: a link, a part of an e-mail, a QR code. */
export function SharePanel({ shared, onClose }: Props) {
  return (
    <SidePanel open={shared !== undefined} onClose={onClose} title="Share">
      {shared && <Contents key={shared.audienceId + shared.address} {...shared} />}
    </SidePanel>
  )
}

function Contents({ pageId, audienceId, address }: Shared) {
  const { data, error, refetch } = useQuery(shareQuery(pageId, audienceId))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="space-y-4 p-5" aria-busy="true">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-9" />
        <Skeleton className="h-40" />
      </div>
    )
  const url = address ?? data.url
  return (
    <div className="space-y-7 p-5">
      <Whose share={data} />
      {!data.isLive && (
        <p className="flex gap-2 rounded-lg bg-warn-tint px-3 py-2.5 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          Visitors see nothing there yet. Publish the page and a version of it first.
        </p>
      )}
      {url ? (
        <>
          <Part title="Link">
            <p dir="ltr" className="rounded-md bg-sunken px-3 py-2 text-sm break-all">
              {readable(url)}
            </p>
            <CopyButton text={url}>Copy link</CopyButton>
          </Part>
          <Email share={data} url={url} />
          <Qr url={url} name={data.effectiveName} />
        </>
      ) : (
        <p className="text-sm text-quiet">
          This page has no address yet. Add a link to the page first; each person then gets their own address
          below it.
        </p>
      )}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-2.5">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  )
}

const whose = {
  person: {
    icon: UserRound,
    words: 'A personal address. It contains a key, so don’t share it with anyone else.',
  },
  account: { icon: Building2, words: 'The address of this company’s page.' },
  everyone: { icon: Globe, words: 'The page’s public address. Anyone can open it.' },
} as const

/** Tells a person's address from the page's own. */
function Whose({ share: { madeFor, effectiveName } }: { share: Share }) {
  const { icon: Icon, words } = whose[madeFor]
  return (
    <div className="flex items-start gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-tint text-accent">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <div className="min-w-0">
        <p className="truncate font-medium" dir="auto">
          {effectiveName}
        </p>
        <p className="text-sm text-quiet">{words}</p>
      </div>
    </div>
  )
}

/** What to paste into an e-mail: a picture and a line that both lead to the page. */
function Email({ share, url }: { share: Share; url: string }) {
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
    <Part title="E-mail">
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

function Qr({ url, name }: { url: string; name: string }) {
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
    <Part title="QR code">
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
