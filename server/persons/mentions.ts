import type { Fragment, Reader } from '../database/database.ts'

/** The data that identifies a person elsewhere. A name is not enough: many people share one. */
export type Contact = { personId: string; email: string | null; phoneNumber: string | null }

/** The condition that a batch row refers to the person. */
export function isRowOf(db: Reader, { personId, email, phoneNumber }: Contact): Fragment {
  // Colleagues can share a phone number, so it counts only without an e-mail address.
  const isContact = (address: Fragment, phone: Fragment) => db`
    (lower(${address}) = lower(${email}::text) or (${address} is null and ${phone} = ${phoneNumber}::text))`
  return db`(
    person_id = ${personId}
    or (cells is not null and ${isContact(db`cells ->> 'email'`, db`'+' || regexp_replace(cells ->> 'phoneNumber', '[^0-9]', '', 'g')`)})
    or (given is not null and (given ->> 'personId' = ${personId}
      or ${isContact(db`given -> 'person' ->> 'email'`, db`given -> 'person' ->> 'phoneNumber'`)}))
    or position(${personId} in reason) > 0)`
}

/** Forms submitted on pages for others or public pages that contain the person's address or number. */
export async function findSubmissionsOf(db: Reader, tenantId: string, contact: Contact): Promise<string[]> {
  const { email, phoneNumber } = contact
  const candidates = await db<{ submissionId: string; fields: { value: unknown }[] }[]>`
    select submission_id, fields from form_submissions
    where tenant_id = ${tenantId} and (position(lower(${email}::text) in lower(fields::text)) > 0
      or position(substr(${phoneNumber}::text, 2) in regexp_replace(fields::text, '[^0-9]', '', 'g')) > 0)`
  return candidates
    .filter(({ fields }) => isSentBy(contact, fields.flatMap(({ value }) => value).join('\n')))
    .map(({ submissionId }) => submissionId)
}

function isSentBy({ email, phoneNumber }: Contact, text: string): boolean {
  if (email !== null && hasAddress(text.toLowerCase(), email.toLowerCase())) return true
  return phoneNumber !== null && !text.includes('@') && hasNumber(text, phoneNumber)
}

/** Whether a text contains an address that is not part of a longer one. */
function hasAddress(text: string, email: string): boolean {
  for (let at = text.indexOf(email); at >= 0; at = text.indexOf(email, at + 1)) {
    const isStart = at === 0 || !/[a-z0-9._%+-]/.test(text[at - 1] as string)
    const next = text.slice(at + email.length, at + email.length + 2)
    if (isStart && !/^[a-z0-9-]|^\.[a-z0-9]/.test(next)) return true
  }
  return false
}

function hasNumber(text: string, phoneNumber: string): boolean {
  const compact = text.replace(/[\s().\-/[\]]/g, '')
  const digits = phoneNumber.slice(1)
  const at = compact.indexOf(digits)
  const [before, after] = [compact.slice(Math.max(at - 2, 0), at), compact.slice(at + digits.length)]
  return at >= 0 && (before === '00' || !/\d$/.test(before)) && !/^\d/.test(after)
}
