import { type Html, htmlAsWritten as html } from '../../../shared/html.ts'
import type { Parameter } from '../../../shared/openApi.ts'
import type { ListedOperation } from './model.ts'
import { exampleIn } from './samples.ts'

/** A form that sends the request from the page; the script of the page shows and handles it. */
export function tryForm(operation: ListedOperation): Html | false {
  const { operationId, method, path, parameters = [], requestBody, responses } = operation
  const answers = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {}
  // A stream of events doesn't end.
  if ('text/event-stream' in answers) return false
  const content = requestBody?.content ?? {}
  const { example, examples = {} } = content['application/json'] ?? {}
  const body = example ?? Object.values(examples)[0]?.value ?? {}
  const text = JSON.stringify(body, null, 2)
  const rows = Math.min(12, text.split('\n').length)
  return html`<details class="try"><summary>Try it</summary>
    <form data-method="${method}" data-path="${path}" aria-label="Try ${operationId}">
      ${parameters.map((one) => parameterInput(parameters, one))}
      ${'application/json' in content && html`<label>Body<textarea name="body" rows="${rows}" spellcheck="false">${text}</textarea></label>`}
      ${'multipart/form-data' in content && html`<label>File<input type="file" name="file" required></label>`}
      <label>API key<input type="password" name="key" autocomplete="off" placeholder="Empty: your session in the console"></label>
      <button>Send ${method}</button>
      <output></output>
    </form></details>`
}

function parameterInput(parameters: Parameter[], { name, in: place, required }: Parameter): Html {
  // Examples of ids match no object, and optional filters are rarely needed.
  const value = required && place !== 'path' ? exampleIn(parameters, place, name) : ''
  return html`<label>${name}<input name="${name}" data-in="${place}" value="${value}" placeholder="${place === 'path' ? exampleIn(parameters, place, name) : required ? '' : 'optional'}"${required ? html` required` : ''} autocomplete="off" spellcheck="false"></label>`
}
