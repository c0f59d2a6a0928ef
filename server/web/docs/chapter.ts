import { problems } from '../../../shared/problem.ts'
import { contentExample, curlOf } from './example.ts'
import { fieldList, parameterList } from './fields.ts'
import { type Html, html, prose, shownJson } from './html.ts'
import type { Chapter, Listed, Reference } from './model.ts'

/** One tag of the API: its operations, each with parameters, responses and examples. */
export function chapterPage(reference: Reference, chapter: Chapter, baseUrl: string): Html {
  const index = chapter.operations.map(
    ({ operationId, method, path, summary }) => html`<li>${verb(method)}
      <a href="#${operationId}">${summary ?? operationId}</a> <code>${breakable(path)}</code></li>`,
  )
  return html`<h1>${chapter.tag}</h1>
    <ul class="index">${index}</ul>
    ${chapter.operations.map((operation) => operationSection(reference, operation, baseUrl))}`
}

function operationSection(reference: Reference, operation: Listed, baseUrl: string): Html {
  const { operationId, summary, description, method, path } = operation
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
    <div class="about">
      <h2 id="${operationId}-title"><a href="#${operationId}">${summary ?? operationId}</a></h2>
      <p class="address">${verb(method)} <code>${breakable(path)}</code></p>
      ${description && html`<p>${prose(description, errorHref)}</p>`}
      <p class="scope">Requires a key with the scope <a href="/docs#keys"><code>${operation['x-scope']}</code></a>.</p>
      ${inputs(reference, operation)}
      ${answers(reference, operation)}
    </div>
    <div class="samples">${samples(reference, operation, baseUrl)}</div>
  </section>`
}

function inputs(reference: Reference, { parameters = [], requestBody }: Listed): Html {
  const places = [
    ['path', 'Path parameters'],
    ['query', 'Query parameters'],
    ['header', 'Headers'],
  ] as const
  const lists = places
    .map(([place, title]) => ({ title, found: parameters.filter((parameter) => parameter.in === place) }))
    .filter(({ found }) => found.length > 0)
    .map(({ title, found }) => html`<h3>${title}</h3>${parameterList(reference, found)}`)
  const bodies = Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema }]) => {
    const fields = schema && fieldList(reference, schema, 'sent')
    return html`<h3>Body <span class="type">${mediaType}</span></h3>${fields ?? html`<p>An empty object or no body.</p>`}`
  })
  return html`${lists}${bodies}`
}

function answers(reference: Reference, { responses }: Listed): Html {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const bad = Object.entries(responses).filter(
    ([status]) => !status.startsWith('2') && !reference.sharedStatuses.has(status),
  )
  return html`<h3>Response</h3>
    ${good.map(([status, { description, content }]) => {
      const { schema } = content?.['application/json'] ?? {}
      const fields = schema && fieldList(reference, schema, 'received')
      const title = html`<span class="status">${status}</span> ${description ?? ''}`
      return fields
        ? html`<details class="answer"><summary>${title} ${nameOf(schema?.$ref)}</summary>${fields}</details>`
        : html`<p class="answer">${title}</p>`
    })}
    ${bad.length > 0 && html`<h3>Problems</h3>`}
    <ul class="problems">${bad.map(
      ([status, { description = '' }]) =>
        html`<li><span class="status">${status}</span> <span>${prose(description, errorHref)}</span></li>`,
    )}</ul>
    ${reference.sharedStatuses.size > 0 && html`<p class="quiet">And <a href="/docs#problems">the problems of every operation</a>.</p>`}`
}

function samples(reference: Reference, operation: Listed, baseUrl: string): Html {
  const { operationId, responses, summary = operationId } = operation
  const [status, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const answer = contentExample(reference, response?.content, 'application/json')
  return html`${sample(`Request: ${summary}`, 'Request', html`${curlOf(reference, baseUrl, operation)}`, true)}
    ${answer !== undefined && sample(`Response: ${summary}`, `Response ${status}`, shownJson(answer))}`
}

/** A code block with a title, and a copy button if scripts run. */
export function sample(label: string, title: string, code: Html, copies = false): Html {
  return html`<figure>
    <figcaption>${title} ${copies && html`<button type="button" class="copy" aria-live="polite">Copy</button>`}</figcaption>
    <pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>
  </figure>`
}

export function verb(method: string): Html {
  return html`<span class="verb ${method.toLowerCase()}">${method}</span>`
}

/** Long paths may break after a slash on a narrow screen. */
export function breakable(path: string): Html {
  return html`${path.split('/').map((part, i) => (i === 0 ? html`${part}` : html`/<wbr>${part}`))}`
}

export function errorHref(code: string): string | undefined {
  return code in problems ? `/docs/errors#${code}` : undefined
}

function nameOf(ref: string | undefined): Html | undefined {
  const name = ref?.split('/').at(-1)
  return name ? html`<code>${name}</code>` : undefined
}
