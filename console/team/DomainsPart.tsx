import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Button, buttonClass, IconButton } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { type IdentityProvider, useChangeProvider } from './ssoQueries.ts'
import { roleOptions } from './words.ts'

/** E-mail domains whose users join automatically, and their role. */
export function DomainsPart({ provider }: { provider: IdentityProvider }) {
  const { domains, defaultRole, isFromEnvironment } = provider
  const change = useChangeProvider(provider.providerId)
  const [added, setAdded] = useState('')
  const names = domains.map(({ domain }) => domain)
  const add = () => change.mutate({ domains: [...names, added.trim()] }, { onSuccess: () => setAdded('') })
  return (
    <div className="space-y-3">
      <div className="flex items-center justify-between gap-3 max-md:flex-wrap">
        <span className="text-sm text-quiet">New people join as</span>
        <div className="w-40">
          <Select
            label="New people join as"
            hideLabel
            options={roleOptions}
            value={defaultRole}
            disabled={isFromEnvironment}
            onChange={(role) => change.mutate({ defaultRole: role })}
          />
        </div>
      </div>
      {domains.length > 0 && (
        <ul className="divide-y divide-line rounded-xl border border-line bg-raised">
          {domains.map(({ domain, isProven }) => (
            <li key={domain} className="flex min-h-13 items-center gap-3 px-4 py-2">
              <span className="truncate text-sm font-medium">{domain}</span>
              <Badge tone={isProven ? 'good' : 'warn'}>{isProven ? 'Proven' : 'Not proven'}</Badge>
              <span className="ms-auto flex items-center gap-1">
                {!isProven && (
                  <Link to="/links" search={{ tab: 'domains' }} className={buttonClass()}>
                    Prove it
                  </Link>
                )}
                {!isFromEnvironment && (
                  <IconButton
                    icon={X}
                    label={`Remove ${domain}`}
                    onClick={() => change.mutate({ domains: names.filter((name) => name !== domain) })}
                  />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!isFromEnvironment && (
        <Form className="flex items-end gap-2" onSubmit={() => added.trim() && add()} error={undefined}>
          <div className="min-w-0 flex-1">
            <TextField
              label="Add a domain"
              hideLabel
              placeholder="harbor.example"
              value={added}
              onChange={setAdded}
            />
          </div>
          <Button type="submit" busy={change.isPending} className="h-9">
            Add domain
          </Button>
        </Form>
      )}
    </div>
  )
}
