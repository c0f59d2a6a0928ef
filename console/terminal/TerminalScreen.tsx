import { useMutation } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { seal } from '../../shared/sealing.ts'
import { api } from '../api/client.ts'
import { type Scope, useSession } from '../api/session.ts'
import { scopes, scopeWords, widestOf } from '../keys/words.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { EmptyState } from '../ui/states.tsx'
import { createOwnKey } from '../you/queries.ts'
import type { TerminalRequest } from './search.ts'

const days = 90

/** The screen that `foyer login` opens: creates a key for the command line after a confirmation. */
export function TerminalScreen() {
  const [{ port, publicKey, machine = 'this machine' }] = useAddress<TerminalRequest>()
  return (
    <>
      <PageHeader title="Connect a terminal" />
      {port && publicKey ? (
        <Connect port={port} publicKey={publicKey} machine={machine} />
      ) : (
        <EmptyState icon={SquareTerminal} title="Start in your terminal">
          Run npx foyer login there. It opens this page with what it needs.
        </EmptyState>
      )}
    </>
  )
}

function Connect({ port, publicKey, machine }: { port: number; publicKey: string; machine: string }) {
  const { user, tenantName, scopes: held } = useSession()
  const widest = widestOf(held)
  const options = scopes
    .slice(0, scopes.indexOf(widest) + 1)
    .map((value) => ({ value, ...scopeWords[value] }))
  const [scope, setScope] = useState<Scope>(widest)
  const connect = useMutation({
    mutationFn: async () => {
      const expiresAt = `+${Date.now() + days * 24 * 3600 * 1000}`
      const body = { name: `Terminal on ${machine}`, scopes: [scope], expiresAt }
      const { key } = user ? await createOwnKey(body) : await api.apiKeys.create(body)
      // The key is encrypted, so that the browser's history doesn't contain it.
      location.assign(`http://127.0.0.1:${port}/connected?sealed=${await seal(publicKey, key)}`)
    },
    gcTime: 0,
  })
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto border-t border-line">
      <Form
        className="mx-auto max-w-md space-y-6 px-4 py-10"
        error={connect.error}
        onSubmit={() => connect.mutate()}
      >
        <div className="flex items-center gap-3.5">
          <span className="grid size-11 shrink-0 place-items-center rounded-xl border border-line bg-raised shadow-low">
            <SquareTerminal aria-hidden className="size-5 text-quiet" />
          </span>
          <h2 className="min-w-0 text-lg font-semibold text-balance break-words">
            Let the terminal on {machine} work in {tenantName}?
          </h2>
        </div>
        <p className="text-sm text-quiet">
          It gets a key that {user ? 'acts as you and ends' : 'ends'} in {days} days. Continue only if you
          just ran <code>foyer login</code> on this machine. You can revoke the key at any time under{' '}
          {user ? 'Your account' : 'Keys'}.
        </p>
        <RadioList label="It may" options={options} value={scope} onChange={setScope} />
        <Button type="submit" look="primary" size="lg" className="w-full" busy={connect.isPending}>
          Connect
        </Button>
      </Form>
    </div>
  )
}
