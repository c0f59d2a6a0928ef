export type { Calls, Shape } from '../../sdk/index.ts'
