import {
  type Document,
  type ExampleName,
  examples,
  fillPlaceholders,
  type TemplateName,
  templateNames,
  templates,
} from '../../document/index.ts'
import { findBrand, findFirstBrand } from '../brands/queries.ts'
import { defaultBrand, noTokens } from '../brands/schema.ts'
import { databaseNow } from '../database/clock.ts'
import type { Reader } from '../database/database.ts'
import { findTemplate } from '../pages/templates.ts'
import type { Sign } from '../secrets/secrets.ts'
import { getTenant } from '../tenants/queries.ts'
import type { PageToRender } from './draw.ts'

/** A template with a brand's look; by default that of the first brand, which may not exist yet. */
export type PreviewedTemplate = {
  tenantId: string
  /** The name of a built-in template, or the id of the tenant's own. */
  template: TemplateName | string
  brandId: string | undefined
}

/** A fictitious visitor, so that a preview reveals no personal data. */
const visitor = {
  account: { accountId: '', name: 'Acme Robotics', domain: 'acme.example' },
  person: { personId: '', name: 'Robin Hart' },
}

const id = '[a-z]+_[a-z0-9]{26}'
const shape = new RegExp(`^/_p/((${id})\\.([a-z0-9_]+)\\.(${id})?\\.(\\d{13}))\\.([\\w-]{43})$`)

export function templatePath(
  sign: Sign,
  { tenantId, template, brandId = '' }: PreviewedTemplate,
  expires: number,
): string {
  const text = [tenantId, template, brandId, expires].join('.')
  return `/_p/${text}.${sign('template preview', text)}`
}

/** The template in a preview path: undefined if the signature is invalid, `over` if it has expired. */
export function readTemplatePath(
  sign: Sign,
  path: string,
  now = databaseNow(),
): PreviewedTemplate | 'over' | undefined {
  const [, text = '', tenantId = '', name = '', brandId, expires = '', signature = ''] =
    shape.exec(path) ?? []
  if (!sign.verify('template preview', text, signature)) return undefined
  return Number(expires) > now ? { tenantId, template: name, brandId } : 'over'
}

/** The page that would be created from this template. */
export async function showTemplate(
  db: Reader,
  { tenantId, template, brandId }: PreviewedTemplate,
): Promise<PageToRender | undefined> {
  const example = examples.get(template as ExampleName)
  const own = example ? undefined : await findOwn(db, tenantId, template)
  if (!example && !own && !templateNames.includes(template as TemplateName)) return undefined
  const wanted = brandId ?? own?.content.brandId
  const given = wanted ? await findBrand(db, tenantId, wanted) : undefined
  const brand =
    given ??
    (example ? { ...defaultBrand, ...noTokens, ...example.brand } : await findFirstBrand(db, tenantId))
  const look = brand ?? { ...defaultBrand, ...noTokens, name: (await getTenant(db, tenantId)).name }
  const document: Document = example
    ? { ...example.shown, theme: { look: example.brand.look } }
    : (own?.document ?? templates[template as TemplateName])
  const { name } = look
  return {
    isPersonal: true,
    accountName: visitor.account.name,
    actionUrlOverride: null,
    page: {
      title: name,
      // Buttons of templates lead to this action. Preview frames do not open mail clients.
      actions: [{ actionId: 'primary', actionIndex: 0, buttonTitle: '', url: 'mailto:robin@acme.example' }],
      actionCardWidgets: [],
      scripts: [],
      footerLinks: [],
      headerActionId: null,
      metadata: null,
    },
    brand: look,
    document: fillPlaceholders(document, { ...visitor, brand: { name } }),
  }
}

async function findOwn(db: Reader, tenantId: string, template: string) {
  return template.startsWith('template_') ? await findTemplate(db, tenantId, template) : undefined
}
