/** Why something that was understood is not done, in a sentence for the person who asked. */
export class Refusal extends Error {}

/** What is asked for is so already. */
export class AlreadySo extends Refusal {}
