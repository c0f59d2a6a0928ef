import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemError } from '../api/problem.ts'
import type { Shape } from '../api/schema.ts'
import { type Audience, audienceQuery, audiencesQuery } from '../audiences/queries.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { PickerField } from '../ui/Picker.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useSaveLink } from './queries.ts'
import { type PageLink, readable } from './words.ts'

const formId = 'link'
/** Stands for the tenant's own host among the domains. */
const ownHost = 'own'

type Props = {
  pageId: string
  open: boolean
  onClose: () => void
  /** The one to change; a new one when left out. */
  link?: PageLink | undefined
  /** Whom a new link is for, to begin with. */
  audienceId?: string | undefined
  siteUrl: string
  domains: Shape<'TenantDomain'>[]
}

export function LinkForm({ open, onClose, link, ...props }: Props) {
  const save = useSaveLink(link?.pageLinkId)
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={link ? `Edit ${link.path}` : 'Add a link'}
      description={
        link ? 'The path it has now stops working.' : 'A path on your site that leads to this page.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" keys="mod+enter" busy={save.isPending}>
            {link ? 'Save link' : 'Add link'}
          </Button>
        </>
      }
    >
      {open && <Fields {...props} {...{ link, save, onClose }} />}
    </SidePanel>
  )
}

type FieldsProps = Omit<Props, 'open'> & { save: ReturnType<typeof useSaveLink> }

function Fields({ pageId, link, audienceId, siteUrl, domains, save, onClose }: FieldsProps) {
  const [path, setPath] = useState(link ? readable(link.path) : '/')
  const [domain, setDomain] = useState(link?.tenantDomainId ?? ownHost)
  const [picked, setPicked] = useState<Audience>()
  const givenId = link?.target.audienceId ?? audienceId
  const given = useQuery({ ...audienceQuery(pageId, givenId ?? ''), enabled: givenId !== undefined })
  const audience = picked ?? given.data
  const host = domains.find(({ tenantDomainId }) => tenantDomainId === domain)?.hostname
  const submit = () =>
    save.mutate(
      {
        path: path.trim(),
        target: { targetType: 'audience', audienceId: audience?.audienceId ?? '' },
        ...(domains.length > 0 && { tenantDomainId: domain === ownHost ? null : domain }),
      },
      {
        onSuccess: (saved) => {
          onClose()
          notify(link ? 'The link is saved' : `${readable(saved.path)} leads here now`)
        },
      },
    )
  return (
    <Form
      id={formId}
      onSubmit={submit}
      error={inWords(save.error)}
      className="space-y-5 p-5"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit()
      }}
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
      <TextField
        name="path"
        label="Path"
        placeholder="/spring"
        spellCheck={false}
        autoCapitalize="none"
        autoFocus
        value={path}
        onChange={(event) => setPath(event.target.value)}
        hint={
          <span className="break-all">
            {host ?? readable(siteUrl)}
            {path.startsWith('/') ? path : `/${path}`}
          </span>
        }
      />
      <PickerField
        label="Shows"
        name="target/audienceId"
        find="Find an audience"
        placeholder="Name, person or company"
        empty="Choose an audience"
        hint="What visitors see who come by this path."
        value={audience?.effectiveName}
        query={(query) => audiencesQuery(pageId, { query })}
        keyOf={({ audienceId }) => audienceId}
        show={({ effectiveName }) => (
          <>
            <Avatar name={effectiveName} />
            <span className="min-w-0 flex-1 truncate">{effectiveName}</span>
          </>
        )}
        onPick={setPicked}
      />
    </Form>
  )
}

/** What stands in the way, said where it can be changed. */
function inWords(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error
  const at = (path: string, message: string) =>
    new ProblemError({
      status: error.status,
      title: error.title,
      code: error.code,
      errors: [{ path, message }],
    })
  if (error.code === 'path_taken') return at('/path', 'leads somewhere already; choose another path')
  if (error.errors.some(({ path }) => path === '/target/audienceId'))
    return at('/target/audienceId', 'Choose whom this path shows')
  return error
}
