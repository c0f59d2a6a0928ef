import { fromHex, type Theme, toHex } from '../../document/index.ts'
import { listed } from '../label.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { surfaces } from '../words/looks.ts'
import { draftOf } from './edit.ts'

export type LookPart = 'primaryColor' | 'backgroundColor' | 'textColor'
export type Look =
  | { kind: 'color'; color: string; name: string; part: LookPart }
  | { kind: 'font'; font: string }
  | { kind: 'radius'; radius: number | 'rounder' | 'sharper' }
  | { kind: 'mode'; mode: 'dark' | 'light' }
  | { kind: 'shade'; step: number; part: LookPart }
  | { kind: 'reset' }
  | { kind: 'choice'; prop: string; value: string }

const partNames: Record<LookPart, string> = {
  primaryColor: 'accent colour',
  backgroundColor: 'background',
  textColor: 'text',
}

export function applyLooks(looks: Look[], page: OpenPage): Outcome {
  const { theme } = page.document
  const patch: Record<string, unknown> = {}
  const said: string[] = []
  const focus: string[] = []
  for (const look of looks) {
    const [part, value, line] = patchOf(look, { ...theme, ...(patch as Theme) }, page)
    Object.assign(patch, typeof part === 'string' ? { [part]: value } : part)
    said.push(line)
    focus.push(`theme/${typeof part === 'string' ? part : (Object.keys(part)[0] ?? '')}`)
  }
  const next = Object.fromEntries(
    Object.entries({ ...theme, ...patch }).filter(([, value]) => value !== undefined),
  ) as Theme
  if (JSON.stringify(next) === JSON.stringify(theme)) return refused('The page looks like that already.')
  const draft = draftOf(page)
  return { kind: 'done', draft: { document: { ...draft.document, theme: next } }, said: listed(said), focus }
}

/** Adjusts a colour to its use: a light background becomes much lighter, so that texts stay legible. */
function colorFor({ part, color, name }: Look & { kind: 'color' }): string {
  if (part !== 'backgroundColor' || !/^(?:light|lighter|pale|soft|sky|mint|lavender)\b/i.test(name))
    return color
  const { l, c, h } = fromHex(color)
  return l > 0.9 ? color : toHex({ l: 0.93, c: Math.min(c, 0.045), h })
}

function patchOf(
  look: Look,
  theme: Theme,
  page: OpenPage,
): [string | Record<string, unknown>, unknown, string] {
  const { brand } = page.context
  switch (look.kind) {
    case 'color':
      return [look.part, colorFor(look), `made the ${partNames[look.part]} ${look.name}`]
    case 'font':
      return ['font', look.font, `set the font to ${look.font.replace(/^./, (sign) => sign.toUpperCase())}`]
    case 'choice':
      return [look.prop, look.value, `set the ${look.prop} to ${look.value}`]
    case 'radius': {
      const now = theme.radius ?? 8
      const radius = look.radius === 'rounder' ? now + 6 : look.radius === 'sharper' ? now - 6 : look.radius
      const bounded = Math.min(32, Math.max(0, radius))
      return ['radius', bounded, `set the corners to ${bounded} pixels`]
    }
    case 'mode':
      return [
        {
          backgroundColor: surfaces[look.mode],
          textColor: look.mode === 'dark' && theme.textColor ? '#f3f4f6' : undefined,
        },
        undefined,
        `made the page ${look.mode}`,
      ]
    case 'shade': {
      const base =
        theme[look.part] ??
        (look.part === 'primaryColor'
          ? brand.primaryColor
          : look.part === 'backgroundColor'
            ? '#ffffff'
            : '#111111')
      const { l, c, h } = fromHex(/^#[0-9a-f]{6}$/i.test(base) ? base : '#1f6f5c')
      const color = toHex({ l: Math.min(0.98, Math.max(0.08, l + look.step)), c, h })
      return [look.part, color, `made the ${partNames[look.part]} ${look.step < 0 ? 'darker' : 'lighter'}`]
    }
    case 'reset':
      return [
        {
          primaryColor: undefined,
          backgroundColor: undefined,
          textColor: undefined,
          font: undefined,
          radius: undefined,
        },
        undefined,
        'gave the look back to your brand',
      ]
  }
}
