import type { Refusal } from './imageWorker.ts'

/** Why an upload is not taken, in words for its sender. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(code: Refusal['code'], detail: string) {
    super(detail)
    this.refusal = { code, detail }
  }

  /** What a decoder complains about is, to the sender, a file that is broken. */
  static from(error: unknown): Refused {
    return error instanceof Refused ? error : new Refused('invalid_file', 'The file can’t be read.')
  }
}

export function tooLarge(detail: string) {
  return new Refused('body_too_large', detail)
}
