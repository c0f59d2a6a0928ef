import { isUtf8 } from 'node:buffer'
import { open, readFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import type { Task } from './imageWorker.ts'
import { type MediaType, mediaTypes } from './kinds.ts'
import { Refused } from './refused.ts'

/**
 * The actual type of the bytes. The name and declared type count only between kinds of text, which bytes can't tell
 * apart and which this service only serves as downloads.
 */
export async function sniff({ input, name, declaredType }: Task): Promise<MediaType> {
  const extension = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? ''
  if (await startsAsText(input)) {
    const bytes = await readFile(input)
    if (isText(bytes)) return sniffText(bytes, extension, declaredType)
  }
  const found = (await fileTypeFromFile(input))?.mime as MediaType | 'image/apng' | undefined
  // Of an animated PNG, the default image is kept.
  if (found === 'image/apng') return 'image/png'
  if (found && mediaTypes.includes(found)) return found
  if (['csv', 'html', 'htm', 'svg'].includes(extension) && !found)
    throw new Refused('invalid_file', 'Text must be in UTF-8.')
  throw unsupported(found)
}

/** Whether the first bytes are text, so that only possible text files are read entirely. */
async function startsAsText(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    // The last character may be cut off.
    return [0, 1, 2, 3].some((cut) => isText(buffer.subarray(0, Math.max(0, bytesRead - cut))))
  } finally {
    await file.close()
  }
}

function unsupported(found = 'of an unknown type') {
  return new Refused('file_type_unsupported', `The file is ${found}.`)
}

/** UTF-8 without control characters that don't occur in text. */
function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127)
}

function sniffText(bytes: Buffer, extension: string, declaredType: string): MediaType {
  const text = bytes.toString().replace(/^\uFEFF/, '')
  const root = text.slice(prologLength(text))
  if (/^<([\w.-]+:)?svg[\s/>]/.test(root)) return 'image/svg+xml'
  if (/^<(!doctype\s+html|html)\b/i.test(root)) return 'text/html'
  if (['html', 'htm'].includes(extension) || declaredType === 'text/html') return 'text/html'
  if ((extension === 'csv' || declaredType === 'text/csv') && !root.startsWith('<')) return 'text/csv'
  throw unsupported('text of an unsupported type')
}

/**
 * The length of everything before the first element: white space, comments, instructions, and the document type of an
 * SVG.
 */
function prologLength(text: string): number {
  let at = 0
  for (;;) {
    at += /^\s*/.exec(text.slice(at, at + 1_000))?.[0].length ?? 0
    const end = text.startsWith('<!--', at)
      ? text.indexOf('-->', at) + 3
      : text.startsWith('<?', at)
        ? text.indexOf('?>', at) + 2
        : /^<!doctype\s+svg/i.test(text.slice(at, at + 40))
          ? endOfDoctype(text, at)
          : 0
    if (end <= at) return at
    at = end
  }
}

function endOfDoctype(text: string, at: number): number {
  const [subset, end] = [text.indexOf('[', at), text.indexOf('>', at)]
  return (subset === -1 || subset > end ? end : text.indexOf('>', text.indexOf(']', subset))) + 1
}
