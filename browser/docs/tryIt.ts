const mostShown = 20_000

/** Sends the request of a form, with its key or the console's session, and shows the response. */
export async function sendTry(form: HTMLFormElement): Promise<void> {
  const { method = 'GET', path = '' } = form.dataset
  const output = form.querySelector('output')
  const request = readForm(form, method, path)
  if (!output || (method !== 'GET' && !(await confirmed(`${method} ${request.path}`)))) return
  output.textContent = 'Sending…'
  try {
    const began = performance.now()
    const answer = await fetch(request.url, request.options)
    const text = await answer.text()
    const took = `${Math.round(performance.now() - began)} ms`
    show(
      output,
      `${answer.status} ${answer.statusText} · ${took}${hint(answer.status, request.hasKey)}`,
      text,
    )
  } catch {
    show(output, 'The service can’t be reached.', '')
  }
}

function readForm(form: HTMLFormElement, method: string, template: string) {
  const values = [...form.querySelectorAll<HTMLInputElement>('[data-in]')]
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let path = template
  for (const { name, value, dataset } of values.filter(({ value }) => value !== '')) {
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (dataset.in === 'query') query.append(name, value)
    else headers[name] = value
  }
  const data = new FormData(form)
  const key = String(data.get('key') ?? '')
  const written = data.get('body')
  const file = data.get('file')
  const upload = new FormData()
  if (file) upload.append('file', file)
  if (typeof written === 'string') headers['content-type'] = 'application/json'
  // The session cookie is sent to the console's paths only; the header proves that the request comes from a script of
  // this origin.
  if (key) headers['x-api-key'] = key
  else headers['x-foyer-console'] = '1'
  const asked = path + (query.size > 0 ? `?${query}` : '')
  const body = typeof written === 'string' ? written : file ? upload : null
  const options = { method, headers, body, credentials: key ? 'omit' : 'same-origin' } satisfies RequestInit
  return { path: asked, url: (key ? '' : '/console/api') + asked, options, hasKey: key !== '' }
}

function hint(status: number, hasKey: boolean): string {
  return status === 401 && !hasKey ? ' · Sign in to the console, or enter a key.' : ''
}

function show(output: HTMLOutputElement, status: string, text: string) {
  const code = document.createElement('pre')
  code.tabIndex = 0
  code.textContent = readable(text).slice(0, mostShown)
  output.replaceChildren(status, ...(text ? [code] : []))
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Asks for confirmation before a request that may change something. */
function confirmed(request: string): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = 'confirm'
  dialog.setAttribute('aria-label', 'Send this request?')
  const text = document.createElement('p')
  const code = document.createElement('code')
  code.textContent = request
  text.append('This changes real data of your team: ', code)
  const form = document.createElement('form')
  form.method = 'dialog'
  for (const [value, label] of [
    ['send', 'Send request'],
    ['', 'Cancel'],
  ] as const) {
    const button = document.createElement('button')
    Object.assign(button, { value, textContent: label })
    button.addEventListener('click', () => dialog.close(value))
    form.append(button)
  }
  dialog.append(text, form)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'send')
    }),
  )
}
