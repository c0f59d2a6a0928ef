import { STATUS_CODES } from 'node:http'
import { problems } from '../../../shared/problem.ts'
import { sample } from './chapter.ts'
import { type Html, html, prose, shownJson } from './html.ts'

/** All problem types, each at the URL in its `type`. */
export function errorsPage(): Html {
  const byStatus = Map.groupBy(Object.entries(problems), ([, { status }]) => status)
  const groups = [...byStatus].sort(([a], [b]) => a - b)
  return html`<h1>Errors</h1>
    <div class="operation">
      <div class="about">
        <p>Failed requests return a problem document (RFC 9457, <code>application/problem+json</code>). Use <code>code</code>, which is one of those below and keeps its meaning, in programs; show <code>title</code> and <code>detail</code> to people. For invalid input, <code>errors</code> lists every problem. <code>requestId</code> identifies the request in the logs.</p>
        ${groups.map(([status, entries]) => html`<h2 id="status-${status}">${status} ${STATUS_CODES[status]}</h2>${entries.map(entry)}`)}
      </div>
      <div class="samples">${sample('A problem document', 'Example', shownJson(example))}</div>
    </div>`
}

function entry([code, { title, help }]: [string, { title: string; help: string }]): Html {
  return html`<article class="problem" id="${code}" aria-labelledby="${code}-title">
    <h3 id="${code}-title"><a href="#${code}"><code>${code}</code></a></h3>
    <p><strong>${title}.</strong> ${prose(help)}</p>
  </article>`
}

const example = {
  type: '/docs/errors#invalid_input',
  title: problems.invalid_input.title,
  status: problems.invalid_input.status,
  detail: '/limit must be <= 100.',
  code: 'invalid_input',
  requestId: '01kb5w3x8ef0arv2m9n4t6q7zc',
  errors: [{ path: '/limit', message: 'must be <= 100' }],
}
