import { isThorough } from './environment.ts'

/**
 * The number of random cases or repetitions: `full` in a thorough run, `brief` in a usual one. Both must be enough to test
 * the guarantee.
 */
export const times = (full: number, brief: number): number => (isThorough ? full : brief)
