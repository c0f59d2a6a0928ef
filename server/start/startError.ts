/** What a person can put right; told without a stack trace. */
export class StartError extends Error {}
