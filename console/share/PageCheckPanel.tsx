import { useQuery } from '@tanstack/react-query'
import { pageDocumentQuery } from '../pages/queries.ts'
import { Checklist } from './Checklist.tsx'
import { pageCheckQuery } from './offer.ts'

/**
 * Findings to check in a page before a release. Texts are changed in the editor, as the release doesn't contain later
 * revisions.
 */
export function PageCheckPanel({ pageId }: { pageId: string }) {
  const { data: after } = useQuery(pageDocumentQuery(pageId))
  const { data: check } = useQuery(pageCheckQuery(pageId))
  return <Checklist subject={{ pageId }} offer={{ kind: 'merge', check, after }} />
}
