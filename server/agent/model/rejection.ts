import { Refusal } from '../../../builtin-agent/refusal.ts'

/** A refusal with a message that tells the model how to correct the call, and a reason for users. */
export class Rejection extends Refusal {
  readonly reason: string

  constructor(message: string, reason: string) {
    super(message)
    this.reason = reason
  }
}
