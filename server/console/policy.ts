import type { AppContext } from '../context.ts'

/** Sent with every response of the console. */
export const consoleHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/**
 * The policy of the console: it may run its own scripts, call its own host, show files and images of tenants' sites,
 * and frame previews there. It may not be framed. Inline styles are allowed because dialogs and menus set them; they
 * are harmless, as there is no other host they could send data to.
 */
export function consolePolicy(
  { config, publicUrl }: Pick<AppContext, 'config' | 'publicUrl'>,
  inlineScripts: string[] = [],
): string {
  const { protocol, port, origin } = new URL(publicUrl())
  const sites = `${protocol}//*.${config.siteDomain}${port && `:${port}`}`
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...inlineScripts].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' data: blob: ${origin} ${sites}`,
    `media-src 'self' blob: ${origin}`,
    "connect-src 'self'",
    `frame-src ${sites}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The policy of the spell checker's worker, which is sent with its script: WebAssembly only runs there. It has no DOM
 * and may only load the console's files.
 */
export const spellingPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
