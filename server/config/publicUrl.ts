import type { Config } from './config.ts'

/** The public URL of the service when it listens on this port. */
export function publicUrlOf({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  return publicUrl ?? `http://${shownHost(host)}:${port}`
}

/** A listen address such as 0.0.0.0 can't be opened in a browser. */
function shownHost(host: string) {
  if (['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
