import { apiBase, consoleHeaders } from './client.ts'
import { noAnswer, readProblem } from './problem.ts'
import type { Shape } from './schema.ts'

/**
 * Sends a file and tells how much of it has gone, from 0 to 1. By XMLHttpRequest: `fetch` does not tell, and where it
 * streams it needs HTTP/2.
 */
export function sendFile(
  file: File,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Shape<'File'>> {
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.set('file', file)
  return new Promise((resolve, reject) => {
    request.open('POST', `${apiBase}/v0/files`)
    for (const [name, value] of Object.entries(consoleHeaders)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) progress(loaded / total)
    }
    request.onerror = () => reject(noAnswer())
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    request.onload = () => {
      const { status, responseText } = request
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText))
      else readProblem(new Response(responseText, { status: Math.max(status, 400) })).then(reject, reject)
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
