/** A step is a call of the model, or whatever else an agent counts as one. */
export const mostSteps = 40
/** Going back to an earlier version takes one operation a block, so a step may well hold hundreds. */
export const mostOperations = 1000
/** Characters of a suggestion, which stands on a button. */
export const longestSuggestion = 300
/** Characters of an answer. */
export const mostText = 100_000
/** Input and output of all steps of a run; a run that reaches it takes no further step. */
export const mostRunTokens = 250_000
/** So often in a row a model may make the same mistake. */
export const mostEqualFailures = 3
/** So often a model may go on after an answer that was cut off. */
export const mostResumptions = 2
