import { hashSource, type InlineScript } from './scripts.ts'
import type { PageSource } from './view.ts'

/**
 * Allows only what the page uses: its style sheet, its scripts by hash, the hosts of its images, videos and frames, and
 * requests to its own origin. Scripts that the tenant enabled may load other scripts and send requests anywhere.
 */
export function contentSecurityPolicy(
  input: PageSource,
  { style, scripts, urls }: { style: string; scripts: InlineScript[]; urls: Set<string> },
): string {
  const logos = input.page.actionCardWidgets.flatMap(({ logos }) =>
    logos.flatMap(({ image }) => [image.url, input.fileUrl(image.fileId) ?? '']),
  )
  const assets = input.assetsUrl ? [input.assetsUrl] : []
  const origins = originsOf([...urls, ...logos, input.brand.logo?.url ?? '']).filter(
    (origin) => !assets.includes(origin),
  )
  const outside = scripts.length > 0 ? ['https:'] : []
  const rules: Record<string, string[]> = {
    'default-src': ["'none'"],
    'style-src': [hashSource(style)],
    'script-src': scriptSources(input.visitScript?.url, scripts),
    'img-src': ["'self'", 'data:', ...assets, ...(outside.length > 0 ? outside : origins)],
    'font-src': ["'self'", ...outside],
    'media-src': ["'self'", ...assets, ...origins],
    'frame-src': ["'self'", ...origins],
    'connect-src': ["'self'", ...outside],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': input.frameAncestors ?? ["'self'"],
  }
  return Object.entries(rules)
    .map(([name, values]) => `${name} ${values.length > 0 ? values.join(' ') : "'none'"}`)
    .join('; ')
}

function scriptSources(visitUrl: string | undefined, scripts: InlineScript[]): string[] {
  if (scripts.length > 0) return [...scripts.map(({ code }) => hashSource(code)), "'strict-dynamic'"]
  if (visitUrl === undefined) return []
  return originsOf([visitUrl]).length > 0 ? [visitUrl] : ["'self'"]
}

function originsOf(urls: string[]): string[] {
  const origins = urls
    .filter((url) => /^https?:\/\//i.test(url) && URL.canParse(url))
    .map((url) => new URL(url).origin)
  return [...new Set(origins)].sort()
}
