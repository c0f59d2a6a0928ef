import { files, type Shape } from '../../sdk/index.ts'
import { client } from './client.ts'

/** Uploads a file; the progress is from 0 to 1. */
export function sendFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Shape<'File'>> {
  return files.upload(client, file, { onProgress, signal })
}
