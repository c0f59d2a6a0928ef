/** The events that workflows can start with. A test compares them with those of the service. */
export const events = [
  'account.created',
  'account.updated',
  'action.clicked',
  'audience.created',
  'batch.finished',
  'form.submitted',
  'page.published',
  'person.created',
  'person.updated',
  'release.finished',
  'version.cancelled',
  'version.drafted',
  'version.published',
  'visit.ended',
  'visit.started',
] as const
