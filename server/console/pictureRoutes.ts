import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Problem } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import { ImageWorker } from '../files/imageWorker.ts'
import { wasMember } from '../members/queries.ts'
import { findPicture, setPicture } from '../users/pictures.ts'
import { Params } from '../web/schema.ts'
import { recordOwn } from './record.ts'
import type { Sessions } from './sessions.ts'
import { identifyUser } from './userRoutes.ts'

const path = '/console/api/user/picture'
const mostBytes = 1024 * 1024
const mediaTypes = ['image/jpeg', 'image/png', 'image/webp']
const hide = { hide: true }

/**
 * Pictures of users. Uploads are untrusted, so they are decoded in separate processes and only their pixels are kept.
 */
export async function pictureRoutes(app: App, context: AppContext, sessions: Sessions) {
  const { db, log, config } = context
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => sessions.guard(request, reply)
  const worker = new ImageWorker(log, join(config.dataDir, 'cache'))
  app.addHook('onClose', async () => worker.close())

  app.get(
    '/console/api/users/:user_id/picture',
    { onRequest, schema: { ...hide, params: Params({ user_id: 'user' }) } },
    async (request, reply) => {
      const { tenantId } = await sessions.identify(request, reply)
      const { user_id: userId } = request.params
      const isKnown = await wasMember(db.read, tenantId, userId)
      const picture = isKnown ? await findPicture(db.read, userId) : undefined
      reply.headers({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=31536000, immutable' })
      return picture ?? notFound('picture of', userId)
    },
  )

  app.delete(path, { onRequest, schema: hide }, async (request, reply) => {
    await change(request, reply, null)
    return await reply.code(204).send()
  })

  await app.register(async (images) => {
    images.addContentTypeParser(
      mediaTypes,
      { parseAs: 'buffer', bodyLimit: mostBytes },
      (_request, body, done) => done(null, body),
    )
    images.put(path, { onRequest, bodyLimit: mostBytes, schema: hide }, async (request, reply) => {
      const { caller } = await identifyUser(context, sessions, request, reply)
      const { body, headers } = request
      if (!Buffer.isBuffer(body))
        throw new Problem('media_type_unsupported', 'Send a JPEG, PNG or WebP image.')
      await change(request, reply, await clean(worker, caller.tenantId, body, headers['content-type'] ?? ''))
      return await reply.code(204).send()
    })
  })

  async function change(request: FastifyRequest, reply: FastifyReply, picture: Buffer | null) {
    const { caller, user } = await identifyUser(context, sessions, request, reply)
    await db.inTransaction(async (tx) => {
      await setPicture(tx, user.userId, picture)
      recordOwn(tx, request, caller, 'profile.changed', { facts: { picture: picture ? 'set' : 'removed' } })
    })
  }
}

/** The same preview as for uploads: at most 480 pixels wide and high. */
async function clean(
  worker: ImageWorker,
  tenantId: string,
  image: Buffer,
  declaredType: string,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-picture-'))
  try {
    const [input, output, preview] = ['input', 'output', 'preview'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await writeFile(input, image)
    const { hasPreview } = await worker.make(tenantId, {
      input,
      output,
      preview,
      name: 'picture',
      declaredType,
    })
    if (!hasPreview) throw new Problem('file_type_unsupported', 'Send a JPEG, PNG or WebP image.')
    return await readFile(preview)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
