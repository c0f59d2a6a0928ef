/** A step is a call of the model, or whatever else an agent counts as one. */
export const mostSteps = 40
/** Restoring an earlier version takes one operation per block, so a step may contain hundreds. */
export const mostOperations = 1000
/** Maximum length of a suggestion, which is shown on a button. */
export const longestSuggestion = 300
/** Maximum length of an answer. */
export const mostText = 100_000
/** Input and output tokens of all steps of a run; a run that reaches it takes no further step. */
export const mostRunTokens = 250_000
/** How often in a row a model may make the same mistake. */
export const mostEqualFailures = 3
/** How often a model may continue after a truncated answer. */
export const mostResumptions = 2
