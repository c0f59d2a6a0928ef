import { FairQueue } from './fairQueue.ts'

/**
 * Hashing of passwords, of links and of people. Node.js has four threads for this, files, DNS and compression: two stay
 * free. Each tenant, or network that signs in, gets one of the other two, however many attempts it sends.
 */
export const passwordQueue = new FairQueue({
  of: 'passwords',
  atOnce: 2,
  ofTenant: 1,
  waiting: 20,
  waitMs: 10_000,
})
