import type { ClusterPlace } from './cluster.ts'

// What the runner (scripts/test.ts) tells the tests: the one place where they read it.

/** The PostgreSQL server made for this run, with a migrated database in it to clone. */
export function testServerUrl(): string {
  const url = process.env.FOYER_TEST_DATABASE
  if (!url) throw new Error('Run tests with `npm test`, or `npm test -- part/of/a/path`.')
  return url
}

/** A database that all tests of this run share, as a cluster has no copies of databases: `npm run test:cluster`. */
export const sharedDatabaseUrl: string | undefined = process.env.FOYER_TEST_CLUSTER || undefined

/** Where the cluster of this run is, if it was made for this run, so that tests may stop its workers. */
export const clusterPlace: ClusterPlace | undefined = process.env.FOYER_TEST_CLUSTER_PLACE
  ? JSON.parse(process.env.FOYER_TEST_CLUSTER_PLACE)
  : undefined

/** Whether this run takes its time: `npm test -- --thorough`. */
export const isThorough = process.env.FOYER_TEST_THOROUGH === '1'
