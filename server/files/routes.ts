import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { App, Ground } from '../ground.ts'
import { File, Upload } from './schema.ts'
import { takeUpload } from './upload.ts'
import { Workshop } from './workshop.ts'

export function fileRoutes(app: App, ground: Ground) {
  const workshop = new Workshop(ground.log, join(ground.config.dataDir, 'cache'))
  app.addHook('onClose', () => workshop.close())

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
            'At most 20 MiB; images at most 40 megapixels, all frames together. The bytes decide what it is: images are ' +
            'encoded anew without their metadata, SVG is freed of everything but drawing, WOFF2 fonts (at most 2 MiB) are ' +
            'written anew. A file that nothing ' +
            'comes to use within a day is removed.',
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
          ground,
          workshop,
          request,
        )
        return reply.code(201).send({ fileId, name, mediaType, size, sha256, createdAt })
      },
    )
  })
}
