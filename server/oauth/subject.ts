/** The person and tenant that a token is for, in one name. */
export function subjectOf(tenantId: string, userId: string): string {
  return `${tenantId}/${userId}`
}

export function tenantOf(subject: string): string {
  return subject.split('/', 1)[0] as string
}
