import type { Config } from './config.ts'

/** The address callers reach the service at, when it listens on this port. */
export function publicUrlOf({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  return publicUrl ?? `http://${shownHost(host)}:${port}`
}

/** An address to listen on is not always one to visit. */
function shownHost(host: string) {
  if (['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
