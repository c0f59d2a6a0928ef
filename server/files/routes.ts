import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { App, AppContext } from '../context.ts'
import { operation } from '../web/operation.ts'
import { ImageWorker } from './imageWorker.ts'
import { File, Upload } from './schema.ts'
import { takeUpload } from './upload.ts'

export async function fileRoutes(app: App, context: AppContext) {
  const imageWorker = new ImageWorker(context.log, join(context.config.dataDir, 'cache'))
  app.addHook('onClose', () => imageWorker.close())
  await app.register(multipart)

  app.post(
    '/v0/files',
    {
      ...operation('uploadFile', 'Upload a file', {
        scope: 'write',
        description:
          'At most 20 MiB; images at most 40 megapixels, all frames together. The content determines the type. Images are ' +
          're-encoded without metadata, SVG is reduced to drawing elements, WOFF2 fonts (at most 2 MiB) are ' +
          'rewritten. A file that is not used within a day is deleted.',
        consumes: ['multipart/form-data'],
        body: Upload,
        response: { 201: File },
        problems: ['file_type_unsupported', 'invalid_file', 'quota_exceeded'],
      }),
      // The handler reads the form as a stream.
      validatorCompiler: () => () => true,
    },
    (request) => takeUpload(context, imageWorker, request),
  )
}
