/** An asset has to be chosen first. */
export const starter = null
