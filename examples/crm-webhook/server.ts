import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { connect, isProblem } from '@foyer/sdk'

type Deal = {
  id: string
  company: string
  domain: string
  contact: { name: string; email: string }
  note: string
}

const { FOYER_URL = '', FOYER_API_KEY = '', PAGE_ID = '', CRM_SECRET = '', PORT = '4000' } = process.env
const foyer = connect({ url: FOYER_URL, key: FOYER_API_KEY })

/** The id of an object that may exist already: the problem names it. */
async function idOf(create: () => Promise<string>, field: 'accountId' | 'personId'): Promise<string> {
  try {
    return await create()
  } catch (error) {
    if (isProblem(error, 'account_exists') || isProblem(error, 'person_exists'))
      return String(error.more[field])
    throw error
  }
}

/** Makes a page for the contact of a deal. A deal that is sent again gets the page that it has. */
async function makePage({ id, company, domain, contact, note }: Deal): Promise<string> {
  const accountId = await idOf(
    async () => (await foyer.accounts.create({ domain, name: company })).accountId,
    'accountId',
  )
  const personId = await idOf(
    async () => (await foyer.persons.create({ ...contact, accountId })).personId,
    'personId',
  )
  const { siteUrl } = await foyer.me.get()
  const path = `/deals/${encodeURIComponent(id)}`
  const known = await foyer.pageLinks.list({ path })
  if (known.items.length > 0) return siteUrl + path
  await foyer.accountLogs.create(accountId, { text: note, idempotencyKey: `deal ${id}` })
  const { audienceId } = await foyer.audiences.create(PAGE_ID, { personId, supplementaryContext: note })
  const message = `Make this page for ${company}. Change the headline to "${company}, ready when you are"`
  const { version } = await foyer.messages.sendAndWait(PAGE_ID, audienceId, message)
  await foyer.versions.publish(PAGE_ID, audienceId, version.versionId)
  await foyer.pageLinks.create({ path, target: { targetType: 'audience', audienceId } })
  return siteUrl + path
}

function isSigned(body: string, signature = ''): boolean {
  const [made, given] = [
    createHmac('sha256', CRM_SECRET).update(body).digest(),
    Buffer.from(signature, 'hex'),
  ]
  return made.length === given.length && timingSafeEqual(made, given)
}

const server = createServer(async (request, response) => {
  const body = await text(request)
  if (!isSigned(body, String(request.headers['x-signature']))) return response.writeHead(401).end()
  try {
    const url = await makePage(JSON.parse(body))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url }))
  } catch (error) {
    // The CRM sends the deal again.
    console.error(error)
    response.writeHead(500).end()
  }
})
server.listen(Number(PORT), () => console.log(`listening on ${JSON.stringify(server.address())}`))
