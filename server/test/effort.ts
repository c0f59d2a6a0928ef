import { isThorough } from './environment.ts'

/**
 * How often to try what is tried at random, or how much of it there is: `full` in a thorough run, `brief` in one that
 * somebody waits for. The guarantee a test states must be at stake at either count.
 */
export const times = (full: number, brief: number): number => (isThorough ? full : brief)
