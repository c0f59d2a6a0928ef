import { typeidUnboxed } from 'typeid-js'

const plain = /^[\w.-]{1,64}$/

/** The caller's own name for a request where it gave a harmless one, so that traces join up. */
export function requestIdFrom(given: string | string[] | undefined): string {
  return typeof given === 'string' && plain.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return typeidUnboxed()
}
