import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LineString, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/** Natural Earth, in the public domain: coasts and the borders between countries, at 1:50 or 1:110 million. */
type Scale = '50m' | '110m'
type World = { land: MapShape<Polygon>[]; borders: MapShape<LineString>[] }
type MapShape<Shape> = { shape: Shape; west: number; east: number; south: number; north: number }
type Objects = { countries: GeometryCollection; land: GeometryCollection }

const loaded = new Map<Scale, World>()

/** Read when the first map is drawn, then cached. */
function world(scale: Scale): World {
  const kept = loaded.get(scale)
  if (kept) return kept
  const file = fileURLToPath(import.meta.resolve(`world-atlas/countries-${scale}.json`))
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology<Objects>
  const land = feature(topology, topology.objects.land).features.flatMap(
    ({ geometry }) => (geometry as MultiPolygon).coordinates,
  )
  const borders = mesh(topology, topology.objects.countries, (a, b) => a !== b) as MultiLineString
  const read: World = {
    land: land.map((coordinates) => part({ type: 'Polygon', coordinates }, coordinates[0] ?? [])),
    borders: borders.coordinates.map((coordinates) => part({ type: 'LineString', coordinates }, coordinates)),
  }
  loaded.set(scale, read)
  return read
}

function part<Shape>(shape: Shape, points: Position[]): MapShape<Shape> {
  const [longitudes, latitudes] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)]
  return {
    shape,
    west: longitudes.reduce((a, b) => Math.min(a, b), 180),
    east: longitudes.reduce((a, b) => Math.max(a, b), -180),
    south: latitudes.reduce((a, b) => Math.min(a, b), 90),
    north: latitudes.reduce((a, b) => Math.max(a, b), -90),
  }
}

export type Box = { west: number; east: number; south: number; north: number }

/** The coasts and borders that intersect a box; all of them if the box spans the globe. */
export function worldWithin(scale: Scale, box: Box): { land: MultiPolygon; borders: MultiLineString } {
  const reaches = ({ west, east, south, north }: MapShape<unknown>) => {
    if (south > box.north || north < box.south) return false
    // A shape that crosses the date line seems to span all longitudes.
    if (east - west > 180 || box.west < -180 || box.east > 180) return true
    return west <= box.east && east >= box.west
  }
  const { land, borders } = world(scale)
  return {
    land: {
      type: 'MultiPolygon',
      coordinates: land.filter(reaches).map(({ shape }) => shape.coordinates),
    },
    borders: {
      type: 'MultiLineString',
      coordinates: borders.filter(reaches).map(({ shape }) => shape.coordinates),
    },
  }
}
