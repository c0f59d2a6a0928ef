import { browserZone, dates } from '../api/locale.ts'
import { Select } from '../ui/fields.tsx'

const zones = [...new Set([browserZone, ...Intl.supportedValuesOf('timeZone')])]

function wordsOf(zone: string): string {
  const time = dates({ timeZone: zone, hour: '2-digit', minute: '2-digit' })
  return `${zone.replaceAll('_', ' ')}, ${time.format(new Date())} now`
}

/** The time zone in which the console shows and asks for times. */
export function ZoneField({ value, onChange }: { value: string | null; onChange: (zone: string) => void }) {
  const chosen = value ?? browserZone
  const options = zones.map((zone) => ({ value: zone, label: zone === chosen ? wordsOf(zone) : zone }))
  return <Select label="Time zone" options={options} value={chosen} onChange={onChange} />
}
