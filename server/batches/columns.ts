import { invalid } from '../../shared/problem.ts'
import type { CustomField } from '../fields/schema.ts'
import { fold } from '../lists/search.ts'
import type { ColumnMapping, CsvColumn, CsvField } from './schema.ts'

/** Headings that spreadsheets and sales tools use for these columns, without spaces and punctuation. */
const headings: Record<CsvField, string[]> = {
  name: ['name', 'fullname', 'contact', 'contactname', 'person', 'personname', 'displayname'],
  firstName: ['firstname', 'givenname', 'forename', 'first'],
  lastName: ['lastname', 'surname', 'familyname', 'last'],
  email: ['email', 'emailaddress', 'mail', 'workemail', 'businessemail', 'contactemail', 'primaryemail'],
  company: ['company', 'companyname', 'account', 'accountname', 'organization', 'organisation', 'employer'],
  domain: [
    'domain',
    'website',
    'companydomain',
    'companywebsite',
    'companydomainname',
    'websiteurl',
    'accountdomain',
    'web',
    'url',
    'homepage',
  ],
  phoneNumber: ['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'mobilephone', 'workphone'],
  linkedinProfileUrl: [
    'linkedin',
    'linkedinurl',
    'linkedinprofile',
    'linkedinprofileurl',
    'personlinkedinurl',
  ],
  jobTitle: ['jobtitle', 'title', 'role', 'position', 'jobrole', 'function'],
  supplementaryContext: ['context', 'supplementarycontext', 'notes', 'note', 'comment', 'comments'],
  customName: ['customname', 'audience', 'audiencename', 'label'],
}
const fieldOf = new Map(
  Object.entries(headings).flatMap(([field, names]) => names.map((name) => [name, field as CsvField])),
)

/** At least one of these is needed to identify a row's person or account. */
const telling: CsvColumn[] = ['name', 'firstName', 'lastName', 'email', 'domain']

/** Values of an audience, which an import doesn't create. */
const ofAudience: CsvColumn[] = ['supplementaryContext', 'customName']

/** The mapping of a row's cells: each field with the index of its column. */
export type Layout = { columns: ColumnMapping; places: [CsvColumn, number][]; width: number }

export function columnOf({ owner, key }: Pick<CustomField, 'owner' | 'key'>): CsvColumn {
  return `${owner}.fields.${key}`
}

/** Reads the header row, using the caller's mapping, or else the headings. */
export function layOut(
  header: string[],
  given: ColumnMapping | undefined,
  fields: CustomField[],
  isImport = false,
): Layout {
  const names = header.map((cell) => cell.trim())
  const found = given ? findGiven(names, given, fields) : recognise(names, fields)
  const places = isImport ? found.filter(([field]) => !ofAudience.includes(field)) : found
  if (!places.some(([field]) => telling.includes(field)))
    throw invalid(
      given ? '/columns' : '/csvFileId',
      `has no column for a name, an e-mail address or a domain; its headings are ${show(names)}`,
    )
  const columns = Object.fromEntries(places.map(([field, place]) => [names[place] ?? '', field]))
  return { columns, places, width: header.length }
}

function findGiven(names: string[], given: ColumnMapping, fields: CustomField[]): [CsvColumn, number][] {
  const taken = new Set<CsvColumn>()
  const known = new Set(fields.map(columnOf))
  return Object.entries(given).map(([heading, field]) => {
    const place = names.indexOf(heading.trim())
    if (place === -1)
      throw invalid('/columns', `names ${show([heading])}, but the headings are ${show(names)}`)
    if (taken.has(field)) throw invalid('/columns', `maps two columns to ${field}`)
    if (field.includes('.') && !known.has(field))
      throw invalid('/columns', `names a custom field that is not defined: ${field}`)
    taken.add(field)
    return [field, place]
  })
}

const plain = (heading: string) => fold(heading).replace(/[^a-z0-9]/g, '')

/** Custom fields are recognised by label or key. Of two columns with the same meaning the first is used. */
function recognise(names: string[], fields: CustomField[]): [CsvColumn, number][] {
  const places = new Map<CsvColumn, number>()
  const own = new Map(
    fields.flatMap((field) => [field.key, field.label].map((name) => [plain(name), columnOf(field)])),
  )
  for (const [place, name] of names.entries()) {
    const [known, custom] = [fieldOf.get(plain(name)), own.get(plain(name))]
    // Tenants with a custom field for the job title keep using it.
    const field = known === 'jobTitle' ? (custom ?? known) : (known ?? custom)
    if (field && !places.has(field)) places.set(field, place)
  }
  return [...places]
}

function show(names: string[]): string {
  const shown = names.slice(0, 20).map((name) => JSON.stringify(name.slice(0, 60)))
  return shown.join(', ') + (names.length > shown.length ? ', …' : '')
}
