import { invalid } from '../../shared/problem.ts'
import { canonicalDomain, toHostName } from '../accounts/domain.ts'

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const localPart = new RegExp(`^${atom}(\\.${atom})*$`, 'i')

/** An e-mail address with a normalised domain; the local part is left unchanged. */
export function canonicalEmail(text: string, path = '/email'): string {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, Math.max(at, 0))
  const host = toHostName(trimmed.slice(at + 1))
  const email = `${local}@${host}`
  if (host === undefined || local.length > 64 || email.length > 254 || !localPart.test(local))
    throw invalid(path, 'must be an e-mail address such as jane@acme.com')
  return email
}

export function domainOfEmail(email: string | null): string | null {
  return email === null ? null : canonicalDomain(email.slice(email.lastIndexOf('@') + 1), '/email')
}

/** A phone number in E.164 form: the country code and at most 15 digits in total. */
export function canonicalPhoneNumber(text: string, path = '/phoneNumber'): string {
  const number = text.replace(/[\s().\-[\]]/g, '')
  if (!/^\+[1-9]\d{1,14}$/.test(number))
    throw invalid(path, 'must be a phone number with its country code, such as +49 30 123456')
  return number
}

export function canonicalLinkedinUrl(text: string, path = '/linkedinProfileUrl'): string {
  const url = URL.parse(text.trim())
  const isProfile =
    url?.protocol === 'https:' &&
    /^([a-z0-9-]+\.)*linkedin\.com$/.test(url.hostname) &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    url.pathname.length > 1
  if (!isProfile) throw invalid(path, 'must be an https address on linkedin.com')
  url.hash = ''
  return url.href
}
