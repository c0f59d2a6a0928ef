import { parentPort } from 'node:worker_threads'
import type { FontSubset } from '../documents/render/fontFaces.ts'
import type { SocialImage } from './socialPreview.ts'
import { makeSubset } from './subsetFont.ts'

// The thread of GraphicsWorker; see worker.ts.

export type GraphicsTask =
  | { kind: 'font'; subset: FontSubset; own?: Uint8Array | undefined }
  | { kind: 'social'; image: SocialImage; logo?: Uint8Array | undefined }
export type GraphicsInput = GraphicsTask
export type GraphicsOutput = { bytes: Uint8Array } | { error: string }

parentPort?.on('message', async (task: GraphicsInput) => {
  try {
    const bytes = await makeGraphic(task)
    parentPort?.postMessage({ bytes } satisfies GraphicsOutput)
  } catch (error) {
    parentPort?.postMessage({ error: (error as Error).message } satisfies GraphicsOutput)
  }
})

async function makeGraphic(task: GraphicsTask): Promise<Uint8Array> {
  if (task.kind === 'font') return await makeSubset(task.subset, task.own)
  // sharp takes 30 MB, which those who only need fonts are spared.
  return await (await import('./socialImage.ts')).drawSocialImage(task.image, task.logo)
}
