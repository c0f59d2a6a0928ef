import type { Shape } from '../api/schema.ts'

/** Wide enough to read, narrow enough for the reading pane of e-mail programs. */
const width = 480

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** An image and a line of text that link to the page; with inline styles, as e-mail programs drop style sheets. */
export function emailHtml(
  { title, picture }: Pick<Shape<'Share'>, 'title' | 'picture'>,
  url: string,
): string {
  const link = escapeHtml(url)
  const image = picture
    ? `<a href="${link}"><img src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.alt)}" width="${width}" height="${Math.round((width * picture.height) / picture.width)}" style="display:block;border:0;border-radius:8px;max-width:100%;height:auto"></a>`
    : ''
  return `<div>${image}<p style="margin:8px 0"><a href="${link}">${escapeHtml(title || url)}</a></p></div>`
}

/** The plain text alternative. */
export function emailText({ title }: Pick<Shape<'Share'>, 'title'>, url: string): string {
  return title ? `${title}\n${url}` : url
}
