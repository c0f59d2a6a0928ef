import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Ellipsis, Pencil, RotateCw, Send, Trash2 } from 'lucide-react'
import { isTransient } from '../api/problem.ts'
import { useCommand } from '../shell/commands.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Switch } from '../ui/fields.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { notify, notifyProblem } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { DeliveryLog } from './DeliveryLog.tsx'
import { subscriptionQuery, useRotateSecret, useSaveWebhook, useWebhookVerbs } from './queries.ts'
import { Secret } from './Secret.tsx'
import type { WebhookSearch } from './search.ts'
import { WebhookForm } from './WebhookForm.tsx'
import { eventsPhrase, type Subscription, webhookName } from './words.ts'

const above = { label: 'Webhooks', to: '/webhooks' }

/** A webhook: its URL, whether it is on, and the result of each delivery. */
export function WebhookScreen() {
  const { subscriptionId } = useParams({ from: '/shell/webhooks/$subscriptionId' })
  const { data: subscription, error, refetch } = useQuery(subscriptionQuery(subscriptionId))
  const { sendTest } = useWebhookVerbs(subscriptionId)
  const isOn = subscription?.active === true
  useShortcut('t', () => void sendTest(), isOn)
  useCommand(
    isOn
      ? { id: 'test webhook', label: 'Send a test', icon: Send, keys: 't', run: () => void sendTest() }
      : undefined,
  )
  if (error && !(subscription && isTransient(error)))
    return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={subscription ? webhookName(subscription) : 'Webhook'}
        above={above}
        more={subscription && <Verbs subscription={subscription} />}
        action={
          <Button look="primary" icon={Send} keys="t" disabled={!isOn} onClick={() => void sendTest()}>
            Send test
          </Button>
        }
      />
      {subscription ? <About subscription={subscription} /> : <Skeleton className="mx-6 mb-4 h-16" />}
      <DeliveryLog subscriptionId={subscriptionId} isOn={isOn} />
    </>
  )
}

/** The switch and details of a webhook, above the log. */
function About({ subscription }: { subscription: Subscription }) {
  const save = useSaveWebhook(subscription.subscriptionId)
  const { active, url } = subscription
  return (
    <div className="flex shrink-0 flex-wrap items-start gap-x-10 gap-y-4 px-4 pb-4 md:px-6">
      <div className="w-full md:w-72">
        <Switch
          label={active ? 'On' : 'Off'}
          hint={
            active
              ? 'It is turned off after five days without a successful delivery.'
              : 'Nothing is sent. Events that occur while it is off are not delivered later.'
          }
          checked={active}
          disabled={save.isPending}
          onChange={(next) =>
            save.mutate(
              { active: next },
              {
                onSuccess: () => notify(next ? 'Webhook enabled' : 'Webhook disabled'),
                onError: notifyProblem,
              },
            )
          }
        />
      </div>
      <dl className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 text-sm">
        <dt className="text-quiet">Address</dt>
        <dd className="flex min-w-0 items-center gap-1">
          <span className="truncate" dir="ltr">
            {url}
          </span>
          <CopyButton text={url} label="Copy the address" />
        </dd>
        <dt className="text-quiet">Events</dt>
        <dd className="truncate" title={subscription.events.join('\n')}>
          {eventsPhrase(subscription)}
        </dd>
      </dl>
    </div>
  )
}

function Verbs({ subscription }: { subscription: Subscription }) {
  const [search, change] = useAddress<WebhookSearch>()
  const navigate = useNavigate()
  const rotate = useRotateSecret(subscription.subscriptionId)
  const { remove } = useWebhookVerbs(subscription.subscriptionId)
  const edit = () => change({ edit: true })
  useShortcut('e', edit)
  const replaceSecret = async () => {
    const confirmed = await confirm({
      title: 'Replace the secret?',
      body: 'Deliveries are signed with both secrets for 24 hours. Update your receiver within that time; then the old secret stops working.',
      action: 'Replace secret',
    })
    if (confirmed) rotate.mutate()
  }
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label="Actions for this webhook" />}>
        <MenuItem icon={Pencil} keys="e" onSelect={edit}>
          Edit
        </MenuItem>
        <MenuItem icon={RotateCw} onSelect={() => void replaceSecret()}>
          Replace secret
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon={Trash2}
          danger
          onSelect={() => void remove(subscription, () => navigate({ to: '/webhooks' }))}
        >
          Remove
        </MenuItem>
      </Menu>
      {search.edit && <EditWebhook subscription={subscription} onClose={() => change({ edit: undefined })} />}
      <SidePanel
        open={rotate.data !== undefined}
        onClose={rotate.reset}
        title="The new secret"
        footer={
          <Button look="primary" onClick={() => rotate.reset()}>
            Done
          </Button>
        }
      >
        {rotate.data && <Secret secret={rotate.data.secret} />}
      </SidePanel>
    </>
  )
}

type EditProps = { subscription: Subscription; onClose: () => void }

function EditWebhook({ subscription, onClose }: EditProps) {
  const save = useSaveWebhook(subscription.subscriptionId)
  return (
    <WebhookForm
      title="Edit webhook"
      verb="Save changes"
      given={subscription}
      onClose={onClose}
      save={save}
      onSubmit={(input) =>
        save.mutate(input, {
          onSuccess: () => {
            notify('Saved')
            onClose()
          },
        })
      }
    />
  )
}
