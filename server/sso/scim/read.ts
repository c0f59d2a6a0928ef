import { ScimError } from './error.ts'

/** The supported attributes of a user. Other attributes are accepted and ignored. */
export type UserModel = {
  userName: string
  externalId: string | null
  isActive: boolean
  givenName: string | null
  familyName: string | null
  displayName: string | null
  email: string | null
}
export type GroupModel = { name: string; externalId: string | null; members: string[] }

type ScimFields = Record<string, unknown>
const longest = 250

export function isObject(value: unknown): value is ScimFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > longest || /\p{Cc}/u.test(value))
    throw new ScimError(400, `${name} must be a text of at most ${longest} characters.`, 'invalidValue')
  return value.trim()
}

const optionalText = (value: unknown, name: string) =>
  value === undefined || value === null || value === '' ? null : textOf(value, name)

/** Entra sends booleans as text. */
function booleanOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const text = String(value).toLowerCase()
  if (text !== 'true' && text !== 'false')
    throw new ScimError(400, 'active must be a boolean.', 'invalidValue')
  return text === 'true'
}

function emailOf(value: unknown): string | null {
  const list = Array.isArray(value) ? value.filter(isObject) : []
  const chosen = list.find(({ primary }) => primary === true || primary === 'True') ?? list[0]
  return optionalText(chosen?.value, 'emails.value')
}

/** Sets one attribute; undefined removes it. Names are not case-sensitive. */
export function setUserAttribute(user: UserModel, path: string, value: unknown): UserModel {
  const name = path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/, '')
  if (/^emails\[[^\]]{0,100}\]\.value$/.test(name))
    return { ...user, email: optionalText(value, 'emails.value') }
  switch (name) {
    case 'username':
      return { ...user, userName: textOf(value, 'userName') }
    case 'externalid':
      return { ...user, externalId: optionalText(value, 'externalId') }
    case 'active':
      return { ...user, isActive: value === undefined ? false : booleanOf(value) }
    case 'displayname':
    case 'name.formatted':
      return { ...user, displayName: optionalText(value, 'displayName') }
    case 'name.givenname':
      return { ...user, givenName: optionalText(value, 'name.givenName') }
    case 'name.familyname':
      return { ...user, familyName: optionalText(value, 'name.familyName') }
    case 'name':
      return isObject(value)
        ? Object.entries(value).reduce((set, [part, of]) => setUserAttribute(set, `name.${part}`, of), user)
        : user
    case 'emails':
      return { ...user, email: emailOf(value) }
    default:
      return user
  }
}

const noUser: Omit<UserModel, 'userName'> = {
  externalId: null,
  isActive: true,
  givenName: null,
  familyName: null,
  displayName: null,
  email: null,
}

/** Reads a complete user, for POST and PUT. */
export function readUser(body: unknown): UserModel {
  if (!isObject(body)) throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax')
  const { userName } = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name.toLowerCase() === 'username' ? 'userName' : name,
      value,
    ]),
  )
  const start: UserModel = { ...noUser, userName: textOf(userName, 'userName') }
  // `displayName` wins over `name.formatted`, which is read before it.
  const entries = Object.entries(body).sort(([a], [b]) => Number(b === 'name') - Number(a === 'name'))
  return entries.reduce((user, [name, value]) => setUserAttribute(user, name, value), start)
}

function memberIds(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return list.map((member) => textOf(isObject(member) ? member.value : member, 'members.value'))
}

export function readGroup(body: unknown): GroupModel {
  if (!isObject(body)) throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax')
  return {
    name: textOf(body.displayName, 'displayName'),
    externalId: optionalText(body.externalId, 'externalId'),
    members: memberIds(body.members),
  }
}

/** Sets one attribute of a group, or adds and removes members. */
export function changeGroup(
  group: GroupModel,
  { op, path, value }: { op: 'add' | 'replace' | 'remove'; path: string; value: unknown },
): GroupModel {
  const name = path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:Group:/i, '')
  const [, one] = /^members\[\s*value\s+eq\s+"([^"]{1,100})"\s*\]$/i.exec(name) ?? []
  if (one !== undefined && op === 'remove')
    return { ...group, members: group.members.filter((member) => member !== one) }
  switch (name.toLowerCase()) {
    case 'displayname':
      return { ...group, name: textOf(value, 'displayName') }
    case 'externalid':
      return { ...group, externalId: optionalText(value, 'externalId') }
    case 'members':
      return { ...group, members: changedMembers(group.members, op, value) }
    case 'id':
      return group
    default:
      throw new ScimError(400, `${name.slice(0, 100)} can't be changed.`, 'invalidPath')
  }
}

function changedMembers(members: string[], op: 'add' | 'replace' | 'remove', value: unknown): string[] {
  const named = memberIds(value)
  if (op === 'replace') return [...new Set(named)]
  if (op === 'add') return [...new Set([...members, ...named])]
  return value === undefined ? [] : members.filter((member) => !named.includes(member))
}
