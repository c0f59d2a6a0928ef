import { renderPage } from '../../document/index.ts'
import { findFirstBrand } from '../brands/queries.ts'
import type { AppContext } from '../context.ts'
import { fontAddress } from '../graphics/fontAddress.ts'
import { codeMinutes } from '../links/gateCodes.ts'
import { makeUnlistedPage, type PreparedResponse } from './answer.ts'
import { brandTokens, findPictures } from './draw.ts'
import type { LinkGate, ShownBrand } from './queries.ts'

/** The step of a gate: open the page, enter a password, an e-mail address, or the code sent to it. */
export type GateStep =
  | { kind: 'open' }
  | { kind: 'password'; isWrong?: boolean }
  | { kind: 'email'; isWrong?: boolean }
  | { kind: 'code'; email: string; fault?: 'wrong' | 'tooOften' }

export type GateQuestion = {
  pageLinkId: string
  /** The path the visitor requested. */
  path: string
  step: GateStep
}

export function firstStep({ hasPassword, asksEmail }: Pick<LinkGate, 'hasPassword' | 'asksEmail'>): GateStep {
  if (hasPassword) return { kind: 'password' }
  return asksEmail ? { kind: 'email' } : { kind: 'open' }
}

/** The URL that a gate's form posts to. */
export function gateAction({ pageLinkId, path }: Pick<GateQuestion, 'pageLinkId' | 'path'>): string {
  return `/_g/${pageLinkId}?to=${encodeURIComponent(path)}`
}

/** The page of a gate: the brand and one question, nothing of the protected page. */
export async function drawGate(
  { db, sign }: Pick<AppContext, 'db' | 'sign'>,
  tenantId: string,
  question: GateQuestion,
  brand: ShownBrand | undefined,
): Promise<PreparedResponse> {
  const look = brand ?? (await findFirstBrand(db.read, tenantId))
  if (!look) throw new Error('a page has a brand')
  const pictures = await findPictures(db.read, tenantId, look)
  const { html, csp } = renderPage({
    document: {
      theme: {},
      blocks: [{ id: 'gate', type: 'form', props: propsOf(question, plainText(look.name)), sources: [] }],
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
  return await makeUnlistedPage(403, html, csp)
}

const look = { eyebrow: 'Private page', submitLabel: 'Open the page', layout: 'beside' as const }

function propsOf({ step, path }: GateQuestion, brand: string) {
  if (step.kind === 'open')
    return {
      ...look,
      heading: 'This page was made for you',
      intro:
        'It can be opened a limited number of times. Each opening counts once, however often you come back today.',
      fields: [],
    }
  if (step.kind === 'password')
    return {
      ...look,
      heading: 'This page is for invited readers',
      intro: `Enter the password you were given by ${brand}.`,
      fields: [
        gateField('password', {
          label: 'Password',
          hint: step.isWrong && '**Wrong password.** Please try again.',
        }),
      ],
    }
  if (step.kind === 'email')
    return {
      ...look,
      heading: 'This page is for invited readers',
      intro: `Enter the e-mail address ${brand} has for you. We’ll send you a code.`,
      fields: [
        gateField('email', {
          label: 'E-mail address',
          hint: step.isWrong && '**Enter a complete e-mail address.**',
        }),
      ],
      submitLabel: 'Send the code',
      note: 'Your address is only used to check your invitation.',
    }
  return {
    ...look,
    heading: 'Check your inbox',
    intro: `If this address was invited, we’ve sent it a 6-digit code. The code is valid for ${codeMinutes} minutes.`,
    fields: [
      gateField('email', { label: 'E-mail address', value: step.email }),
      gateField('code', { label: 'Code', hint: step.fault && codeFaults[step.fault] }),
    ],
    note: `No e-mail after a minute? Look in your spam folder, or [enter the address again](${path.replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))}).`,
  }
}

const codeFaults = {
  wrong: '**The code is wrong or has expired.** Check it, or enter your address again to get a new one.',
  tooOften: `**Several codes were requested for this address.** Use the newest one, or wait ${codeMinutes} minutes.`,
}

/** Gates have fields that forms of pages must not have, with the same markup. */
function gateField(
  type: 'password' | 'email' | 'code',
  { label, hint, value }: { label: string; hint?: string | false | undefined; value?: string },
) {
  return {
    ...{ name: type, label, type: type as 'text', required: true },
    ...(hint ? { hint } : {}),
    ...(value === undefined ? {} : { value }),
  }
}

/** Names may contain characters that would be markup. */
function plainText(name: string): string {
  return name.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}
