import { type Client, readAnswer, type SendOptions } from './client.ts'
import { bind, type Noun, newKey } from './noun.ts'
import { type AssetsCalls, assets as assetCalls } from './nouns.ts'
import { noAnswer, readProblem } from './problem.ts'
import type { Shape } from './shapes.ts'

export type UploadOptions = Pick<SendOptions, 'signal' | 'headers'> & {
  /** The file's name; a `File` has its own. */
  name?: string
  /** Called with the progress of the upload, from 0 to 1. */
  onProgress?: (share: number) => void
}

/** Uploads a file. A `File` has a name; a `Blob` gets one by `name`. */
async function uploadFile(client: Client, file: Blob, options: UploadOptions = {}): Promise<Shape<'File'>> {
  const { onProgress, signal, headers } = options
  const { type, content } = encode(file, options.name ?? (file as File).name ?? 'file')
  // Only XMLHttpRequest reports the progress of an upload in browsers; elsewhere, the bytes of a stream are counted.
  if (onProgress && typeof XMLHttpRequest !== 'undefined')
    return await uploadByXhr(client, content, type, options)
  const answer = await client.send('/files', {
    method: 'POST',
    body: () => (onProgress ? content.stream().pipeThrough(counter(content.size, onProgress)) : content),
    headers: { ...headers, 'content-type': type },
    timeoutMs: 0,
    ...(signal && { signal }),
  })
  return (await readAnswer(answer)) as Shape<'File'>
}

/** A form with one file. Built by hand, because a `FormData` doesn't show how much of it was sent. */
function encode(file: Blob, name: string): { type: string; content: Blob } {
  const boundary = newKey()
  const quoted = name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted}"\r\ncontent-type: ${file.type || 'application/octet-stream'}\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: new Blob([head, file, `\r\n--${boundary}--\r\n`]),
  }
}

function counter(size: number, onProgress: (share: number) => void) {
  let sent = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      sent += chunk.byteLength
      controller.enqueue(chunk)
      onProgress(sent / size)
    },
  })
}

function uploadByXhr(
  client: Client,
  content: Blob,
  type: string,
  options: UploadOptions,
): Promise<Shape<'File'>> {
  const { onProgress, signal, headers } = options
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', `${client.url}/v0/files`)
    const all = { ...client.headers, ...headers, 'content-type': type }
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total)
    request.onerror = () => reject(noAnswer(client.url))
    request.onabort = () => reject(signal?.reason)
    request.onload = () => {
      const { status, responseText } = request
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText))
      else readProblem(new Response(responseText, { status: Math.max(status, 400) })).then(reject, reject)
    }
    signal?.addEventListener('abort', () => request.abort())
    request.send(content)
  })
}

export type ImageOptions = UploadOptions & {
  /** A description of the image, which search covers. */
  purpose?: string
}

/** Uploads an image and adds it to the assets. */
async function uploadAsset(client: Client, file: Blob, options: ImageOptions = {}): Promise<Shape<'Asset'>> {
  const { fileId } = await uploadFile(client, file, options)
  const name = options.name ?? (file as File).name ?? 'Image'
  const input = { assetType: 'image' as const, name, purpose: options.purpose ?? '', fileId }
  return await bind(client, assetCalls).create(input, options)
}

export const files = { upload: uploadFile }
export const assets: Noun<AssetsCalls> & { upload: typeof uploadAsset } = {
  ...assetCalls,
  upload: uploadAsset,
}
