/** How often a test does what it proves: the full count with FOYER_TEST_THOROUGH=1, else few enough to be quick. */
export const times = (full: number, brief: number) => (process.env.FOYER_TEST_THOROUGH === '1' ? full : brief)
