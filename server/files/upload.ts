import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { invalid, Problem } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import { newId } from '../ids.ts'
import { pictureFormats, type Variant } from '../storage/storage.ts'
import { demandStorage } from '../tenants/quotas.ts'
import type { ImageWorker, ProcessedFile, Task } from './imageWorker.ts'
import { formPath, trimmedPath } from './kinds.ts'
import { harmlessName } from './names.ts'
import { createFile, markStored, type StoredFile } from './queries.ts'

export const mostBytes = 20 * 1024 * 1024

/** Receives, checks and stores an upload. Temporary files are always deleted. */
export async function takeUpload(
  context: AppContext,
  imageWorker: ImageWorker,
  request: FastifyRequest,
): Promise<StoredFile> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-upload-'))
  try {
    const task = await receive(request, folder)
    await demandStorage(
      context.db.read,
      request.tenantId,
      (await stat(task.input)).size,
      context.config.quotas,
    )
    const { path, hasPreview, ...made } = await imageWorker.make(request.tenantId, task)
    const forms = formsOf(made, task.output)
    const previewSize = hasPreview ? (await stat(task.preview)).size : null
    const file = {
      fileId: newId('file'),
      name: task.name,
      ...made,
      hasForms: true,
      previewSize,
      ...(await digest(path)),
    }
    return await store(context, request.tenantId, file, { original: path, preview: task.preview, forms })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The derived forms of an image, with the paths the image worker wrote them to. */
export function formsOf(
  { widths = [], trimmedWidth }: Partial<ProcessedFile>,
  output: string,
): [Variant, string][] {
  const smaller = widths.flatMap((width) =>
    pictureFormats.map((format): [Variant, string] => [
      `${format}${width}` as Variant,
      formPath(output, format, width),
    ]),
  )
  return trimmedWidth === undefined ? smaller : [...smaller, ['trimmed', trimmedPath(output)]]
}

/** Streams the form's only file to disk: memory does not grow with uploads. */
async function receive(request: FastifyRequest, folder: string): Promise<Task> {
  const [input, output, preview] = ['input', 'output', 'preview'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  let task: Task | undefined
  try {
    for await (const part of request.parts({
      limits: { fileSize: mostBytes, files: 1, fields: 0, parts: 2 },
    })) {
      if (part.type !== 'file') throw invalid('/file', 'must be a file')
      if (part.fieldname !== 'file') {
        part.file.resume()
        throw invalid('/file', 'must be the only field')
      }
      await pipeline(part.file, createWriteStream(input))
      if (part.file.truncated) throw new Problem('body_too_large', 'The file is larger than 20 MiB.')
      task = { input, output, preview, name: harmlessName(part.filename), declaredType: part.mimetype }
    }
  } catch (error) {
    throw isUnreadable(error) ? invalid('', 'is not a complete form') : error
  }
  if (!task) throw invalid('/file', 'is required')
  return task
}

/** The parser's own errors have no code; the others here are its checks of field names and values. */
function isUnreadable(error: unknown): boolean {
  const { code } = error as { code?: string }
  const guards = ['FST_MP_PREMATURE_CLOSE', 'FST_PROTO_VIOLATION', 'FST_INVALID_JSON_FIELD_ERROR']
  return !(error instanceof Problem) && (code === undefined || guards.includes(code))
}

async function digest(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { size: (await stat(path)).size, sha256: hash.digest('hex') }
}

type Paths = { original: string; preview: string; forms: [Variant, string][] }

/** The row first: if the process dies while the bytes are being stored, upkeep finds them. */
async function store(
  { db, storage, log }: AppContext,
  tenantId: string,
  file: Parameters<typeof createFile>[2],
  paths: Paths,
): Promise<StoredFile> {
  const { fileId, previewSize } = file
  const created = await db.inTransaction((tx) => createFile(tx, tenantId, file))
  try {
    await storage.put({ tenantId, fileId, variant: 'original' }, paths.original)
    if (previewSize !== null) await storage.put({ tenantId, fileId, variant: 'preview' }, paths.preview)
    for (const [variant, path] of paths.forms) await storage.put({ tenantId, fileId, variant }, path)
  } catch (error) {
    log.error({ err: error }, 'a file could not be stored')
    throw storageGone()
  }
  await db.inTransaction((tx) => markStored(tx, tenantId, fileId))
  return created
}

export function storageGone() {
  return new Problem('unavailable', 'The file storage can’t be reached.', {}, { 'retry-after': '5' })
}
