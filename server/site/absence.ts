import { hashSource, renderPage } from '../../document/index.ts'
import { findFirstBrand } from '../brands/queries.ts'
import type { Reader } from '../database/database.ts'
import { makeAnswer, type PreparedResponse } from './answer.ts'
import { brandTokens, findPictures } from './draw.ts'
import type { ShownAudience } from './queries.ts'

const words = {
  missing: {
    status: 404,
    headline: 'Page not found',
    subheadline: 'The address may be mistyped, or the page has moved. Please check the link you were sent.',
  },
  gone: {
    status: 410,
    headline: 'This page is no longer available',
    subheadline: 'It has been taken down. Ask the person who sent you the link for a new one.',
  },
  linkOver: {
    status: 410,
    headline: 'This link is no longer open',
    subheadline:
      'It was valid for a limited time or number of visits. Ask the person who sent it for a new one.',
  },
  tooManyTries: {
    status: 429,
    headline: 'Too many attempts',
    subheadline: 'Please wait a minute, then go back and try again.',
  },
  codesUsedUp: {
    status: 429,
    headline: 'Too many wrong codes today',
    subheadline:
      'To protect the page, codes for this link work again tomorrow (UTC). Ask the person who sent it if you need it sooner.',
  },
  previewOver: {
    status: 410,
    headline: 'This preview has ended',
    subheadline: 'Previews are available for an hour. Open a new one from the console.',
  },
  failing: {
    status: 503,
    headline: 'This page can’t be shown right now',
    subheadline: 'It will be back in a moment. Please try again.',
  },
  thanks: {
    status: 200,
    headline: 'Thank you',
    subheadline: 'Your message has been sent.',
  },
  badForm: {
    status: 400,
    headline: 'This could not be sent',
    subheadline: 'Something is missing or too long. Please go back, check the form and send it again.',
  },
  tooLong: {
    status: 413,
    headline: 'This is too long to be sent',
    subheadline: 'Please go back, shorten what you wrote and send it again.',
  },
  tooMany: {
    status: 429,
    headline: 'Too many attempts',
    subheadline:
      'Too many forms were sent from your network. Please wait a minute, then go back and send yours again.',
  },
  notStored: {
    status: 503,
    headline: 'This could not be sent right now',
    subheadline: 'Your answers are still in the form. Please go back in a moment and send it again.',
  },
} as const

/** Why there is no page to show. */
export type Absence = keyof typeof words

/** Renders the message with the brand of the missing page, or else the tenant's first brand. */
export async function drawAbsence(
  db: Reader,
  tenantId: string,
  absence: Absence,
  { brand, hasHome = false }: { brand?: ShownAudience['brand'] | undefined; hasHome?: boolean } = {},
): Promise<PreparedResponse> {
  const look = brand ?? (await findFirstBrand(db, tenantId))
  if (!look) return await drawPlainAbsence(absence)
  const { status, headline, subheadline } = words[absence]
  const pictures = await findPictures(db, tenantId, look)
  const home = hasHome ? { primaryAction: { label: 'Go to the home page', link: '/' } } : {}
  const props = { headline, subheadline, ...home, tone: 'plain' as const }
  const { html, csp } = renderPage({
    document: { theme: {}, blocks: [{ id: 'absence', type: 'hero', props, sources: [] }] },
    page: {
      ...{ title: headline, actions: [], actionCardWidgets: [], scripts: [] },
      metadata: { robots: ['noindex'] },
    },
    brand: brandTokens(look, pictures),
    asset: (id) => pictures.get(id),
    fileUrl: () => undefined,
    formAction: () => '',
    language: { lang: 'en', dir: 'ltr' },
  })
  return await answerAbsence(status, html, csp)
}

const plainStyle = `:root{color-scheme:light dark}
body{margin:0;min-height:100svh;display:grid;place-items:center;font:400 1rem/1.6 system-ui,sans-serif;color:light-dark(#22262d,#e9ecf1);background:light-dark(#fdfdfe,#14171c)}
main{max-width:34rem;padding:2rem}h1{margin:0;font-size:clamp(1.75rem,1.35rem + 1.8vw,2.75rem);line-height:1.12;letter-spacing:-.022em;font-weight:650;text-wrap:balance}
p{margin:1rem 0 0;font-size:1.125rem;color:light-dark(#565d69,#a9b1bd);text-wrap:pretty}`

const plainAnswers = new Map<Absence, Promise<PreparedResponse>>()

/**
 * Renders the message without a brand, if the tenant is unknown. Rendered once, so that a flood of requests costs
 * little.
 */
export function drawPlainAbsence(absence: Absence): Promise<PreparedResponse> {
  const drawn = plainAnswers.get(absence) ?? drawPlain(absence)
  plainAnswers.set(absence, drawn)
  return drawn
}

async function drawPlain(absence: Absence): Promise<PreparedResponse> {
  const { status, headline, subheadline } = words[absence]
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${headline}</title><link rel="icon" href="data:,"><style>${plainStyle}</style></head><body><main><h1>${headline}</h1><p>${subheadline}</p></main></body></html>`
  const csp = `default-src 'none'; img-src data:; style-src ${hashSource(plainStyle)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return await answerAbsence(status, html, csp)
}

const retryAfter: Record<number, string> = { 429: '60', 503: '5' }

async function answerAbsence(status: number, text: string, csp: string): Promise<PreparedResponse> {
  return await makeAnswer({
    status,
    mediaType: 'text/html; charset=utf-8',
    text,
    // A page may be published here at any moment.
    cacheControl: 'no-store',
    headers: {
      'content-security-policy': csp,
      'x-robots-tag': 'noindex',
      ...(retryAfter[status] ? { 'retry-after': retryAfter[status] } : {}),
    },
  })
}
