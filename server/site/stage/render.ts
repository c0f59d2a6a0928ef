import { type Document, sourcesOfFacts } from '../../../document/index.ts'
import { invalid } from '../../../shared/problem.ts'
import { gatherFacts } from '../../audiences/queries.ts'
import { findBrand, findFirstBrand } from '../../brands/queries.ts'
import { defaultBrand, noTokens } from '../../brands/schema.ts'
import type { Reader } from '../../database/database.ts'
import { inDocumentThread, mostInline } from '../../documents/worker.ts'
import type { Sign } from '../../secrets/secrets.ts'
import { getTenant } from '../../tenants/queries.ts'
import type { ComponentUse } from '../components.ts'
import { gatherInput, type PageSurroundings } from '../draw.ts'
import { findPageLook, findShown } from '../queries.ts'
import { drawForEditors, drawMarkedText } from './drawMarked.ts'
import type { RenderInput, Rendering } from './schema.ts'
import { readSources } from './sources.ts'

/**
 * Renders a document in parts, for the audience or page of the input. Stores nothing. A large document is drawn in a
 * thread, which returns the response as JSON.
 */
export async function renderDocument(
  db: Reader,
  tenantId: string,
  document: Document,
  input: Omit<RenderInput, 'document'>,
  addresses: { sign: Sign; componentUse: ComponentUse },
): Promise<Rendering | Uint8Array> {
  const found = await findLook(db, tenantId, input)
  const look = { ...found, brand: { ...found.brand, ...input.brand } }
  const facts =
    input.audienceId === undefined
      ? { brand: look.brand, page: look.page }
      : await gatherFacts(db, tenantId, input.audienceId)
  const json = JSON.stringify(document)
  const [data, texts] = await Promise.all([
    gatherInput(db, tenantId, look, document, json, {
      ...{ formAction: () => '', origin: '', path: '/', ...addresses },
    }),
    readSources(db, tenantId, [
      ...document.blocks.flatMap(({ sources }) => sources),
      ...sourcesOfFacts(facts),
    ]),
  ])
  const marked = { data, facts, placeholders: input.placeholders, texts }
  if (json.length <= mostInline) return drawForEditors(document, marked)
  return await inDocumentThread(tenantId, 'marked', drawMarkedText, { ...marked, json })
}

const nobody = { isPersonal: false, actionUrlOverride: null }

async function findLook(
  db: Reader,
  tenantId: string,
  { audienceId, pageId, brandId }: Omit<RenderInput, 'document'>,
): Promise<PageSurroundings> {
  if ([audienceId, pageId, brandId].filter((id) => id !== undefined).length > 1)
    throw invalid('', 'must contain at most one of audienceId, pageId and brandId')
  if (audienceId !== undefined) {
    const shown = await findShown(db, tenantId, audienceId)
    if (!shown || shown.isDeleted) throw invalid('/audienceId', 'does not match an audience')
    return shown
  }
  if (pageId !== undefined) {
    const look = await findPageLook(db, tenantId, pageId)
    if (!look) throw invalid('/pageId', 'does not match a page')
    return { ...look, ...nobody, pageId }
  }
  return { brand: await findLookOfBrand(db, tenantId, brandId), page: newPage, ...nobody }
}

/** A page that does not exist yet: it has a main action, so that the buttons of a template are visible. */
const newPage: PageSurroundings['page'] = {
  title: '',
  actions: [{ actionId: 'main', actionIndex: 0, buttonTitle: '', url: '/' }],
  actionCardWidgets: [],
  scripts: [],
  headerActionId: null,
  metadata: null,
}

async function findLookOfBrand(db: Reader, tenantId: string, brandId: string | undefined) {
  if (brandId === undefined) {
    const first = await findFirstBrand(db, tenantId)
    return first ?? { ...defaultBrand, ...noTokens, name: (await getTenant(db, tenantId)).name }
  }
  const brand = await findBrand(db, tenantId, brandId)
  if (!brand) throw invalid('/brandId', 'does not match a brand')
  return brand
}
