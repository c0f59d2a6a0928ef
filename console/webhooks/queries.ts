import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { editLists, listQuery, readQuery, refreshLists } from '../api/lists.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { readTime } from '../ui/figures.tsx'
import { attempt, notifyProblem } from '../ui/notify.tsx'
import { type Delivery, type Subscription, webhookName } from './words.ts'

/** A tenant has up to 100, so one page holds all of them. */
export function subscriptionsQuery() {
  return listQuery<Subscription>(keys.webhooks.all, (_, signal) => api.webhooks.list({ signal }))
}

export function subscriptionQuery(subscriptionId: string) {
  return readQuery(keys.webhooks.one(subscriptionId), (call) => api.webhooks.get(subscriptionId, call))
}

/** The polling interval: short while a delivery is due soon, otherwise long. */
function pollingIntervalMs(rows: Delivery[]): number {
  const soon = Date.now() + 40_000
  const isDue = ({ status, nextTryAt }: Delivery) =>
    status === 'pending' && (nextTryAt === null || readTime(nextTryAt).getTime() < soon)
  return rows.some(isDue) ? 1_500 : 15_000
}

export function deliveriesQuery(subscriptionId: string) {
  return listQuery<Delivery>(
    keys.deliveries.list(subscriptionId),
    (page, signal) => api.webhooks.listDeliveries(subscriptionId, page, { signal }),
    // Stops polling after the user has scrolled far down.
    (loaded) => loaded.length <= 2 && pollingIntervalMs(loaded.flatMap(({ items }) => items)),
  )
}

/** The result of the newest delivery; null if there is none. */
export function lastDeliveryQuery(subscriptionId: string) {
  return queryOptions({
    queryKey: keys.deliveries.last(subscriptionId),
    queryFn: async ({ signal }) => {
      const { items } = await api.webhooks.listDeliveries(subscriptionId, { limit: 1 }, { signal })
      return items[0] ?? null
    },
  })
}

export function useCreateWebhook() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Pick<Subscription, 'url' | 'events'>) => api.webhooks.create(body),
    onSuccess: () => refreshLists(client, keys.webhooks.all),
    // The secret must not stay in the cache.
    gcTime: 0,
  })
}

export function useSaveWebhook(subscriptionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<Pick<Subscription, 'url' | 'events' | 'active'>>) =>
      api.webhooks.update(subscriptionId, body),
    onSuccess: (saved) => {
      client.setQueryData(subscriptionQuery(subscriptionId).queryKey, saved)
      editLists<Subscription>(client, keys.webhooks.all, (row) =>
        row.subscriptionId === subscriptionId ? saved : row,
      )
    },
  })
}

/** Creates a new secret after a confirmation. */
export function useRotateSecret(subscriptionId: string) {
  return useMutation({
    mutationFn: () => api.webhooks.rotateSecret(subscriptionId),
    onError: notifyProblem,
    gcTime: 0,
  })
}

/** Other actions on a webhook and its deliveries. */
export function useWebhookVerbs(subscriptionId: string) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: keys.deliveries.list(subscriptionId) })
  return {
    async sendTest() {
      if (await attempt(() => api.webhooks.test(subscriptionId), 'A test is on its way')) await refresh()
    },
    async resend({ deliveryId, type }: Delivery) {
      const resend = () => api.webhooks.resendDelivery(subscriptionId, deliveryId)
      if (await attempt(resend, `${type} queued for redelivery`)) await refresh()
    },
    /** Leaves the webhook's screen first, as its queries would fail after the removal. */
    async remove(subscription: Subscription, leave: () => Promise<void>) {
      const confirmed = await confirm({
        title: `Remove ${webhookName(subscription)}?`,
        body: 'Pending deliveries are discarded and the delivery log is deleted. This can’t be undone.',
        action: 'Remove webhook',
        danger: true,
      })
      if (!confirmed) return
      // Removes the row first, as it would request the last delivery during the removal.
      const revert = editLists<Subscription>(client, keys.webhooks.all, (row) =>
        row.subscriptionId === subscriptionId ? undefined : row,
      )
      await leave()
      await client.cancelQueries({ queryKey: keys.webhooks.one(subscriptionId) })
      await client.cancelQueries({ queryKey: keys.deliveries.list(subscriptionId) })
      const remove = () => api.webhooks.delete(subscriptionId)
      if (!(await attempt(remove, `${webhookName(subscription)} removed`, { revert }))) return
      client.removeQueries({ queryKey: keys.webhooks.one(subscriptionId) })
      await refreshLists(client, keys.webhooks.all)
    },
  }
}
