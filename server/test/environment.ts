import type { ClusterPlace } from './cluster.ts'

// The environment that the runner (scripts/test.ts) sets for the tests.

/** The PostgreSQL server of this run, with a migrated database to clone. */
export function testServerUrl(): string {
  const url = process.env.FOYER_TEST_DATABASE
  if (!url) throw new Error('Run tests with `npm test`, or `npm test -- part/of/a/path`.')
  return url
}

/** The database that all tests share with `npm run test:cluster`, as databases of a cluster can't be cloned. */
export const sharedDatabaseUrl: string | undefined = process.env.FOYER_TEST_CLUSTER || undefined

/** The cluster, if it was started for this run, so that tests may stop its workers. */
export const clusterPlace: ClusterPlace | undefined = process.env.FOYER_TEST_CLUSTER_PLACE
  ? JSON.parse(process.env.FOYER_TEST_CLUSTER_PLACE)
  : undefined

/** Set by `npm test -- --thorough`. */
export const isThorough = process.env.FOYER_TEST_THOROUGH === '1'

/** Skips a test in usual runs: one that takes long, beside quicker ones of the same kind. */
export const onlyThorough = !isThorough && 'only in thorough runs'
