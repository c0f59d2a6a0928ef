import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ProblemError } from '../api/problem.ts'
import { sessionQuery, signIn } from '../api/session.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { Mark } from './Mark.tsx'

const codeInAddress = /^#code=([^&]+)/

/** A code that came with a one-time link is taken out of the address before it is used. */
function takeCode(): string | undefined {
  const [, code] = codeInAddress.exec(location.hash) ?? []
  if (code) history.replaceState(history.state, '', location.pathname + location.search)
  return code && decodeURIComponent(code)
}

export function SignIn() {
  const { to } = useSearch({ from: '/sign-in' })
  const router = useRouter()
  const client = useQueryClient()
  const [key, setKey] = useState('')
  const [code] = useState(takeCode)
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: async (session) => {
      client.clear()
      client.setQueryData(sessionQuery.queryKey, session)
      await router.navigate({ href: to ?? '/pages', replace: true })
    },
  })
  const isSpent = useRef(false)
  const spend = useEffectEvent((code: string) => {
    // It works once, and development runs effects twice.
    if (!isSpent.current) attempt.mutate({ code })
    isSpent.current = true
  })
  useEffect(() => {
    document.title = 'Sign in · Foyer'
    if (code) spend(code)
  }, [code])
  const withCode = attempt.variables !== undefined && 'code' in attempt.variables
  const isEmpty = attempt.isError && !withCode && key.trim() === ''
  if (withCode && !attempt.isError)
    return (
      <Centre>
        <p role="status" className="text-center text-sm text-quiet">
          Signing you in…
        </p>
      </Centre>
    )
  return (
    <Centre>
      <h1 className="text-xl font-semibold">Sign in</h1>
      <p className="mt-1 text-sm text-quiet">
        Enter an API key of your workspace. The key is not stored in this browser.
      </p>
      {withCode && (
        <p role="alert" className="mt-4 rounded-md bg-warn-tint px-3 py-2 text-sm text-warn">
          {attempt.error instanceof ProblemError && attempt.error.status !== 0 ? (
            <>
              This link has been used or has expired. Sign in with a key, or create a new link with{' '}
              <code className="text-xs whitespace-nowrap">npx foyer console</code>.
            </>
          ) : (
            'Foyer can’t be reached. Check that it is running, then open the link again.'
          )}
        </p>
      )}
      <Form
        className="mt-6 space-y-4"
        onSubmit={() => attempt.mutate({ key: key.trim() })}
        error={withCode || isRefused(attempt.error) ? undefined : attempt.error}
      >
        <TextField
          name="key"
          label="API key"
          type="password"
          autoComplete="current-password"
          placeholder="foyer_…"
          autoFocus
          spellCheck={false}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          className="font-mono"
          error={
            isEmpty
              ? 'Paste your key here. It begins with foyer_.'
              : !withCode && isRefused(attempt.error)
                ? 'No workspace has this key, or it was revoked. Check that you copied all of it.'
                : undefined
          }
          hint={
            <>
              No key? Where Foyer runs, <code className="whitespace-nowrap">npx foyer console</code> prints a
              link that signs you in. Or ask your administrator for a key.
            </>
          }
        />
        <Button type="submit" look="primary" size="lg" className="w-full" busy={attempt.isPending}>
          {attempt.isPending ? 'Signing in…' : 'Sign in'}
        </Button>
      </Form>
    </Centre>
  )
}

function isRefused(error: unknown): boolean {
  return error instanceof ProblemError && (error.status === 401 || error.status === 400)
}

function Centre({ children }: { children: React.ReactNode }) {
  return (
    <main className="grid min-h-full place-items-center bg-rail px-4 py-12">
      <div className="w-full max-w-sm">
        <div className="mb-8">
          <Mark />
        </div>
        {children}
      </div>
    </main>
  )
}
