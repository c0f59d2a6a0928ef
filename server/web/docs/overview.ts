import { scopes } from '../auth.ts'
import { breakable, errorHref, sample, verb } from './chapter.ts'
import { type Html, html, prose, shownJson } from './html.ts'
import type { Chapter, Reference } from './model.ts'

/** What holds for every operation, and where to find each. */
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
  read: 'reads everything of its tenant',
  write: 'also makes and changes things',
  publish: 'also decides what the public sees',
  admin: 'also manages keys, domains and webhooks',
}

function keys(): Html {
  return html`<h2 id="keys">Keys and scopes</h2>
    <p>Every request names its key in the <code>x-api-key</code> header. A key belongs to one tenant and sees nothing of
      another. It has scopes, each of which includes the ones before it:</p>
    <ul class="fields">${scopes.map(
      (scope) =>
        html`<li><p class="field"><code class="name">${scope}</code> <span>${abilities[scope]}</span></p></li>`,
    )}</ul>
    <p>The first start prints a key. More are made with <code>POST /v0/api_keys</code> or
      <code>npx foyer keys create</code>. A key is shown once; only its hash is stored.</p>`
}

function lists(): Html {
  return html`<h2 id="lists">Lists</h2>
    <p>Lists come newest first, in pages of <code>limit</code> items. <code>nextCursor</code> leads to the next page; it
      belongs to the list and the filters it came with. <code>totalCount</code> counts everything that matches.</p>
    <h2 id="values">Values</h2>
    <p>Ids begin with what they name and sort by creation. Timestamps are a plus sign and the milliseconds since the Unix
      epoch: <code>+1794614400000</code>. A field that may be null is always there; a field that may be absent is never
      null.</p>`
}

function writing(): Html {
  return html`<h2 id="writing">Writing</h2>
    <p>Bodies are JSON in UTF-8, at most 1 MiB. A field that an operation does not know is refused, not dropped. Where an
      operation takes a key against doing things twice (<code>idempotencyKey</code>, <code>operationKey</code>,
      <code>clientMessageId</code>), a repeat with the same content gets the first answer again.</p>`
}

function failing({ chapters, sharedStatuses }: Reference): Html {
  const responses = chapters[0]?.operations[0]?.responses ?? {}
  return html`<h2 id="problems">Problems</h2>
    <p>What fails is answered with a problem document; <a href="/docs/errors">every code</a> says what to do. Every
      operation can end in these:</p>
    <ul class="problems">${[...sharedStatuses].map(
      (status) =>
        html`<li><span class="status">${status}</span>
          <span>${prose(responses[status]?.description ?? '', errorHref)}</span></li>`,
    )}</ul>
    <h2 id="rates">Rates</h2>
    <p>Each key has a number of requests a minute. <code>RateLimit-Policy</code> names it, <code>RateLimit</code> says how
      many are left (<code>r</code>) and for how many seconds (<code>t</code>). Past it, 429 comes with
      <code>Retry-After</code>.</p>`
}

function chapterIndex({ tag, slug, operations }: Chapter): Html {
  return html`<h3><a href="/docs/${slug}">${tag}</a></h3>
    <ul class="index">${operations.map(
      ({ operationId, method, path, summary }) => html`<li>${verb(method)}
        <a href="/docs/${slug}#${operationId}">${summary ?? operationId}</a> <code>${breakable(path)}</code></li>`,
    )}</ul>`
}
