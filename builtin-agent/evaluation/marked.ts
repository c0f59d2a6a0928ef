import type { AgentContext } from '../agent.ts'
import { type OpenPage, openPage } from '../page.ts'
import { carryOut, type RoleReading } from '../roles/carryOut.ts'
import { labelled, readExample } from '../roles/examples.ts'
import { wishesOf } from '../roles/wishes.ts'
import { contextOf, documentOf } from './inProcess.ts'
import { fixtures } from './sets.ts'

const asset = (name: string, at: number) => ({
  assetId: `asset_${String(at + 1).padStart(26, '0')}`,
  name,
  purpose: '',
  aiDescription: null,
  type: 'image',
})
export const context = {
  ...contextOf({ setup: { fixture: 'main' } }, fixtures),
  message: '',
  conversation: [],
  searchAssets: async () => fixtures.assets.map(asset),
  readVersion: async () => undefined,
} as unknown as AgentContext

/** A page of the evaluation, as the agent reads it. */
export const pageCalled = (name: string): OpenPage => openPage(context, documentOf(name, fixtures))

/** What a message comes to whose words have the roles that are marked in it; `row` is one of the training's examples. */
export async function carryOutMarked(
  row: string,
): Promise<{ page: OpenPage; message: string; reading: RoleReading | undefined }> {
  const example = readExample(row)
  const page = pageCalled(example.fixture)
  const { tokens, truth } = labelled(example, page)
  const wishes = wishesOf(tokens, truth, example.text)
  const { text: message } = example
  return { page, message, reading: await carryOut({ wishes, likelihood: 1 }, message, page) }
}
