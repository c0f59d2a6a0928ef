import { scopes } from '../auth.ts'
import { breakable, errorHref, sample, verb } from './chapter.ts'
import { type Html, html, prose, shownJson } from './html.ts'
import type { Chapter, Reference } from './model.ts'

/** The conventions of the API, and a list of all operations. */
export function overviewPage(reference: Reference, baseUrl: string): Html {
  return html`<h1>${reference.document.info.title} reference</h1>
    <div class="operation">
      <div class="about">
        <p class="lead">${reference.document.info.description ?? ''}</p>
        ${keys()} ${lists()} ${writing()} ${failing(reference)}
      </div>
      <div class="samples">
        ${sample('A first request', 'A first request', html`${firstRequest(baseUrl)}`, true)}
        ${sample('A list', 'A list', shownJson({ items: [], hasMore: false, nextCursor: null, totalCount: 0 }))}
      </div>
    </div>
    <h2 id="operations">Operations</h2>
    ${reference.chapters.map(chapterIndex)}`
}

function firstRequest(baseUrl: string) {
  return `curl ${baseUrl}/v0/me \\\n  -H "x-api-key: $FOYER_API_KEY"`
}

const abilities: Record<(typeof scopes)[number], string> = {
  read: 'read all data of the tenant',
  write: 'also create and change data',
  publish: 'also publish',
  admin: 'also manage keys, domains and webhooks',
}

function keys(): Html {
  return html`<h2 id="keys">Keys and scopes</h2>
    <p>Send your key in the <code>x-api-key</code> header of every request. A key belongs to one tenant and has scopes, each of which includes the ones before it:</p>
    <ul class="fields">${scopes.map(
      (scope) =>
        html`<li><p class="field"><code class="name">${scope}</code> <span>${abilities[scope]}</span></p></li>`,
    )}</ul>
    <p>The first start prints a key. Create more with <code>POST /v0/api_keys</code> or <code>npx foyer keys create</code>. A key is shown once; only its hash is stored.</p>`
}

function lists(): Html {
  return html`<h2 id="lists">Lists</h2>
    <p>Lists are sorted newest first and paginated by <code>limit</code>. Pass <code>nextCursor</code> as <code>cursor</code> to get the next page, with the same filters. <code>totalCount</code> is the number of all matches.</p>
    <h2 id="values">Values</h2>
    <p>Ids have a prefix for their type and sort by creation time. Timestamps are a plus sign and the milliseconds since the Unix epoch: <code>+1794614400000</code>. Nullable fields are always present; optional fields are never null.</p>`
}

function writing(): Html {
  return html`<h2 id="writing">Writing</h2>
    <p>Bodies are JSON in UTF-8, at most 1 MiB. Unknown fields are rejected. Where an operation takes an idempotency key (<code>idempotencyKey</code>, <code>operationKey</code>,
      <code>clientMessageId</code>), repeating the request with the same content returns the first response.</p>`
}

function failing({ chapters, sharedStatuses }: Reference): Html {
  const responses = chapters[0]?.operations[0]?.responses ?? {}
  return html`<h2 id="problems">Problems</h2>
    <p>Failed requests return a problem document; see <a href="/docs/errors">all codes</a> and what to do. Every operation can return these:</p>
    <ul class="problems">${[...sharedStatuses].map(
      (status) =>
        html`<li><span class="status">${status}</span>
          <span>${prose(responses[status]?.description ?? '', errorHref)}</span></li>`,
    )}</ul>
    <h2 id="rates">Rate limits</h2>
    <p>Each key has a number of requests per minute. <code>RateLimit-Policy</code> contains the limit, <code>RateLimit</code> how many requests are left (<code>r</code>) and for how many seconds (<code>t</code>). Beyond it, requests return 429 with <code>Retry-After</code>.</p>`
}

function chapterIndex({ tag, slug, operations }: Chapter): Html {
  return html`<h3><a href="/docs/${slug}">${tag}</a></h3>
    <ul class="index">${operations.map(
      ({ operationId, method, path, summary }) => html`<li>${verb(method)}
        <a href="/docs/${slug}#${operationId}">${summary ?? operationId}</a> <code>${breakable(path)}</code></li>`,
    )}</ul>`
}
