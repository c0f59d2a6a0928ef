import { type BlockTypeName, blockTypes } from '../blocks/index.ts'
import type { Theme } from '../schema.ts'
import type { PageFonts } from './fontFaces.ts'
import type { Colors, Palette, Tones } from './palette.ts'

/** Steps of 4 and 8 pixels, a scale of 14 16 20 28–44 36–60; logical sides throughout, so that it turns with the script. */
const base = `*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;font:400 1rem/1.6 var(--font);overflow-wrap:break-word;-webkit-font-smoothing:antialiased}
h1,h2,h3,p,ul,ol,figure,blockquote{margin:0}ul,ol{padding:0;list-style:none}
h1,h2,h3{font-family:var(--font-head);line-height:1.12;font-weight:var(--hw);letter-spacing:-.022em;text-wrap:balance}
h1,h2{font-size:clamp(1.75rem,1.35rem + 1.8vw,2.75rem)}
h3,.h3{font-size:1.25rem;line-height:1.3;letter-spacing:-.012em;font-weight:var(--h3)}
p{text-wrap:pretty}strong{font-weight:650}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.18em}a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:2px}
img,video,iframe{display:block;max-inline-size:100%;block-size:auto}.cut{inline-size:100%;aspect-ratio:16/10;object-fit:cover}
.i{inline-size:1.5rem;block-size:1.5rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.vh,.skip:not(:focus){position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;z-index:1;inset:.5rem auto auto .5rem;padding:.75rem 1rem;background:var(--bg)}
body,.b,.top,.foot{background:var(--bg);color:var(--fg)}
.b,.top,.foot{display:grid;grid-template-columns:[full-start] minmax(var(--g),1fr) [wide-start] minmax(0,70rem) [wide-end] minmax(var(--g),1fr) [full-end]}
.b>*,.top>*,.foot>*{grid-column:wide;min-inline-size:0}.b>.full{grid-column:full}
.b{padding-block:clamp(3.5rem,8vw,7rem)}.plain+.plain,.tint+.tint,.bold+.bold{padding-block-start:0}
.o{max-inline-size:44rem;margin-block-end:clamp(2rem,4vw,3.5rem)}
.eye{font-size:.875rem;font-weight:600;color:var(--accent);margin-block-end:1rem}
.intro{font-size:1.25rem;line-height:1.5;color:var(--muted);margin-block-start:1rem;max-inline-size:48ch}
.note{font-size:.875rem;line-height:1.5;color:var(--muted)}.acts+.note{margin-block-start:1rem}
.acts{display:flex;flex-wrap:wrap;gap:.875rem 1.75rem;align-items:center}
.btn{display:inline-flex;align-items:center;justify-content:center;min-block-size:3rem;padding:.625rem 1.5rem;border:1px solid var(--edge);border-radius:var(--rf);background:var(--solid);color:var(--on);font-weight:600;line-height:1.25;text-align:center;text-decoration:none;transition:background-color .15s ease-out}
.btn:hover{background:var(--hover)}.btn.small{min-block-size:2.5rem;padding:.375rem 1rem;font-size:.875rem}
.btn.line{background:0 0;border-color:var(--field);color:var(--fg)}.btn.line:hover{border-color:var(--fg)}
.quiet{display:inline-flex;gap:.375rem;align-items:center;min-block-size:2.75rem;color:var(--fg);font-weight:600;text-decoration:none}.quiet:hover{text-decoration:underline}
.quiet .i{inline-size:1.125rem;block-size:1.125rem;stroke-width:2;transition:translate .15s ease-out}.quiet:hover .i{translate:2px 0}[dir=rtl] .i-arrow{scale:-1 1}
.who{display:flex;gap:1rem;align-items:center;margin-block-start:2rem;line-height:1.4}.face{inline-size:3rem;block-size:3rem;border-radius:50%;object-fit:cover}
.top{padding-block:1rem}.top>div{display:flex;gap:1rem;align-items:center;justify-content:space-between;min-block-size:2.75rem}
.brand{display:inline-flex;align-items:center;min-block-size:2.75rem;color:var(--fg);font-weight:650;font-size:1.125rem;letter-spacing:-.015em;text-decoration:none}
.brand img{block-size:2rem;inline-size:auto;max-inline-size:11rem;object-fit:contain;object-position:0}
.foot{padding-block:clamp(2.5rem,5vw,4rem);border-block-start:1px solid var(--line);font-size:.875rem}
.foot>div{display:flex;flex-wrap:wrap;gap:1.5rem clamp(2rem,6vw,5rem);align-items:flex-start}.foot .brand{font-size:1rem;min-block-size:0;line-height:1.5;flex:1 0 100%}
.foot h2{font-size:.875rem;font-weight:600;letter-spacing:0;line-height:1.5}.foot li{margin-block-start:.25rem}
.foot li a{display:inline-block;padding-block:.25rem;color:var(--muted);text-decoration:none}.foot li a:hover{color:var(--fg);text-decoration:underline}
.cards{padding-block:clamp(2rem,4vw,3rem)}.cards>div+div{margin-block-start:2rem}
.cards h2{font-size:.875rem;font-weight:500;line-height:1.5;letter-spacing:0;color:var(--muted)}
.cards ul{display:flex;flex-wrap:wrap;gap:1.25rem clamp(1.75rem,4vw,3rem);align-items:center;margin-block-start:1rem}
.cards img{block-size:2rem;inline-size:auto;max-inline-size:10rem;object-fit:contain}
[dir=rtl] :is(h1,h2,h3,dd,blockquote,.brand){letter-spacing:0!important}
@media(min-width:40rem){.c2,.c4{grid-template-columns:repeat(2,minmax(0,1fr))}.foot .brand{flex:1 0 auto}}
@media(min-width:46rem){.c3{grid-template-columns:repeat(3,minmax(0,1fr))}}
@media(min-width:60rem){.c4{grid-template-columns:repeat(4,minmax(0,1fr))}.split{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,7fr);gap:4rem}.split .o{margin:0}}
@media(max-width:30rem){.hero .acts .btn,.cta .acts .btn{inline-size:100%}}
@media(prefers-reduced-motion:reduce){*{transition:none!important}}
@media print{.top .btn,.skip,.form{display:none}.b{padding-block:1.5rem;break-inside:avoid}}`

/** Dark logos on transparent ground vanish on dark pages; a light plate keeps them. */
const plates = ':is(.brand,.names,.cards) img{background:#fff;padding:.25rem .5rem;border-radius:4px}'

/** The whole style sheet of a page: its variables, the shared rules, and those of the blocks it has. */
export function styleSheet(
  theme: Theme,
  palette: Palette,
  fonts: PageFonts,
  used: Set<BlockTypeName>,
): string {
  const radius = theme.radius ?? 10
  const [heading, small, quote] = fonts.heading.kind === 'serif' ? [500, 600, 400] : [650, 600, 500]
  const fixed = [
    `--font:${fonts.text.stack}`,
    `--font-head:${fonts.heading.stack}`,
    '--g:clamp(1.25rem,5vw,3rem)',
    `--r:${radius}px`,
    `--rl:${Math.round(radius * 1.4)}px`,
    `--rf:${radius >= 20 ? 999 : radius}px`,
    `--hw:${heading};--h3:${small};--qw:${quote}`,
  ].join(';')
  const { light, dark } = palette
  const first = light ?? dark
  return [
    `:root{color-scheme:${light && dark ? 'light dark' : light ? 'light' : 'dark'};${fixed}}`,
    first && rules(first),
    light && dark && `@media(prefers-color-scheme:dark){${rules(dark)}${plates}}`,
    !light && plates,
    base,
    ...blockTypes.filter((type) => used.has(type.name)).map(({ css }) => css),
  ]
    .filter(Boolean)
    .join('\n')
}

function rules({ plain, tint, bold }: Tones): string {
  return `:root,.plain{${variables(plain)}--card:${plain.bg}}.tint{${changes(plain, tint)}--card:${plain.bg}}.bold{${variables(bold)}--card:${bold.bg}}`
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
