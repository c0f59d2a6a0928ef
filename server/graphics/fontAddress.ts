import type { FontSubset, FontUrl } from '../../document/index.ts'
import type { Sign } from '../secrets/secrets.ts'

const shape =
  /^\/_s\/t\/(([a-z0-9_-]{1,40})\.(heading|text)\.(normal|italic)\.([a-z-]{1,20})\.([0-9a-z-]{0,1100}))\.([\w-]{43})\.woff2$/

/**
 * The URL of a subset contains everything it is generated from, so that any node can generate it and its bytes never
 * change. It is signed, so that clients can't request other subsets.
 */
export function fontAddress(sign: (purpose: string, text: string) => string): FontUrl {
  return ({ font, cut, style, script, extra }) => {
    const points = extra === 'all' ? 'all' : extra.map((point) => point.toString(36)).join('-')
    const text = [font, cut, style, script, points].join('.')
    return `/_s/t/${text}.${sign('font', text)}.woff2`
  }
}

/** The subset of a URL; undefined if its signature is invalid. */
export function readFontAddress(sign: Sign, path: string): FontSubset | undefined {
  const [, text = '', font = '', cut, style, script = '', points = '', signature = ''] =
    shape.exec(path) ?? []
  if (!sign.verify('font', text, signature)) return undefined
  const extra =
    points === 'all'
      ? points
      : points
          .split('-')
          .filter(Boolean)
          .map((point) => Number.parseInt(point, 36))
  return { font, cut, style, script, extra } as FontSubset
}
