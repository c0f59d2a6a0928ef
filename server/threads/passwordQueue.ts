import { FairQueue } from './fairQueue.ts'

/**
 * Limits the hashing of passwords, of links and of users. Node.js has four threads for this, files, DNS and
 * compression: two of them stay free. Each tenant, or network that signs in, uses only one of the other two, however
 * many attempts it sends.
 */
export const passwordQueue = new FairQueue({
  of: 'passwords',
  atOnce: 2,
  ofTenant: 1,
  waiting: 20,
  waitMs: 10_000,
})
