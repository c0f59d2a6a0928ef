import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { Client } from '../../test/client.ts'
import { until } from '../../test/eventually.ts'
import { createAsset, upload } from '../../test/files.ts'
import { mp4, png } from '../../test/images.ts'
import type { Protocol } from '../../test/modelProtocols.ts'
import { openModelServer } from '../../test/modelServer.ts'
import { world } from '../../test/world.ts'

const model = openModelServer()

const protocols: Protocol[] = ['anthropic', 'openai', 'openai-compatible']

async function describe(client: Client, assetId: string): Promise<string | null> {
  return (await client.get(`/v0/assets/${assetId}`)).body.aiDescription
}

for (const protocol of protocols)
  test(`a vision model behind ${protocol} describes a new image, scaled down, and all subscribers are notified`, async () => {
    const { acme, subscribe, events } = await world(await model.settings(protocol))
    await subscribe(acme)
    model.script({ text: ['A green map\n of\u0000 Europe. '] })
    const { fileId } = await upload(acme, 'map.png', await png(1200, 900))
    const { assetId } = await createAsset(acme, { fileId })
    await until('it is described', async () => (await describe(acme, assetId)) !== null)
    assert.equal(await describe(acme, assetId), 'A green map of Europe.')
    assert.deepEqual(
      (await events(acme)).map(({ type, data }) => [type, data.aiDescription]),
      [
        ['asset.created', null],
        ['asset.updated', 'A green map of Europe.'],
      ],
    )
    assert.equal((await acme.get('/v0/assets/search?query=europe')).body.items[0].assetId, assetId)
    const [, sent = ''] =
      /"(?:data:image\/webp;base64,)?(UklGR[^"]+)"/.exec(JSON.stringify(model.asked[0]?.body)) ?? []
    const { format, width, height } = await sharp(Buffer.from(sent, 'base64')).metadata()
    assert.deepEqual([format, width, height, model.asked.length], ['webp', 480, 360, 1])
  })

test('only images are sent to a model, and a repeat with the same idempotency key is not sent again', async () => {
  const { acme, settled } = await world(await model.settings('anthropic'))
  model.always({ text: ['A dot.'] })
  const { fileId } = await upload(acme, 'film.mp4', mp4)
  await acme.post(`/v0/files/${fileId}/asset`, { assetType: 'video', name: 'Film' })
  const image = { fileId: (await upload(acme)).fileId, idempotencyKey: 'once' }
  const { assetId } = await createAsset(acme, image)
  await createAsset(acme, image)
  await until('it is described', async () => (await describe(acme, assetId)) !== null)
  await settled(acme)
  assert.equal(model.asked.length, 1)
})

test('a failed image description is retried later', async () => {
  const { acme } = await world(await model.settings('anthropic'))
  model.script({ status: 500 }, { status: 529 }, { status: 500 }, { text: ['A dot, at last.'] })
  const { assetId } = await createAsset(acme)
  await until('it is described', async () => (await describe(acme, assetId)) !== null)
  assert.equal(await describe(acme, assetId), 'A dot, at last.')
})

test('without a vision model, images have no description and no model is called', async () => {
  model.always({ text: ['A dot.'] })
  for (const settings of [{}, { ...(await model.settings('anthropic')), AGENT_SEES_IMAGES: 'false' }]) {
    const { acme, db } = await world(settings)
    const { assetId } = await createAsset(acme)
    const jobs =
      await db.read`select from jobs where tenant_id = ${acme.tenantId} and kind = 'describe_image'`
    assert.deepEqual([await describe(acme, assetId), jobs.length, model.asked.length], [null, 0, 0])
  }
})

test('image descriptions stop after three refusals of a model that does not take images', async () => {
  const { acme, settled } = await world({ ...(await model.settings('openai')), LOG_LEVEL: 'silent' })
  model.always({ status: 400 })
  for (let count = 0; count < 6; count++) {
    const { assetId } = await createAsset(acme)
    await until('it was asked', () => model.asked.length >= Math.min(count + 1, 3))
    assert.equal(await describe(acme, assetId), null)
  }
  await settled(acme)
  assert.equal(model.asked.length, 3)
})
