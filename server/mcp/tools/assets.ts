import { Type } from 'typebox'
import { invalid } from '../../../shared/problem.ts'
import { defineTool, fieldsOf, maybe, text } from '../tool.ts'

const asset = { assetId: text, name: text, downloadUrl: maybe }

const uploadImage = defineTool('upload_image', 'write', {
  title: 'Upload an image',
  description: 'Adds an image to the assets, from base64. Larger files go through POST /v0/files.',
  input: {
    name: Type.String({ minLength: 1, maxLength: 255, description: 'File name.' }),
    purpose: Type.Optional(Type.String({ maxLength: 10_000 })),
    data: Type.String({ minLength: 1, maxLength: 4_000_000 }),
  },
  output: asset,
  async run({ name, purpose = '', data }, { call, upload }) {
    if (!/^[A-Za-z0-9+/_-]+=*$/.test(data)) throw invalid('/data', 'must be base64')
    const { fileId } = await upload(name, Buffer.from(data, 'base64'))
    const made = await call('createAsset', { body: { assetType: 'image', name, purpose, fileId } })
    return { result: fieldsOf(asset, made) }
  },
})

export const assetTools = [uploadImage]
