import type { CustomField } from '../fields/words.ts'
import { type CsvColumn, type CsvField, customColumn } from './words.ts'

/** The headings that the service recognises, without spaces and punctuation; a test compares them with the service. */
const headings: Record<CsvField, string> = {
  name: 'name fullname contact contactname person personname displayname',
  firstName: 'firstname givenname forename first',
  lastName: 'lastname surname familyname last',
  email: 'email emailaddress mail workemail businessemail contactemail primaryemail',
  company: 'company companyname account accountname organization organisation employer',
  domain: 'domain website companydomain companywebsite accountdomain web url homepage',
  phoneNumber: 'phone phonenumber telephone tel mobile mobilephone workphone',
  linkedinProfileUrl: 'linkedin linkedinurl linkedinprofile linkedinprofileurl personlinkedinurl',
  jobTitle: 'jobtitle title role position jobrole function',
  supplementaryContext: 'context supplementarycontext notes note comment comments',
  customName: 'customname audience audiencename label',
}
export const knownHeadings = Object.entries(headings).flatMap(([field, names]) =>
  names.split(' ').map((name) => [name, field as CsvField] as const),
)
const fieldOf = new Map(knownHeadings)

function plain(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** Matches columns to fields as the service does; of two columns for the same field, the first counts. */
export function matchColumns(
  header: readonly string[],
  fields: readonly CustomField[] = [],
): (CsvColumn | undefined)[] {
  const own = new Map(
    fields.flatMap((field) => [field.key, field.label].map((name) => [plain(name), customColumn(field)])),
  )
  const taken = new Set<CsvColumn>()
  return header.map((heading) => {
    const [known, custom] = [fieldOf.get(plain(heading)), own.get(plain(heading))]
    const field = known === 'jobTitle' ? (custom ?? known) : (known ?? custom)
    if (!field || taken.has(field)) return undefined
    taken.add(field)
    return field
  })
}
