import { typeidUnboxed } from 'typeid-js'

const plain = /^[\w.-]{1,64}$/

/** The caller's request id if it is safe to log, so that logs of both sides can be joined. */
export function requestIdFrom(given: string | string[] | undefined): string {
  return typeof given === 'string' && plain.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return typeidUnboxed()
}
