export type Point = [x: number, y: number]

/** Collects lines from d3 and writes them as a short SVG path: integers, relative, simplified. */
export class PathWriter {
  private readonly lines: { points: Point[]; closed: boolean }[] = []

  moveTo(x: number, y: number) {
    this.lines.push({ points: [[x, y]], closed: false })
  }
  lineTo(x: number, y: number) {
    this.lines.at(-1)?.points.push([x, y])
  }
  closePath() {
    const last = this.lines.at(-1)
    if (last) last.closed = true
  }
  beginPath() {}
  arc() {}

  /** `tolerance` is the maximum deviation; closed lines with an area below `smallest` are omitted. */
  write(tolerance: number, smallest: number): string {
    return this.lines
      .filter(({ points, closed }) => !closed || area(points) >= smallest)
      .map(({ points, closed }) => {
        const kept = simplify(points, tolerance)
        return kept.length > (closed ? 2 : 1) ? relative(kept) + (closed ? 'z' : '') : ''
      })
      .join('')
  }
}

/** Straight lines through points, as an SVG path of integers. */
export function relative(points: Point[]): string {
  let [x, y] = [0, 0]
  let text = ''
  for (const [index, [toX, toY]] of points.entries()) {
    const [dx, dy] = [Math.round(toX) - x, Math.round(toY) - y]
    if (index > 0 && dx === 0 && dy === 0) continue
    const pair = `${dx}${dy < 0 ? '' : ' '}${dy}`
    if (index === 0) text = `M${pair}`
    else text += index === 1 ? `l${pair}` : `${dx < 0 ? '' : ' '}${pair}`
    x += dx
    y += dy
  }
  return text
}

function area(points: Point[]): number {
  let sum = 0
  for (const [index, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y]
    sum += x * nextY - nextX * y
  }
  return Math.abs(sum / 2)
}

/** Douglas-Peucker, without recursion. */
function simplify(points: Point[], tolerance: number): Point[] {
  const keep = new Uint8Array(points.length)
  keep[0] = keep[points.length - 1] = 1
  const spans: [number, number][] = [[0, points.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    let [farthest, distance] = [-1, tolerance]
    for (let index = from + 1; index < to; index++) {
      const off = offLine(points[index] as Point, points[from] as Point, points[to] as Point)
      if (off > distance) [farthest, distance] = [index, off]
    }
    if (farthest === -1) continue
    keep[farthest] = 1
    spans.push([from, farthest], [farthest, to])
  }
  return points.filter((_, index) => keep[index])
}

function offLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

/** A curve through points that never overshoots them (Fritsch and Carlson), as the body of an SVG path. */
export function smooth(points: Point[]): string {
  const slopes = slopesOf(points)
  const round = (value: number) => Math.round(value * 10) / 10
  return points
    .map(([x, y], index) => {
      if (index === 0) return `M${round(x)} ${round(y)}`
      const [beforeX, beforeY] = points[index - 1] as Point
      const third = (x - beforeX) / 3
      const [m0, m1] = [slopes[index - 1] as number, slopes[index] as number]
      return `C${round(beforeX + third)} ${round(beforeY + third * m0)} ${round(x - third)} ${round(y - third * m1)} ${round(x)} ${round(y)}`
    })
    .join('')
}

function slopesOf(points: Point[]): number[] {
  const secants = points.slice(1).map(([x, y], index) => {
    const [beforeX, beforeY] = points[index] as Point
    return (y - beforeY) / (x - beforeX || 1)
  })
  return points.map((_, index) => {
    const [before, after] = [secants[index - 1], secants[index]]
    if (before === undefined || after === undefined) return before ?? after ?? 0
    if (before * after <= 0) return 0
    const middle = (before + after) / 2
    const most = 3 * Math.min(Math.abs(before), Math.abs(after))
    return Math.sign(middle) * Math.min(Math.abs(middle), most)
  })
}
