import type { FontSubset } from '../../document/index.ts'
import { serveTasks } from '../threads/taskThread.ts'
import type { SocialImage } from './socialPreview.ts'
import { makeSubset } from './subsetFont.ts'

// The thread of worker.ts.

export type GraphicsTask =
  | { kind: 'font'; subset: FontSubset; own?: Uint8Array | undefined }
  | { kind: 'social'; image: SocialImage; logo?: Uint8Array | undefined }

serveTasks(makeGraphic)

async function makeGraphic(task: GraphicsTask): Promise<Uint8Array> {
  if (task.kind === 'font') return await makeSubset(task.subset, task.own)
  // Imported on demand: sharp takes 30 MB, and font subsets don't need it.
  return await (await import('./socialImage.ts')).drawSocialImage(task.image, task.logo)
}
