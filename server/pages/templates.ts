import type { Document } from '../../document/index.ts'
import { notFound, Problem } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import type { Reader, Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { newId } from '../ids.ts'
import type { PageContent } from './queries.ts'
import type { PageTemplate } from './schema.ts'

const mostTemplates = 100

/** The part of a page that a template stores: all but its name and the home flag. */
export type TemplateContent = Omit<PageContent, 'name' | 'flags'>

const columns = (db: Reader) =>
  db`template_id, name, content ->> 'pageType' as page_type, created_at, updated_at`

export async function listTemplates(db: Reader, tenantId: string): Promise<PageTemplate[]> {
  return await db<PageTemplate[]>`
    select ${columns(db)} from page_templates where tenant_id = ${tenantId} order by template_id desc`
}

export async function findTemplate(
  db: Reader,
  tenantId: string,
  templateId: string,
): Promise<{ content: TemplateContent; document: Document } | undefined> {
  const [template] = await db<{ content: TemplateContent; document: Document }[]>`
    select content, document from page_templates where tenant_id = ${tenantId} and template_id = ${templateId}`
  return template
}

export async function insertTemplate(
  tx: Tx,
  tenantId: string,
  name: string,
  { content, document }: { content: TemplateContent; document: Document },
): Promise<PageTemplate> {
  // Serialises creations of a tenant, so that two can't both take the last free place.
  await lockTenant(tx, tenantId)
  const [present] = await tx<{ count: number }[]>`
    select count(*) from page_templates where tenant_id = ${tenantId}`
  if (present && present.count >= mostTemplates)
    throw new Problem('template_limit', `You already have ${present.count} templates.`)
  const [template] = await tx<PageTemplate[]>`
    insert into page_templates (tenant_id, template_id, name, content, document)
    values (${tenantId}, ${newId('template')}, ${name}, ${tx.json(content as never)}, ${tx.json(document as never)})
    returning ${columns(tx)}`
  return template as PageTemplate
}

export async function renameTemplate(
  tx: Tx,
  tenantId: string,
  templateId: string,
  name: string,
): Promise<PageTemplate> {
  const [[before], [template]] = await Promise.all([
    tx<{ name: string }[]>`
      select name from page_templates where tenant_id = ${tenantId} and template_id = ${templateId} for update`,
    tx<PageTemplate[]>`
    update page_templates set name = ${name}, updated_at = now()
    where tenant_id = ${tenantId} and template_id = ${templateId} returning ${columns(tx)}`,
  ])
  noteChange(tx, { before: before ?? {} })
  return template ?? notFound('template', templateId)
}

export async function deleteTemplate(tx: Tx, tenantId: string, templateId: string): Promise<void> {
  const [row] = await tx`
    delete from page_templates where tenant_id = ${tenantId} and template_id = ${templateId} returning template_id`
  if (!row) notFound('template', templateId)
}

/** Sources reference accounts, persons and their data, which don't belong in a template. */
export function withoutSources(document: Document): Document {
  return { ...document, blocks: document.blocks.map((block) => ({ ...block, sources: [] })) }
}
