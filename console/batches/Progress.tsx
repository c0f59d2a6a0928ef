import { numbers } from '../api/locale.ts'
import { type Batch, finishedRows, rowsPhrase } from './words.ts'

const number = numbers()

/** A progress bar with failed rows in a separate colour. */
export function Progress({ batch }: { batch: Batch }) {
  const { total, failed } = batch.counts
  const done = finishedRows(batch)
  const share = (rows: number) => `${total === 0 ? 0 : (rows / total) * 100}%`
  return (
    <div
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={`${number.format(done)} of ${rowsPhrase(total)}`}
      className="flex h-2 w-full overflow-hidden rounded-full bg-pressed"
    >
      <div className="bg-good transition-[width]" style={{ width: share(Math.max(0, done - failed)) }} />
      <div className="bg-danger transition-[width]" style={{ width: share(Math.min(failed, done)) }} />
    </div>
  )
}
