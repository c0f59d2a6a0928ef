import { flag, reader, text } from '../ui/address.ts'

export const readWebhooks = reader({ create: flag })
export type WebhooksSearch = ReturnType<typeof readWebhooks>

/** `delivery` is the one whose details are open. */
export const readWebhook = reader({ edit: flag, delivery: text })
export type WebhookSearch = ReturnType<typeof readWebhook>
