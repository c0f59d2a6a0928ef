import { type Html, html } from '../../shared/html.ts'
import { hashText } from './random.ts'

/** Neutral hair shapes, chosen by a hash of the name. */
const caps = [
  'M30 43c-3-19 6-28 19-28 12 0 20 8 17 27-2-8-5-12-9-14-8 4-18 4-23 2-2 4-3 8-4 13z',
  'M31 42c-2-17 6-26 18-26s19 9 16 26c-1-6-3-10-6-12-7 1-18 0-22-3-3 4-5 9-6 15z',
  'M30 41c-1-18 8-25 19-25 10 0 18 7 16 25-3-5-5-9-7-13-6 3-15 4-20 2-3 3-6 7-8 11z',
]

/** A generic avatar in the page's colours, for a person without a photo. Decorative, so hidden from screen readers. */
export function avatar(name: string): Html {
  const cap = caps[hashText(name) % caps.length]
  return html`<svg class="avatar" viewBox="0 0 96 96" aria-hidden="true"><path class="avatar-ground" d="M0 0h96v96H0z"/><path class="avatar-shade" d="M41 56h15v20H41z"/><path class="avatar-coat" d="M6 96c2-17 18-22 34-25l8 8 8-8c16 3 32 8 34 25z"/><path class="avatar-light" d="m40 71 8 8V57h-7z"/><path class="avatar-light" d="M48 24.500c-9 0-16.500 8-16.500 19.500S39 63.500 48 63.500z"/><path class="avatar-shade" d="M48 24.500c9 0 16.500 8 16.500 19.500S57 63.500 48 63.500z"/><path class="avatar-hair" d="${cap}"/></svg>`
}
