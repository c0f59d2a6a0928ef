import { Problem } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import type { Identify } from '../web/auth.ts'

/** The metadata in which clients find the authorisation server that issues tokens for `/mcp` (RFC 9728). */
const metadataPath = '/.well-known/oauth-protected-resource/mcp'

/** Tells a client without a valid token how to get one; MCP clients start signing in when they receive this header. */
export function challenged(
  { config, publicUrl }: Pick<AppContext, 'config' | 'publicUrl'>,
  identify: Identify,
): Identify {
  return async (request, reply) => {
    try {
      return await identify(request, reply)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error
      const parts = [
        ...(error.code === 'key_missing' ? [] : ['error="invalid_token"']),
        ...(config.publicUrl === undefined ? [] : [`resource_metadata="${publicUrl()}${metadataPath}"`]),
      ]
      const challenge = ['Bearer', parts.join(', ')].join(' ').trim()
      throw new Problem(error.code, error.message, error.members, { 'www-authenticate': challenge })
    }
  }
}
