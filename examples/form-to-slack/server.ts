import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { connect, verifyWebhook, type WebhookEvent } from '@foyer/sdk'

const {
  FOYER_URL = '',
  FOYER_API_KEY = '',
  FOYER_WEBHOOK_SECRET = '',
  SLACK_URL = '',
  PORT = '4001',
} = process.env
const foyer = connect({ url: FOYER_URL, key: FOYER_API_KEY })
/** Deliveries that Slack has; one may come twice if an answer was lost. Keep them in a store to survive restarts. */
const posted = new Set<string>()

type Submitted = Extract<WebhookEvent, { type: 'form.submitted' }>['data']

async function toMessage({ pageId, audienceId, fields }: Submitted) {
  const [page, audience] = await Promise.all([
    foyer.pages.get(pageId),
    foyer.audiences.get(pageId, audienceId),
  ])
  const lines = fields.map(({ name, value }) => `*${toText(name)}:* ${toText(value)}`)
  return {
    text: [`${toText(audience.effectiveName)} filled in the form of ${toText(page.name)}`, ...lines].join(
      '\n',
    ),
  }
}

/** What visitors type must not become a mention or a link. */
function toText(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200b')
}

async function handle(event: WebhookEvent): Promise<void> {
  if (event.type !== 'form.submitted' || posted.has(event.id)) return
  const answer = await fetch(SLACK_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await toMessage(event.data)),
  })
  if (!answer.ok) throw new Error(`Slack answered with ${answer.status}.`)
  posted.add(event.id)
}

const server = createServer(async (request, response) => {
  const body = await text(request)
  const event = await verifyWebhook(body, request.headers, FOYER_WEBHOOK_SECRET).catch(() => undefined)
  if (!event) return response.writeHead(401).end()
  try {
    await handle(event)
    response.writeHead(204).end()
  } catch (error) {
    // Foyer delivers it again later.
    console.error(error)
    response.writeHead(500).end()
  }
})
server.listen(Number(PORT), () => console.log(`listening on ${JSON.stringify(server.address())}`))
