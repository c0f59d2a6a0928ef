/** Why a request that was understood is not carried out, as a sentence for the user. */
export class Refusal extends Error {}

/** The requested state exists already. */
export class AlreadySo extends Refusal {}
