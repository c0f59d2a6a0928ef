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
 * Lets the console run its own scripts, call its own host, show files and images of tenants' sites and frame previews
 * there. It may not be framed. Inline styles are allowed: dialogs and menus set them, and without a target to send data
 * to they are harmless.
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
 * For the worker that checks spelling, which takes its policy from its own response: WebAssembly runs there and nowhere
 * else in the console. It has no page to draw on and may load the console's files alone.
 */
export const spellingPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
