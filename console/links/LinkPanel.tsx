import { useState } from 'react'
import { ProblemError } from '../api/problem.ts'
import type { Shape } from '../api/schema.ts'
import { type Audience, type AudienceOverview, audiencesQuery } from '../audiences/queries.ts'
import { PageField } from '../pages/PageField.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { PickerField } from '../ui/Picker.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { readPath } from './path.ts'
import { useSaveLink } from './queries.ts'
import { type PageLink, readable } from './words.ts'

const formId = 'link'
/** Stands for the tenant's own host among the domains. */
const ownHost = 'own'

type Target = Pick<AudienceOverview, 'audienceId' | 'effectiveName' | 'pageId'>
type Props = {
  open: boolean
  onClose: () => void
  /** The one to change; a new one when left out. */
  link?: PageLink | undefined
  /** What it shows now. */
  target?: Target | null | undefined
  /** Where a new one begins: the domain and page that are looked at. */
  start: { domain?: string | undefined; pageId?: string | undefined }
  siteUrl: string
  domains: Shape<'TenantDomain'>[]
}

/** A link of any page, made or changed. */
export function LinkPanel({ open, onClose, link, ...props }: Props) {
  const save = useSaveLink(link?.pageLinkId)
  const close = () => {
    save.reset()
    onClose()
  }
  return (
    <SidePanel
      open={open}
      onClose={close}
      title={link ? `Edit ${readable(link.path)}` : 'Add a link'}
      description={
        link
          ? 'If you change the path, the old one stops working.'
          : 'A path on your site, and what it shows.'
      }
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={save.isPending}>
            {link ? 'Save link' : 'Add link'}
          </Button>
        </>
      }
    >
      <Fields {...props} {...{ link, save }} onClose={close} />
    </SidePanel>
  )
}

type FieldsProps = Omit<Props, 'open'> & { save: ReturnType<typeof useSaveLink> }

function Fields({ link, target: given, start, siteUrl, domains, save, onClose }: FieldsProps) {
  const [path, setPath] = useState(link ? readable(link.path) : '')
  const [domain, setDomain] = useState(link?.tenantDomainId ?? start.domain ?? ownHost)
  const [pageId, setPageId] = useState(given?.pageId ?? start.pageId)
  const [picked, setPicked] = useState<Target>()
  const target = picked ?? (given?.pageId === pageId ? (given ?? undefined) : undefined)
  const host = domains.find(({ tenantDomainId }) => tenantDomainId === domain)?.hostname
  const read = readPath(path)
  const submit = () => {
    if (save.isPending) return
    save.mutate(
      {
        path: path.trim() || '/',
        target: { targetType: 'audience', audienceId: target?.audienceId ?? '' },
        ...(domains.length > 0 && { tenantDomainId: domain === ownHost ? null : domain }),
      },
      {
        onSuccess: ({ path }) => {
          notify(`${readable(path)} leads to ${target?.effectiveName ?? 'its audience'} now`)
          onClose()
        },
      },
    )
  }
  return (
    <Form id={formId} onSubmit={submit} error={inWords(save.error)} className="space-y-5 p-5">
      {domains.length > 0 && (
        <Select
          name="tenantDomainId"
          label="Domain"
          value={domain}
          onChange={setDomain}
          options={[
            { value: ownHost, label: readable(siteUrl) },
            ...domains.map(({ tenantDomainId, hostname }) => ({ value: tenantDomainId, label: hostname })),
          ]}
        />
      )}
      <TextField
        name="path"
        label="Path"
        placeholder="/spring"
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoFocus
        value={path}
        onChange={(event) => setPath(event.target.value)}
        {...(read.fault && { error: `It ${read.fault}.` })}
        hint={
          <span className="break-all">
            Visitors find it at{' '}
            <span dir="ltr" className="font-medium text-ink">
              {host ?? readable(siteUrl)}
              {readable(read.path ?? '/')}
            </span>
          </span>
        }
      />
      <PageField
        pageId={pageId}
        onChange={(next) => {
          setPageId(next)
          if (next !== pageId) setPicked(undefined)
        }}
      />
      {pageId && (
        <AudienceField
          pageId={pageId}
          value={target}
          onPick={(audience) => {
            setPicked(audience)
            // What was said of the one before says nothing of this one.
            save.reset()
          }}
        />
      )}
      {!pageId && Boolean(save.error) && (
        <p className="text-xs text-danger">Choose a page, then whom it is for.</p>
      )}
    </Form>
  )
}

type AudienceProps = { pageId: string; value: Target | undefined; onPick: (audience: Audience) => void }

function AudienceField({ pageId, value, onPick }: AudienceProps) {
  return (
    <PickerField
      label="Audience"
      name="target/audienceId"
      find="Find an audience"
      placeholder="Name, person or company"
      empty="Choose an audience"
      hint="Whoever comes by this path sees the page as it was made for them."
      value={value && <span className="truncate">{value.effectiveName}</span>}
      query={(query) => audiencesQuery(pageId, query ? { query } : {})}
      keyOf={({ audienceId }) => audienceId}
      show={({ effectiveName }) => (
        <>
          <Avatar name={effectiveName} size={20} />
          <span className="min-w-0 flex-1 truncate">{effectiveName}</span>
        </>
      )}
      onPick={onPick}
    />
  )
}

/** What stands in the way, said where it can be changed. */
function inWords(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error
  const { status, title, code } = error
  const at = (path: string, message: string) =>
    new ProblemError({ status, title, code, errors: [{ path, message }] })
  if (code === 'path_taken') return at('/path', 'leads somewhere already; choose another path')
  if (error.errors.some(({ path }) => path.startsWith('/target')))
    return at('/target/audienceId', 'Choose whom this path shows')
  return error
}
