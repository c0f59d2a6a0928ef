import type { FastifyReply } from 'fastify'
import { hashSource } from '../../document/index.ts'
import { escapeHtml } from '../../shared/html.ts'
import type { App, AppContext } from '../context.ts'
import { plainName } from '../mail/plainName.ts'
import { confirmRecipient, findTenantOfToken, unsubscribe } from './recipients.ts'

type RecipientChoice = 'confirm' | 'unsubscribe'

/** The page to confirm or unsubscribe. Opening it changes nothing, because link scanners open it too; its form does. */
export function recipientUrl(
  publicUrl: string,
  choice: RecipientChoice,
  tenantId: string,
  token: string,
): string {
  return `${publicUrl}/recipients/${choice}/${tenantId}/${token}`
}

const words = {
  confirm: {
    question: (tenant: string) => `Receive notices from ${tenant}?`,
    detail: 'You will be sent e-mails about visits to their pages. You can unsubscribe at any time.',
    button: 'Confirm',
    done: 'Confirmed. You will receive notices from now on.',
  },
  unsubscribe: {
    question: (tenant: string) => `Stop notices from ${tenant}?`,
    detail: 'You will not be sent e-mails about visits to their pages any more.',
    button: 'Unsubscribe',
    done: 'Unsubscribed. You will receive no more notices.',
  },
}

/** Pages for recipients of notices, outside /v0: the token from an e-mail is enough. */
export async function recipientRoutes(app: App, { db }: AppContext) {
  await app.register(async (scope) => {
    // Mail clients with one-click unsubscribe post a form without further data.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, undefined),
    )
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '/recipients/:choice/:tenant_id/:token',
      schema: { hide: true },
      handler: async (request, reply) => {
        const { choice, tenant_id: tenantId = '', token = '' } = request.params as Record<string, string>
        const isKnown = (choice === 'confirm' || choice === 'unsubscribe') && /^[0-9a-f]{32}$/.test(token)
        const tenant = isKnown ? await findTenantOfToken(db.read, tenantId, token) : undefined
        if (!tenant) return sendPage(reply.code(404), 'This link is not valid', 'It may be incomplete.')
        const { question, detail, button, done } = words[choice as RecipientChoice]
        if (request.method !== 'POST')
          return sendPage(reply, question(plainName(tenant.name, 'this sender')), detail, button)
        const change = choice === 'confirm' ? confirmRecipient : unsubscribe
        await db.inTransaction((tx) => change(tx, tenantId, token))
        return sendPage(reply, done, 'You can close this page.')
      },
    })
  })
}

const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100svh;display:grid;place-items:center;font:400 1rem/1.6 system-ui,sans-serif;color:light-dark(#22262d,#e9ecf1);background:light-dark(#fdfdfe,#14171c)}
main{max-width:34rem;padding:2rem}h1{margin:0;font-size:1.75rem;line-height:1.2}
button{margin-top:1rem;padding:.75rem 1.25rem;border:0;border-radius:.5rem;font:600 1rem/1.25 inherit;color:#fff;background:#b4532c;cursor:pointer}`

function sendPage(reply: FastifyReply, title: string, detail: string, button?: string) {
  const form = button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; img-src data:; style-src ${hashSource(style)}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    })
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p>${form}</main></body></html>`,
    )
}
