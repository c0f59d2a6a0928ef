import { findFirstBrand } from '../brands/queries.ts'
import type { AppContext } from '../context.ts'
import { renderPage } from '../documents/render/page.ts'
import { fontAddress } from '../graphics/fontAddress.ts'
import { type Answer, makeAnswer } from './answer.ts'
import { brandTokens, findPictures } from './draw.ts'
import type { LinkGate, ShownBrand } from './queries.ts'

export type GateQuestion = Pick<LinkGate, 'pageLinkId' | 'hasPassword'> & {
  /** Where the visitor wants to go. */
  path: string
  isWrong?: boolean
}

/** Where the answer to a gate is posted to. */
export function gateAction({ pageLinkId, path }: GateQuestion): string {
  return `/_g/${pageLinkId}?to=${encodeURIComponent(path)}`
}

/** What a visitor sees before a page that is not open to everybody: the brand and one question, nothing of the page. */
export async function drawGate(
  { db, sign }: Pick<AppContext, 'db' | 'sign'>,
  tenantId: string,
  question: GateQuestion,
  brand: ShownBrand | undefined,
): Promise<Answer> {
  const look = brand ?? (await findFirstBrand(db.read, tenantId))
  if (!look) throw new Error('a page has a brand')
  const pictures = await findPictures(db.read, tenantId, look)
  const { html, csp } = renderPage({
    document: {
      theme: {},
      blocks: [{ id: 'gate', type: 'form', props: propsOf(question, look.name), sources: [] }],
    },
    page: {
      ...{ title: `${look.name}: a private page`, actions: [], actionCardWidgets: [], scripts: [] },
      metadata: { robots: ['noindex', 'nofollow'] },
    },
    brand: brandTokens(look, pictures),
    asset: (id) => pictures.get(id),
    fileUrl: () => undefined,
    formAction: () => gateAction(question),
    fontUrl: fontAddress(sign),
    language: { lang: 'en', dir: 'ltr' },
  })
  return await makeAnswer({
    status: 403,
    mediaType: 'text/html; charset=utf-8',
    text: html,
    cacheControl: 'no-store',
    headers: { 'content-security-policy': csp, 'x-robots-tag': 'noindex, nofollow' },
  })
}

function propsOf({ hasPassword, isWrong = false }: GateQuestion, brand: string) {
  const wrong = isWrong ? { hint: '**That is not the password.** Please try again.' } : {}
  // A password is no question that the forms of pages may ask, and is drawn like the others.
  const password = {
    name: 'password',
    label: 'Password',
    type: 'password' as 'text',
    required: true,
    ...wrong,
  }
  return {
    eyebrow: 'Private page',
    heading: hasPassword ? 'This page is for invited readers' : 'This page was made for you',
    intro: hasPassword
      ? `Enter the password you were given by ${plainText(brand)}.`
      : 'It can be opened a limited number of times. Each opening counts once, however often you come back today.',
    fields: hasPassword ? [password] : [],
    submitLabel: 'Open the page',
    layout: 'beside' as const,
  }
}

/** Names may hold signs that would be markup. */
function plainText(name: string): string {
  return name.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}
