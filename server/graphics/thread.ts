import { parentPort } from 'node:worker_threads'
import type { FontSubset } from '../documents/render/fontFaces.ts'
import { makeSubset } from './subsetFont.ts'

// The thread of GraphicsWorker; see worker.ts.

export type GraphicsTask = { kind: 'font'; subset: FontSubset; own?: Uint8Array | undefined }
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
  return await makeSubset(task.subset, task.own)
}
