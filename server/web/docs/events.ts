import { sample } from './chapter.ts'
import { exampleOf } from './example.ts'
import { fieldList, parameterList } from './fields.ts'
import { type Html, html, prose, shownJson } from './html.ts'
import type { Event, Reference, Schema } from './model.ts'

/** Webhooks: how to receive them, and each event with its payload. */
export function eventsPage(reference: Reference): Html {
  const [first] = reference.events
  if (!first) return html`<h1>Events</h1><p>There are no events.</p>`
  const { parameters = [], responses } = first.operation
  return html`<h1>Events</h1>
    <div class="operation">
      <div class="about">
        <p>A webhook subscription receives events as they happen, each as a POST with a JSON body. Deliveries are signed according to Standard Webhooks, for which libraries exist in most languages. A delivery may arrive twice, and in any order: detect duplicates by <code>webhook-id</code>. The ids of events from one change sort in the order in which they happened.</p>
        <h2>Headers</h2>
        ${parameterList(reference, parameters)}
        <h2>Your response</h2>
        <ul class="problems">${Object.entries(responses).map(
          ([status, { description = '' }]) =>
            html`<li><span class="status">${status}</span> <span>${prose(description)}</span></li>`,
        )}</ul>
      </div>
      <div class="samples">${sample('The body of an event', first.name, shownJson(bodyOf(reference, first)))}</div>
    </div>
    <h2 id="list">Event types</h2>
    <ul class="fields events">${shapes(reference).map(([shape, events]) => entry(reference, shape, events))}</ul>`
}

/** Groups events with the same payload schema. */
function shapes(reference: Reference): [Schema | undefined, Event[]][] {
  const dataOf = ({ operation }: Event) => {
    const { schema = {} } = operation.requestBody?.content['application/json'] ?? {}
    return reference.resolve(schema).properties?.data
  }
  const groups = Map.groupBy(reference.events, (event) => JSON.stringify(dataOf(event)))
  return [...groups.values()].map((events) => [dataOf(events[0] as Event), events])
}

function entry(reference: Reference, shape: Schema | undefined, events: Event[]): Html {
  const name = shape?.$ref?.split('/').at(-1)
  const fields = shape && fieldList(reference, shape, 'received')
  return html`<li>
    ${events.map(
      ({ name, operation }) =>
        html`<p class="field" id="${name}"><code class="name">${name}</code> <span>${operation.description}</span></p>`,
    )}
    ${fields && html`<details><summary><code>data</code>: ${name ? html`<code>${name}</code>` : 'its fields'}</summary>${fields}</details>`}
  </li>`
}

function bodyOf(reference: Reference, { operation }: Event): unknown {
  const { schema = {}, example } = operation.requestBody?.content['application/json'] ?? {}
  return example ?? exampleOf(reference, schema)
}
