/** The smallest set of ids whose moves explain the new order, with as few of `avoided` as possible. */
export function movedIds(
  was: string[],
  after: string[],
  avoided: ReadonlySet<string> = new Set(),
): Set<string> {
  const places = new Map(after.map((id, place) => [id, place]))
  const runs: { id: string; place: number; before: number; weight: number }[] = []
  for (const id of was) {
    const place = places.get(id) ?? -1
    let before = -1
    for (const [index, run] of runs.entries())
      if (run.place < place && run.weight > (runs[before]?.weight ?? 0)) before = index
    // A fixed id outweighs any number of avoided ones.
    const weight = was.length + 1 + (avoided.has(id) ? 1 : 0)
    runs.push({ id, place, before, weight: (runs[before]?.weight ?? 0) + weight })
  }
  const moved = new Set(was)
  let at = runs.reduce((best, { weight }, index) => (weight > (runs[best]?.weight ?? 0) ? index : best), -1)
  for (let run = runs[at]; run; run = runs[at]) {
    moved.delete(run.id)
    at = run.before
  }
  return moved
}
