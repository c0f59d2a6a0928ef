import { Refusal } from '../../../builtin-agent/refusal.ts'
import { contrast, type Theme } from '../../../document/index.ts'

/** The minimum for text in WCAG 2.2 AA. */
const leastContrast = 4.5

/** Refuses themes whose text would be hard to read on its background. */
export function refuseLowContrast(before: Theme, patch: { [K in keyof Theme]?: Theme[K] | null }) {
  const { textColor, backgroundColor } = { ...before, ...patch }
  if (!patch.textColor && !patch.backgroundColor) return
  if (!isColor(textColor) || (backgroundColor && !isColor(backgroundColor))) return
  const ratio = contrast(textColor, backgroundColor ?? '#ffffff')
  if (ratio < leastContrast)
    throw new Refusal(
      `Text in ${textColor} on ${backgroundColor ?? 'the white page'} has a contrast of ${ratio.toFixed(1)}; at least ${leastContrast} is needed. Choose a ${contrast(backgroundColor ?? '#ffffff', '#000000') > leastContrast ? 'darker' : 'lighter'} text or change both.`,
    )
}

function isColor(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
}
