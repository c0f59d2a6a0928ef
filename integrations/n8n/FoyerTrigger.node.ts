import { isProblem, verifyWebhook } from '../../sdk/index.ts'
import { connectTo, credentials } from './connection.ts'
import { events } from './events.ts'
import type { HookContext, Item, NodeDescription, WebhookContext } from './n8n.ts'

type EventName = (typeof events)[number]

/** Starts a workflow by events of Foyer. Its webhook subscription exists while the workflow is active. */
export class FoyerTrigger {
  description: NodeDescription = {
    displayName: 'Foyer Trigger',
    name: 'foyerTrigger',
    icon: 'file:foyer.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in Foyer',
    defaults: { name: 'Foyer Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials,
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['version.drafted'],
        options: events.map((value) => ({ name: value, value })),
      },
    ],
  }

  webhookMethods = {
    default: {
      async checkExists(this: HookContext): Promise<boolean> {
        const { subscriptionId } = this.getWorkflowStaticData('node')
        if (typeof subscriptionId !== 'string') return false
        const foyer = await connectTo(this)
        try {
          const { url, active } = await foyer.webhooks.get(subscriptionId)
          return active && url === this.getNodeWebhookUrl('default')
        } catch (error) {
          if (isProblem(error, 'not_found')) return false
          throw error
        }
      },
      async create(this: HookContext): Promise<boolean> {
        const foyer = await connectTo(this)
        const url = this.getNodeWebhookUrl('default') ?? ''
        const { subscriptionId, secret } = await foyer.webhooks.create({
          url,
          events: this.getNodeParameter('events') as EventName[],
        })
        Object.assign(this.getWorkflowStaticData('node'), { subscriptionId, secret })
        return true
      },
      async delete(this: HookContext): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node')
        const foyer = await connectTo(this)
        if (typeof kept.subscriptionId === 'string')
          await foyer.webhooks.delete(kept.subscriptionId).catch((error: unknown) => {
            if (!isProblem(error, 'not_found')) throw error
          })
        delete kept.subscriptionId
        delete kept.secret
        return true
      },
    },
  }

  /** Anybody can send something to the address of a webhook; only what Foyer has signed starts the workflow. */
  async webhook(this: WebhookContext): Promise<{ workflowData?: Item[][]; noWebhookResponse?: true }> {
    const request = this.getRequestObject()
    await request.readRawBody?.()
    const { secret } = this.getWorkflowStaticData('node')
    try {
      const event = await verifyWebhook(String(request.rawBody ?? ''), request.headers, String(secret))
      return { workflowData: [[{ json: event as unknown as Item['json'] }]] }
    } catch {
      this.getResponseObject().status(401).end('The signature is not valid.')
      return { noWebhookResponse: true }
    }
  }
}
