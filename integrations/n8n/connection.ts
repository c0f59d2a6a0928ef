import { connect, type Foyer } from '../../sdk/index.ts'
import type { ExecuteContext } from './n8n.ts'

export const credentials = [{ name: 'foyerApi', required: true }]

/** How long a request is repeated while the service is away. */
const patienceMs = 20_000

export async function connectTo(context: Pick<ExecuteContext, 'getCredentials'>): Promise<Foyer> {
  const { url, apiKey } = await context.getCredentials('foyerApi')
  return connect({ url: url.replace(/\/$/, ''), key: apiKey, retryForMs: patienceMs })
}
