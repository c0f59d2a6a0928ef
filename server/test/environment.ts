// What the runner (scripts/test.ts) tells the tests: the one place where they read it.

/** The PostgreSQL server made for this run, with a migrated database in it to clone. */
export function testServerUrl(): string {
  const url = process.env.FOYER_TEST_DATABASE
  if (!url) throw new Error('Run tests with `npm test`, or `npm test -- part/of/a/path`.')
  return url
}

/** Whether this run takes its time: `npm test -- --thorough`. */
export const isThorough = process.env.FOYER_TEST_THOROUGH === '1'
