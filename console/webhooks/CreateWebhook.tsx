import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/Button.tsx'
import { useCreateWebhook } from './queries.ts'
import { Secret } from './Secret.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { webhookName } from './words.ts'

/** Creates a webhook: first its URL and events, then its secret, which is shown only once. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const create = useCreateWebhook()
  const made = create.data
  return (
    <WebhookForm
      title={made ? 'The webhook is ready' : 'Add a webhook'}
      description={made && webhookName(made)}
      verb="Add webhook"
      onClose={onClose}
      onSubmit={(input) => create.mutate(input)}
      save={create}
      done={made && <Secret secret={made.secret} />}
      footer={
        made && (
          <Link
            to="/webhooks/$subscriptionId"
            params={{ subscriptionId: made.subscriptionId }}
            className={buttonClass('primary')}
          >
            Open the webhook
          </Link>
        )
      }
    />
  )
}
