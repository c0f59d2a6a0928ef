import { readFile, stat } from 'node:fs/promises'
import type { ProcessedFile, ProcessingOutcome, Task } from './imageWorker.ts'
import { kindOf, type MediaType } from './kinds.ts'
import { deriveFromImage, makeImage } from './raster.ts'
import { Refused } from './refused.ts'
import { sniff } from './sniff.ts'

// A separate process that converts uploads to their stored form; see imageWorker.ts.

/**
 * The memory that the process takes when idle is not limited: 70 to 120 MB, depending on how much of the executables
 * the kernel maps.
 */
const atRest = process.memoryUsage.rss()
const grown = () => process.memoryUsage.rss() - atRest
const imageMemory = 120e6
/** HarfBuzz and the WOFF2 encoder take 130 MB before the first font; a font of 2 MiB takes 60 more. */
const fontMemory = 250e6
let mostMemory = imageMemory
/** CPU time, not wall-clock time: on a busy machine a legitimate file may wait long for a core. */
const usualMicroseconds = 15e6
/** An SVG that takes longer is malicious. */
const svgMicroseconds = 6e6
let mostMicroseconds = usualMicroseconds

process.on('message', async (task: Task) => {
  // Decoders run in other threads, so this one can watch them.
  const began = process.cpuUsage()
  mostMemory = imageMemory
  mostMicroseconds = usualMicroseconds
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(began)
    if (grown() > mostMemory) process.kill(process.pid, 'SIGKILL')
    if (user + system > mostMicroseconds) process.kill(process.pid, 'SIGXCPU')
  }, 4)
  const outcome = await make(task).then(
    (made) => ({ made }),
    (error) => ({ refusal: Refused.from(error).refusal }),
  )
  clearInterval(watch)
  process.send?.({ ...outcome, memory: grown() } satisfies ProcessingOutcome)
})

// The service decides when to stop; when it is gone, this process exits too.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
// A plain exit would wait for the running decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function make(task: Task): Promise<ProcessedFile> {
  if ((await stat(task.input)).size === 0) throw new Refused('invalid_file', 'The file is empty.')
  if (task.storedType) return await derive(task, task.storedType)
  const mediaType = await sniff(task)
  if (mediaType === 'image/svg+xml') {
    mostMicroseconds = svgMicroseconds
    return await (await import('./svg.ts')).makeSvg(task)
  }
  if (kindOf(mediaType) === 'image') return await makeImage(task, mediaType)
  if (mediaType === 'font/woff2') {
    mostMemory = fontMemory
    return await (await import('./font.ts')).makeFont(task)
  }
  return keep(task, mediaType)
}

async function derive(task: Task, mediaType: MediaType): Promise<ProcessedFile> {
  const { deriveFromSvg } = await import('./svg.ts')
  if (mediaType === 'image/svg+xml') return await deriveFromSvg(await readFile(task.output), task)
  return await deriveFromImage(task, mediaType)
}

function keep({ input }: Task, mediaType: MediaType): ProcessedFile {
  return { path: input, mediaType, hasPreview: false, width: null, height: null }
}
