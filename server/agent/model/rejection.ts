import { Refusal } from '../../../builtin-agent/refusal.ts'

/** A refusal with two readers: the message tells the model how to mend the call, the reason tells people why not. */
export class Rejection extends Refusal {
  readonly reason: string

  constructor(message: string, reason: string) {
    super(message)
    this.reason = reason
  }
}
