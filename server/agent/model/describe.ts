import { buffer } from 'node:stream/consumers'
import { generateText, type LanguageModel } from 'ai'
import { type AssetRow, findAsset } from '../../assets/queries.ts'
import { typesOfKind } from '../../assets/schema.ts'
import { patchAsset } from '../../assets/verbs.ts'
import type { ModelConfig } from '../../config/modelConfig.ts'
import type { AppContext } from '../../context.ts'
import type { AgentFailure } from '../agent.ts'
import { addUsage } from '../usageQueries.ts'
import { isFinal, toFailure } from './failure.ts'
import { describeInstructions } from './prompt.ts'
import { openProvider } from './provider.ts'

const callMs = 60_000
const longestDescription = 1_000
/** After this many refusals in a row, the model is assumed not to support images. */
const mostRefusals = 3

/** Has a model with vision describe new images. A model that turns out not to support images is not called again. */
export class ImageDescriber {
  readonly #context: AppContext
  readonly #config: ModelConfig
  readonly #model: LanguageModel
  #refusals = 0

  static async open(context: AppContext, config: ModelConfig): Promise<ImageDescriber> {
    return new ImageDescriber(context, config, await openProvider(config))
  }

  constructor(context: AppContext, config: ModelConfig, model: LanguageModel) {
    this.#context = context
    this.#config = config
    this.#model = model
  }

  async describe(tenantId: string, assetId: string, signal: AbortSignal): Promise<void> {
    const { db, storage } = this.#context
    const asset = await findAsset(db.read, tenantId, assetId)
    if (!asset || !isWanting(asset) || this.#refusals >= mostRefusals) return
    // Every image has a preview, including drawings; all previews are small and have the same format.
    const stream = await storage.read({ tenantId, fileId: asset.fileId, variant: 'preview' })
    if (!stream) return
    const { text, ...used } = await this.#ask(await buffer(stream), signal)
    await addUsage(db, tenantId, { ...used, runs: 0 })
    if (text) await this.#store(tenantId, assetId, text)
  }

  async #ask(data: Buffer, signal: AbortSignal) {
    try {
      const { text, usage } = await generateText({
        model: this.#model,
        instructions: describeInstructions,
        messages: [{ role: 'user', content: [{ type: 'file', mediaType: 'image/webp', data }] }],
        maxOutputTokens: 2_000,
        maxRetries: 2,
        abortSignal: AbortSignal.any([signal, AbortSignal.timeout(callMs)]),
        providerOptions: { openai: { store: false } },
      })
      this.#refusals = 0
      const { inputTokens = 0, outputTokens = 0 } = usage
      return { text: toDescription(text), inputTokens, outputTokens }
    } catch (error) {
      const failure = toFailure(error, this.#config)
      if (isFinal(failure)) return this.#refused(failure)
      throw failure
    }
  }

  #refused({ message, details }: AgentFailure) {
    this.#refusals++
    const help = 'a model that does not see needs AGENT_SEES_IMAGES=false'
    this.#context.log.warn({ reason: message, details, help }, 'an image could not be described')
    return { text: undefined, inputTokens: 0, outputTokens: 0 }
  }

  async #store(tenantId: string, assetId: string, aiDescription: string) {
    await this.#context.db.inTransaction(async (tx) => {
      const before = await findAsset(tx, tenantId, assetId)
      if (!before || !isWanting(before)) return
      await patchAsset(this.#context, tx, tenantId, assetId, { aiDescription })
    })
  }
}

function isWanting({ type, hasPreview, aiDescription, deletedAt }: AssetRow): boolean {
  return typesOfKind.image.includes(type) && hasPreview && aiDescription === null && deletedAt === null
}

/** One line of plain text. The image may contain text that tries to make the model write something else. */
function toDescription(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, longestDescription)
    .toWellFormed()
}
