import { browserLanguage, calendarDates, numbers } from '../api/locale.ts'
import { Select } from '../ui/fields.tsx'

const tags = [
  ...[
    'en-GB',
    'en-US',
    'en-AU',
    'en-CA',
    'en-IE',
    'en-IN',
    'cs',
    'da',
    'de',
    'de-AT',
    'de-CH',
    'es',
    'es-MX',
  ],
  ...[
    'fi',
    'fr',
    'fr-CA',
    'hu',
    'it',
    'ja',
    'ko',
    'nb',
    'nl',
    'pl',
    'pt',
    'pt-BR',
    'ro',
    'sv',
    'tr',
    'uk',
    'zh',
  ],
]
const names = new Intl.DisplayNames('en', { type: 'language' })

type Props = { value: string | null; onChange: (language: string) => void }

/** The language of dates and numbers; the texts of the console are English. */
export function LanguageField({ value, onChange }: Props) {
  const chosen = value ?? browserLanguage()
  const options = [...new Set([chosen, ...tags])]
    .map((tag) => ({ value: tag, label: names.of(tag) ?? tag }))
    .sort((a, b) => a.label.localeCompare(b.label))
  return (
    <Select
      label="Language of dates and numbers"
      options={options}
      value={chosen}
      onChange={onChange}
      hint={exampleIn(chosen)}
    />
  )
}

/** “18 November 2026 · 12,400.50” */
function exampleIn(language: string): string {
  const day = calendarDates({ dateStyle: 'long' }, language).format(new Date())
  return `${day} · ${numbers({ minimumFractionDigits: 2 }, language).format(12_400.5)}`
}
