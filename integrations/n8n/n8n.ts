/**
 * The part of n8n's interface for nodes that these nodes use, as its documentation describes it. n8n gives each node what
 * it needs when it calls it, so nothing of n8n is imported: `n8n-workflow` would bring 90 packages.
 */

export type Item = { json: Record<string, unknown>; pairedItem?: { item: number } }

export type Property = {
  displayName: string
  name: string
  type: 'options' | 'multiOptions' | 'string' | 'boolean' | 'number'
  default: unknown
  description?: string
  placeholder?: string
  required?: boolean
  noDataExpression?: boolean
  typeOptions?: { password?: boolean; rows?: number; minValue?: number; maxValue?: number }
  options?: { name: string; value: string; description?: string; action?: string }[]
  displayOptions?: { show: Record<string, string[]> }
}

export type NodeDescription = {
  displayName: string
  name: string
  icon: 'file:foyer.svg'
  group: ('transform' | 'trigger')[]
  version: number
  description: string
  subtitle: string
  defaults: { name: string }
  inputs: 'main'[]
  outputs: 'main'[]
  usableAsTool?: true
  credentials: { name: string; required: boolean }[]
  webhooks?: {
    name: 'default'
    httpMethod: 'POST'
    responseMode: 'onReceived'
    path: string
  }[]
  properties: Property[]
}

type Credentials = { url: string; apiKey: string }

type Shared = {
  getCredentials(name: string): Promise<Credentials>
}

/** `this` of a node that handles items. */
export type ExecuteContext = Shared & {
  getInputData(): Item[]
  getNodeParameter(name: string, item: number, fallback?: unknown): unknown
  continueOnFail(): boolean
}

/** `this` of a trigger while its workflow is switched on or off. */
export type HookContext = Shared & {
  getNodeParameter(name: string, fallback?: unknown): unknown
  getNodeWebhookUrl(name: string): string | undefined
  getWorkflowStaticData(type: 'node'): Record<string, unknown>
}

/** `this` of a trigger when a webhook arrives. */
export type WebhookContext = Pick<HookContext, 'getWorkflowStaticData'> & {
  getRequestObject(): {
    headers: Record<string, string | string[] | undefined>
    rawBody?: Buffer
    readRawBody?(): Promise<void>
  }
  getResponseObject(): { status(code: number): { end(text?: string): void } }
}
