import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { App, AppContext } from '../context.ts'
import { ImageWorker } from './imageWorker.ts'
import { File, Upload } from './schema.ts'
import { takeUpload } from './upload.ts'

export function fileRoutes(app: App, context: AppContext) {
  const imageWorker = new ImageWorker(context.log, join(context.config.dataDir, 'cache'))
  app.addHook('onClose', () => imageWorker.close())

  // A scope of its own: no other operation takes forms.
  app.register(async (forms) => {
    await forms.register(multipart)
    forms.post(
      '/v0/files',
      {
        schema: {
          operationId: 'uploadFile',
          summary: 'Upload a file',
          description:
            'At most 20 MiB; images at most 40 megapixels, all frames together. The content determines the type. Images are ' +
            're-encoded without metadata, SVG is reduced to drawing elements, WOFF2 fonts (at most 2 MiB) are ' +
            'rewritten. A file that is not ' +
            'used within a day is deleted.',
          tags: ['Files'],
          consumes: ['multipart/form-data'],
          body: Upload,
          response: { 201: File },
        },
        // The form is read as a stream, by the handler.
        validatorCompiler: () => () => true,
        config: { scope: 'write', beyond: true, problems: ['file_type_unsupported', 'invalid_file'] },
      },
      async (request, reply) => {
        const { fileId, name, mediaType, size, sha256, createdAt } = await takeUpload(
          context,
          imageWorker,
          request,
        )
        return reply.code(201).send({ fileId, name, mediaType, size, sha256, createdAt })
      },
    )
  })
}
