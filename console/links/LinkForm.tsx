import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ProblemError } from '../api/problem.ts'
import { audienceQuery, audiencesQuery, useCreateAudience } from '../audiences/queries.ts'
import type { Audience } from '../audiences/words.ts'
import { PageField } from '../pages/PageField.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { PickerField } from '../ui/Picker.tsx'
import { readPath } from '../ui/path.ts'
import { type LinkHost, useSaveLink } from './queries.ts'
import { type PageLink, readable } from './words.ts'

/** The option for the tenant's own host among the domains. */
const ownHost = 'own'

type Props = {
  open: boolean
  onClose: () => void
  /** The page of the link; only the initial one with `isAnyPage`. */
  pageId: string | undefined
  /** Shows a field for the page, for use outside of a page's screen. */
  isAnyPage?: boolean
  /** The link to change; omitted for a new one. */
  link?: PageLink | undefined
  /** The initial audience of a new link. */
  audienceId?: string | undefined
  /** The initial domain of a new link. */
  domain?: string | undefined
  siteUrl: string
  domains: LinkHost[]
}

/**
 * Holds the mutation: a saved link may no longer match the list's filter, which closes the panel before `onSuccess`
 * runs.
 */
export function LinkForm({ open, ...props }: Props) {
  const save = useSaveLink(props.link?.pageLinkId)
  return open && <Panel {...props} save={save} />
}

type PanelProps = Omit<Props, 'open'> & { save: ReturnType<typeof useSaveLink> }

function Panel({ link, save, onClose, siteUrl, domains, ...props }: PanelProps) {
  const [path, setPath] = useState(link ? readable(link.path) : '/')
  const [domain, setDomain] = useState(link?.tenantDomainId ?? props.domain ?? ownHost)
  const [pageId, setPageId] = useState(props.pageId)
  const [picked, setPicked] = useState<Audience>()
  const givenId = pageId === props.pageId ? (link?.target.audienceId ?? props.audienceId) : undefined
  const given = useQuery({
    ...audienceQuery(pageId ?? '', givenId ?? ''),
    enabled: pageId !== undefined && givenId !== undefined,
  })
  const audience = picked ?? (givenId && given.data) ?? undefined
  const host = domains.find(({ tenantDomainId }) => tenantDomainId === domain)?.hostname
  const submit = () => {
    save.mutate(
      {
        path: path.trim(),
        target: { targetType: 'audience', audienceId: audience ? audience.audienceId : '' },
        ...(domains.length > 0 && { tenantDomainId: domain === ownHost ? null : domain }),
      },
      {
        onSuccess: (saved) => {
          onClose()
          notify(link ? 'Link saved' : `Link ${readable(saved.path)} added`)
        },
      },
    )
  }
  const refusal = useMemo(() => inWords(save.error, pageId === undefined), [save.error, pageId])
  // The error was about the previous audience.
  const pick = (audience: Audience | undefined) => {
    setPicked(audience)
    save.reset()
  }
  return (
    <FormPanel
      title={link ? `Edit ${readable(link.path)}` : 'Add a link'}
      description={
        link
          ? 'If you change the path, the current one stops working.'
          : `A path on your site that leads to ${props.isAnyPage ? 'a' : 'this'} page.`
      }
      verb={link ? 'Save link' : 'Add link'}
      onClose={onClose}
      onSubmit={submit}
      save={save}
      error={refusal}
    >
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
      <PathField value={path} onChange={setPath} host={host ?? readable(siteUrl)} />
      {props.isAnyPage && (
        <PageField
          pageId={pageId}
          onChange={(next) => {
            setPageId(next)
            if (next !== pageId) pick(undefined)
          }}
        />
      )}
      {pageId && <AudienceField pageId={pageId} value={audience || undefined} onPick={pick} />}
    </FormPanel>
  )
}

type PathProps = { value: string; onChange: (path: string) => void; host: string }

/** A path field that shows the resulting URL. */
function PathField({ value, onChange, host }: PathProps) {
  const { path = '/', fault } = readPath(value)
  return (
    <TextField
      name="path"
      label="Path"
      placeholder="/spring"
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      autoFocus
      value={value}
      onChange={onChange}
      {...(fault && { error: `It ${fault}.` })}
      hint={
        <span className="break-all">
          Visitors find it at{' '}
          <span dir="ltr" className="font-medium text-ink">
            {host}
            {readable(path)}
          </span>
        </span>
      }
    />
  )
}

type AudienceProps = { pageId: string; value: Audience | undefined; onPick: (audience: Audience) => void }

function AudienceField({ pageId, value, onPick }: AudienceProps) {
  const { mutateAsync: createAudience } = useCreateAudience(pageId)
  return (
    <PickerField
      label="Shows"
      name="target/audienceId"
      find="Find an audience"
      placeholder="Name, person or company"
      empty="Choose an audience"
      hint="What visitors see at this path."
      value={value?.effectiveName}
      query={(query) => audiencesQuery(pageId, { query })}
      keyOf={({ audienceId }) => audienceId}
      show={({ effectiveName }) => (
        <>
          <Avatar name={effectiveName} />
          <span className="min-w-0 flex-1 truncate">{effectiveName}</span>
        </>
      )}
      onPick={onPick}
      create={{ label: () => 'New audience for everyone', run: () => createAudience({}) }}
    />
  )
}

/** Assigns an error to the field where it can be fixed. */
function inWords(error: unknown, isPageMissing: boolean): unknown {
  if (!(error instanceof ProblemError)) return error
  const at = (path: string, message: string) =>
    new ProblemError({
      status: error.status,
      title: error.title,
      code: error.code,
      errors: [{ path, message }],
    })
  if (error.code === 'path_taken') return at('/path', 'is already in use; choose another path')
  if (error.errors.some(({ path }) => path === '/target/audienceId'))
    return isPageMissing ? at('/pageId', 'Choose a page') : at('/target/audienceId', 'Choose an audience')
  return error
}
