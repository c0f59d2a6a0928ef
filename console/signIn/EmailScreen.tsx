import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callConsole } from '../api/own.ts'
import { useTitle } from '../shell/PageHeader.tsx'
import { Centre, Ended, WideButton } from './Centre.tsx'
import { takeFromAddress, useAttempt } from './queries.ts'

type EmailChange = { status: 'waiting' | 'changed'; email: string }

/** Confirms a change of address from a link in an e-mail. Only the button confirms, not opening the link. */
export function EmailScreen() {
  const [token] = useState(() => takeFromAddress('token') ?? '')
  const [answer, setAnswer] = useState<EmailChange>()
  const navigate = useNavigate()
  const toAccount = () => void navigate({ to: '/you' })
  const attempt = useAttempt(() => callConsole<EmailChange>('POST', '/email_change', { token }), setAnswer)
  useTitle('E-mail address')
  if (attempt.isError)
    return (
      <Ended
        title="This link doesn’t work any more"
        lead="It was used, or it is older than an hour. You can start again in your account."
        label="Go to your account"
        onGo={toAccount}
      />
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
        <Go label="Go to your account" onClick={toAccount} />
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
    <WideButton look="primary" className="mt-6" busy={isBusy} onClick={onClick}>
      {label}
    </WideButton>
  )
}
