import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../ui/Button.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useCreateWebhook } from './queries.ts'
import { Secret } from './Secret.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { placeOf } from './words.ts'

const formId = 'create-webhook'

/** A new webhook: first where to and what, then its secret, this once. */
export function CreateWebhook({ open, onClose }: { open: boolean; onClose: () => void }) {
  const create = useCreateWebhook()
  const made = create.data
  const close = () => {
    create.reset()
    onClose()
  }
  return (
    <SidePanel
      open={open}
      onClose={close}
      title={made ? 'The webhook is ready' : 'Add a webhook'}
      {...(made && { description: placeOf(made) })}
      footer={
        made ? (
          <Link
            to="/webhooks/$subscriptionId"
            params={{ subscriptionId: made.subscriptionId }}
            className={buttonClass('primary')}
          >
            Open the webhook
          </Link>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" form={formId} look="primary" keys="mod+enter" busy={create.isPending}>
              Add webhook
            </Button>
          </>
        )
      }
    >
      {made ? (
        <Secret secret={made.secret} />
      ) : (
        <WebhookForm
          id={formId}
          error={create.error}
          onSubmit={(input) => !create.isPending && create.mutate(input)}
        />
      )}
    </SidePanel>
  )
}
