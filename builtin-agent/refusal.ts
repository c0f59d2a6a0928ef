/** Why a request that was understood is not carried out, as a sentence for the user. */
export class Refusal extends Error {}

/** The requested state already exists. */
export class AlreadySo extends Refusal {}
