import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { callConsole } from '../api/own.ts'
import { Button } from '../ui/Button.tsx'
import { Centre, wide } from './Centre.tsx'
import { takeFromAddress, useAttempt } from './queries.ts'

type EmailChange = { status: 'waiting' | 'changed'; email: string }

/** Confirms a change of address from a link in an e-mail. Only the button confirms, not opening the link. */
export function EmailScreen() {
  const [token] = useState(() => takeFromAddress('token') ?? '')
  const [answer, setAnswer] = useState<EmailChange>()
  const navigate = useNavigate()
  const attempt = useAttempt(() => callConsole<EmailChange>('POST', '/email_change', { token }), setAnswer)
  useEffect(() => {
    document.title = 'E-mail address · Foyer'
  }, [])
  if (attempt.isError)
    return (
      <Centre
        title="This link doesn’t work any more"
        lead="It was used, or it is older than an hour. You can start again in your account."
      >
        <Go label="Go to your account" onClick={() => void navigate({ to: '/you' })} />
      </Centre>
    )
  if (answer)
    return (
      <Centre
        title={answer.status === 'changed' ? 'Your address was changed' : 'One more address'}
        lead={
          answer.status === 'changed'
            ? `You sign in as ${answer.email} from now on.`
            : 'The change is made when the link in the other mailbox was used as well.'
        }
      >
        <Go label="Go to your account" onClick={() => void navigate({ to: '/you' })} />
      </Centre>
    )
  return (
    <Centre title="Use this e-mail address?" lead="Confirm only if you asked for it in your account.">
      <Go label="Confirm" onClick={() => attempt.mutate(undefined)} isBusy={attempt.isPending} />
    </Centre>
  )
}

function Go({ label, onClick, isBusy = false }: { label: string; onClick: () => void; isBusy?: boolean }) {
  return (
    <Button look="primary" size="lg" className={`mt-6 ${wide}`} busy={isBusy} onClick={onClick}>
      {label}
    </Button>
  )
}
