import { Select } from '../ui/fields.tsx'

const own = Intl.DateTimeFormat().resolvedOptions().timeZone
const zones = [...new Set([own, ...Intl.supportedValuesOf('timeZone')])]

function wordsOf(zone: string): string {
  const time = new Intl.DateTimeFormat(undefined, { timeZone: zone, hour: '2-digit', minute: '2-digit' })
  return `${zone.replaceAll('_', ' ')}, ${time.format(new Date())} now`
}

/** The zone that times are meant in, such as those of schedules. */
export function ZoneField({ value, onChange }: { value: string | null; onChange: (zone: string) => void }) {
  const options = zones.map((zone) => ({
    value: zone,
    label: zone === (value ?? own) ? wordsOf(zone) : zone,
  }))
  return <Select label="Time zone" options={options} value={value ?? own} onChange={onChange} />
}
