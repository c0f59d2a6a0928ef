import { type GeoProjection, geoMercator, geoPath } from 'd3-geo'
import { Html, html } from '../../shared/html.ts'
import { unmarked } from '../marks.ts'
import { PathWriter, type Point } from './path.ts'
import type { NamedLocation } from './places.ts'
import { worldWithin } from './world.ts'

/** A place on a map, with a line of text under its name. */
export type MapPin = NamedLocation & {
  note?: string | undefined
  highlighted?: boolean | undefined
  content?: Html | undefined
}

export type MapOptions = {
  width: number
  height: number
  /** Unique on the page: the outline of the land is defined once and referenced. */
  id: string
  /** Draws lines from the first city to the others. */
  isRoute?: boolean | undefined
  /** Fraction of the width at the start without cities, for text over the map. */
  startShare?: number | undefined
  /** Fraction of the height at the bottom without cities and labels, for a caption over the map. */
  bottomShare?: number | undefined
  label: string
}

type Label = { x: number; y: number; anchor: 'start' | 'end' | 'middle'; pin: MapPin }

/** A map of cities anywhere in the world. Deterministic. */
export function drawMap(pins: MapPin[], options: MapOptions): Html {
  const { width, height, id, isRoute, label } = options
  const projection = project(pins, options)
  const { land, borders } = shapes(pins, projection, options)
  const at = pins.map((pin): Point => {
    const [x, y] = projection([pin.longitude, pin.latitude]) ?? [0, 0]
    return [Math.round(x), Math.round(y)]
  })
  const [hub] = at
  const lanes = isRoute && hub ? at.slice(1).map((to) => lane(hub, to)) : []
  const rings = [26, 16, 8].flatMap((size) => [
    html`<use href="#${id}" class="wl" stroke-width="${size}"/>`,
    html`<use href="#${id}" class="wl wo" stroke-width="${size - 2}"/>`,
  ])
  return html`<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" role="img" aria-label="${label}">
    <defs><path id="${id}" d="${land}"/></defs>${rings}<use href="#${id}" class="ld"/>
    <path class="bd" d="${borders}"/>
    ${lanes.map((d) => html`<path class="rt rh" d="${d}"/>`)}${lanes.map((d) => html`<path class="rt rd" pathLength="1" d="${d}"/>`)}
    ${pins.map(({ highlighted }, index) => drawPin(at[index] as Point, highlighted ?? false))}
    ${placeLabels(pins, at, isRoute ? at.slice(1).flatMap((to) => alongLane(hub ?? to, to)) : [], options).map(drawLabel)}
  </svg>`
}

function drawPin([x, y]: Point, highlighted: boolean): Html {
  return highlighted
    ? html`<circle class="halo" cx="${x}" cy="${y}" r="26"/><circle class="hot" cx="${x}" cy="${y}" r="8"/>`
    : html`<circle class="pin" cx="${x}" cy="${y}" r="8"/>`
}

function drawLabel({ x, y, anchor, pin }: Label): Html {
  const end = anchor === 'start' ? new Html('') : html` text-anchor="${anchor}"`
  const note =
    pin.note &&
    html`<text class="${pin.highlighted ? 'wt' : 'mt'}" x="${x}" y="${y + 21}"${end}>${pin.note}</text>`
  return html`<text class="pl" x="${x}" y="${y}"${end}>${pin.name}</text>${note}`
}

/** Fits the cities into the image; around a single one, it shows about a thousand kilometres. */
function project(
  pins: MapPin[],
  { width, height, startShare = 0.1, bottomShare = 0.14 }: MapOptions,
): GeoProjection {
  const longitude = middleLongitude(pins)
  const [left, top] = [width * startShare, height * 0.16]
  const extent: [Point, Point] = [
    [left, top],
    [width * 0.86, height * (1 - bottomShare)],
  ]
  const points = {
    type: 'MultiPoint' as const,
    coordinates: pins.map((pin) => [pin.longitude, pin.latitude]),
  }
  const projection = geoMercator().precision(0).rotate([-longitude, 0]).fitExtent(extent, points)
  const largest = width * 3.2
  if (projection.scale() > largest || pins.length === 1) {
    const [first] = pins
    const latitude = pins.reduce((sum, pin) => sum + pin.latitude, 0) / pins.length
    projection.scale(largest).translate([0, 0])
    const [x, y] = projection([first ? longitude : 0, latitude]) ?? [0, 0]
    projection.translate([(left + width * 0.86) / 2 - x, height / 2 - y])
  }
  return projection.clipExtent([
    [-20, -20],
    [width + 20, height + 20],
  ])
}

function middleLongitude(pins: MapPin[]): number {
  const angle = (degrees: number) => (degrees * Math.PI) / 180
  const east = pins.reduce((sum, pin) => sum + Math.cos(angle(pin.longitude)), 0)
  const north = pins.reduce((sum, pin) => sum + Math.sin(angle(pin.longitude)), 0)
  return (Math.atan2(north, east) * 180) / Math.PI
}

const kept = new Map<string, { land: string; borders: string }>()
const mostKept = 200

function shapes(pins: MapPin[], projection: GeoProjection, { width, height }: MapOptions) {
  const key = JSON.stringify([projection.scale(), projection.translate(), projection.rotate(), width, height])
  let drawn = kept.get(key)
  if (!drawn) {
    drawn = drawShapes(projection, width, height, middleLongitude(pins))
    const [oldest] = kept.keys()
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
    kept.set(key, drawn)
  }
  return drawn
}

function drawShapes(projection: GeoProjection, width: number, height: number, longitude: number) {
  const corners = [
    [0, 0],
    [width, height],
  ].map((corner) => projection.invert?.(corner as Point) ?? [0, 0]) as Point[]
  const half = Math.min(180, (width / projection.scale()) * (180 / Math.PI) + 5)
  const latitudes = corners.map(([, latitude]) => latitude)
  const scale = half > 60 ? '110m' : '50m'
  const { land, borders } = worldWithin(scale, {
    west: longitude - half,
    east: longitude + half,
    south: Math.min(...latitudes) - 3,
    north: Math.max(...latitudes) + 3,
  })
  const write = (shape: Parameters<ReturnType<typeof geoPath>>[0], smallest: number) => {
    const writer = new PathWriter()
    geoPath(projection, writer)(shape)
    return writer.write(1.2, smallest)
  }
  return { land: write(land, 24), borders: write(borders, 0) }
}

/** The control points of a slightly bent line: lines to the same side bend the same way, so they don't cross. */
function bentLine([x0, y0]: Point, [x1, y1]: Point): [Point, Point, Point, Point] {
  const bend = 0.12 * (x1 < x0 ? -1 : 1)
  const [dx, dy] = [x1 - x0, y1 - y0]
  const point = (share: number): Point => [
    Math.round(x0 + dx * share + dy * bend),
    Math.round(y0 + dy * share - dx * bend),
  ]
  return [[x0, y0], point(0.3), point(0.7), [x1, y1]]
}

function lane(from: Point, to: Point): string {
  const [[x0, y0], [ax, ay], [bx, by], [x1, y1]] = bentLine(from, to)
  return `M${x0} ${y0}C${ax} ${ay} ${bx} ${by} ${x1} ${y1}`
}

/** Points of a line, which labels should not cover. */
function alongLane(from: Point, to: Point): Point[] {
  const [p0, p1, p2, p3] = bentLine(from, to)
  return Array.from({ length: 24 }, (_, index) => {
    const t = (index + 1) / 25
    const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t ** 3]
    return [0, 1].map(
      (axis) => a * (p0[axis] ?? 0) + b * (p1[axis] ?? 0) + c * (p2[axis] ?? 0) + d * (p3[axis] ?? 0),
    ) as Point
  })
}

/** Fraction of the width that a narrow frame cuts off at either side. */
const croppedShare = 0.06

function boxOf({ x, y, anchor }: Label, wide: number, tall: number) {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - wide : x - wide / 2
  return { left, right: left + wide, top: y - 24, bottom: y - 24 + tall }
}

/** Places each label after, before, above or below its pin, where it overlaps no pin and no other label. */
function placeLabels(
  pins: MapPin[],
  at: Point[],
  lanes: Point[],
  { width, height, startShare = 0, bottomShare = 0 }: MapOptions,
): Label[] {
  const taken = at.map(([x, y]) => ({ left: x - 14, right: x + 14, top: y - 14, bottom: y + 14 }))
  return pins.map((pin, index) => {
    const [x, y] = at[index] as Point
    const [name, note] = [unmarked(pin.name).length, unmarked(pin.note ?? '').length]
    const wide = Math.max(name * 14, note * 7.6)
    // Letters are larger on phones.
    const widest = Math.max(name * 20, note * 12.2)
    const tall = pin.note ? 46 : 26
    const options: Label[] = [
      { x: x + 18, y: y + 9, anchor: 'start', pin },
      { x: x - 18, y: y + 9, anchor: 'end', pin },
      { x, y: y - tall - 4, anchor: 'middle', pin },
      { x, y: y + 42, anchor: 'middle', pin },
    ]
    const boxes = options.map((label) => boxOf(label, wide, tall))
    const cost = boxes.map((box, option) => {
      const { left, right } = boxOf(options[option] as Label, widest, tall)
      const outside =
        left < width * startShare * 0.7 ||
        right > width * (1 - croppedShare) ||
        box.top < 0 ||
        box.bottom > height * (1 - bottomShare * 0.8)
      const covers = taken.filter(
        (other, which) =>
          which !== index &&
          other.left < box.right &&
          other.right > box.left &&
          other.top < box.bottom &&
          other.bottom > box.top,
      ).length
      const crossed = lanes.filter(
        ([x, y]) => x > box.left - 4 && x < box.right + 4 && y > box.top && y < box.bottom,
      ).length
      return covers * 2 + crossed + (outside ? 5 : 0) + option * 0.1
    })
    const best = cost.indexOf(Math.min(...cost))
    taken.push(boxes[best] as (typeof taken)[number])
    return options[best] as Label
  })
}
