import type { Refusal } from './imageWorker.ts'

/** Why an upload is refused, in words for the user. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(code: Refusal['code'], detail: string) {
    super(detail)
    this.refusal = { code, detail }
  }

  /** A decoder error means a corrupt file to the user. */
  static from(error: unknown): Refused {
    return error instanceof Refused ? error : new Refused('invalid_file', 'The file can’t be read.')
  }
}

export function tooLarge(detail: string) {
  return new Refused('body_too_large', detail)
}
