import { blockTypes } from '../blocks/index.ts'
import { type CornerStyle, cornerStyles, type LookName, looks } from '../looks.ts'
import type { Theme } from '../schema.ts'
import type { PageFonts } from './fontFaces.ts'
import { blockStyles, lookStyles, sharedStyles } from './generatedStyles.ts'
import { type LookTokens, lookTokens } from './lookTokens.ts'
import type { Colors, Palette, Tones } from './palette.ts'
import type { Arrangement } from './rhythm.ts'

export type StyleInput = {
  theme: Theme
  look: LookName
  cornerStyle: CornerStyle | null | undefined
  palette: Palette
  fonts: PageFonts
  sections: ({ type: string } & Arrangement)[]
  /** The markup of the page, for rules that depend on it. */
  markup: string
}

/** The style sheet of a page: variables, shared rules, and those of its blocks and layouts. */
export function styleSheet({
  theme,
  look,
  cornerStyle,
  palette,
  fonts,
  sections,
  markup,
}: StyleInput): string {
  const { light, dark } = palette
  const first = light ?? dark
  const tones = new Set(['plain', 'tint', 'deep', ...sections.map(({ tone }) => tone)])
  return [
    `:root{color-scheme:${light && dark ? 'light dark' : light ? 'light' : 'dark'};${fixedVariables(theme, look, cornerStyle, fonts)}}`,
    first && rules(first, tones),
    light &&
      dark &&
      `@media screen and (prefers-color-scheme:dark){${rules(dark, tones)}${sharedStyles.logosOnDark}}`,
    !light && sharedStyles.logosOnDark,
    sharedStyles.base,
    sharedStyles.sections,
    sharedStyles.frame,
    sharedStyles.responsive,
    lookStyles[look],
    ...blockCss(look, sections),
    scaleCss(markup),
    sharedStyles.print,
  ]
    .filter(Boolean)
    .join('\n')
}

function fixedVariables(
  theme: Theme,
  look: LookName,
  cornerStyle: CornerStyle | null | undefined,
  fonts: StyleInput['fonts'],
): string {
  const radius = theme.radius ?? (cornerStyle ? cornerStyles[cornerStyle].radius : looks[look].radius)
  const tokens = { ...lookTokens[look], ...(isOwnSerif(look, fonts) ? serifTokens : {}) }
  return [
    `--font:${fonts.text.stack}`,
    `--font-head:${fonts.heading.stack}`,
    '--hf:var(--font-head)',
    '--g:clamp(1.25rem,4vw,3rem)',
    `--r:${radius}px`,
    `--rl:${Math.round(radius * 1.2)}px`,
    `--rs:${Math.round(radius * 0.55)}px`,
    `--rf:${radius >= 20 ? 999 : look === 'product' ? Math.round(radius * 0.55) : radius}px`,
    ...Object.entries(tokens).map(([name, value]) => `--${name}:${value}`),
  ].join(';')
}

/** Adjustments for a serif font in a look made for a sans-serif one. */
const serifTokens: Partial<LookTokens> = { hw: 500, fw: 400, qw: 400, h1t: '-.02em', h2t: '-.015em' }

function isOwnSerif(look: LookName, { heading }: StyleInput['fonts']) {
  return look !== 'editorial' && heading.kind === 'serif'
}

function blockCss(look: LookName, sections: StyleInput['sections']): string[] {
  return blockTypes.flatMap(({ name }) => {
    const own = sections.filter(({ type }) => type === name)
    const style = blockStyles[name]
    if (own.length === 0 || !style) return []
    const layouts = new Set(own.map(({ layout }) => style.layouts[layout] ?? ''))
    return [style.base, ...layouts, style.looks[look] ?? '']
  })
}

/** Lengths are classes such as `scale-7`, because the content security policy forbids inline styles. */
function scaleCss(markup: string): string {
  const used = new Set(
    [...markup.matchAll(/\bclass="(?:[^"]* )?scale-(\d{1,3})[" ]/g)].map(([, number]) => number),
  )
  return [...used].map((number) => `.scale-${number}{--scale:${number}}`).join('')
}

function rules(tones: Tones, used: Set<string>): string {
  const others = (['tint', 'bold', 'deep', 'signal'] as const).filter((name) => used.has(name))
  return [
    `:root,.plain{${variables(tones.plain)}}`,
    ...others.map((name) => `.${name}{${changes(tones.plain, tones[name])}}`),
    ...(['plain', ...others] as const).map(
      (name) => `.n-${name}{--next:${tones[name].bg};--nextup:${tones[name].t1};--nexton:${tones[name].fg}}`,
    ),
  ].join('')
}

function variables(colors: Colors): string {
  return Object.entries(colors)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')
}

function changes(from: Colors, to: Colors): string {
  const all = Object.entries(to) as [keyof Colors, string][]
  return all
    .filter(([name, value]) => from[name] !== value)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')
}
