/** The user and tenant of a token, in one string. */
export function subjectOf(tenantId: string, userId: string): string {
  return `${tenantId}/${userId}`
}

export function tenantOf(subject: string): string {
  return subject.split('/', 1)[0] as string
}
