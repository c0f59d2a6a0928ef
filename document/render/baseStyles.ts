import type { LookName } from '../looks.ts'

/** Type and space of a look. h1 and h2 are sizes; their l, t and m are line height, tracking and measure. */
export type LookTokens = Record<
  'hw' | 'h3' | 'qw' | 'fw' | 'plw' | 'h1' | 'h1l' | 'h1t' | 'h1m' | 'h2' | 'h2l' | 'h2t' | 'gap' | 'hst',
  string | number
>

export const lookTokens: Record<LookName, LookTokens> = {
  editorial: {
    ...{ hw: 390, h3: 500, qw: 350, fw: 320, plw: 500, hst: 'normal' },
    ...{ h1: 'clamp(2.6rem,1.2rem + 4.1vw,4.5rem)', h1l: 1.02, h1t: '-.024em', h1m: '13em' },
    ...{ h2: 'clamp(2rem,1.3rem + 2vw,3rem)', h2l: 1.08, h2t: '-.022em', gap: 'clamp(5rem,9.5vw,8.5rem)' },
  },
  product: {
    ...{ hw: 600, h3: 600, qw: 550, fw: 600, plw: 600, hst: 'normal' },
    ...{ h1: 'clamp(2.5rem,1.2rem + 3.9vw,4.25rem)', h1l: 1.04, h1t: '-.038em', h1m: '12em' },
    ...{
      h2: 'clamp(1.875rem,1.3rem + 1.7vw,2.75rem)',
      h2l: 1.1,
      h2t: '-.034em',
      gap: 'clamp(4.5rem,8vw,7.5rem)',
    },
  },
  bold: {
    ...{ hw: 800, h3: 700, qw: 700, fw: 800, plw: 800, hst: '112%' },
    ...{ h1: 'clamp(2.5rem,1rem + 4.6vw,4.75rem)', h1l: 1, h1t: '-.035em', h1m: '11em' },
    ...{ h2: 'clamp(2rem,1.1rem + 2.9vw,3.5rem)', h2l: 1.03, h2t: '-.035em', gap: 'clamp(5rem,9vw,8rem)' },
  },
}

/** Steps of 4 and 8 pixels; logical sides throughout, so that it turns with the script. */
export const baseCss = `*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;font:400 1.0625rem/1.55 var(--font);overflow-wrap:break-word;-webkit-font-smoothing:antialiased;overflow-x:clip}
h1,h2,h3,p,ul,ol,figure,blockquote,dl,dd{margin:0}ul,ol{padding:0;list-style:none}
h1,h2,h3{font-family:var(--font-head);font-stretch:var(--hst);font-weight:var(--hw);text-wrap:balance}
h1,h2{font-size:var(--h2);line-height:var(--h2l);letter-spacing:var(--h2t)}
h3,.h3{font-size:1.25rem;line-height:1.3;letter-spacing:-.012em;font-weight:var(--h3)}
p,dd{text-wrap:pretty}p,li,dd,h3,figcaption{hyphens:auto;hyphenate-limit-chars:12 5 4}@media(max-width:30rem){h1,h2{hyphens:auto;hyphenate-limit-chars:14 6 5}}strong{font-weight:650}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.18em}a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--signal);outline-offset:3px;border-radius:3px}
svg{direction:ltr}img,video,iframe{display:block;max-inline-size:100%;block-size:auto}.cut{inline-size:100%;aspect-ratio:16/10;object-fit:cover}
.i{inline-size:1.5rem;block-size:1.5rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.vh,.skip:not(:focus){position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;z-index:3;inset:.5rem auto auto .5rem;padding:.75rem 1rem;background:var(--bg)}
body,.b,.top,.foot{background:var(--bg);color:var(--fg)}
.b,.top,.foot{display:grid;grid-template-columns:[full-start] minmax(var(--g),1fr) [wide-start] minmax(0,77.5rem) [wide-end] minmax(var(--g),1fr) [full-end]}
.b>*,.top>*,.foot>*{grid-column:wide;min-inline-size:0}.b>.full{grid-column:full}
.b{padding-block:var(--gap)}.plain+.plain,.tint+.tint,.bold+.bold,.deep+.deep{padding-block-start:0}.hero+.plain.plain{padding-block-start:var(--gap)}
.o{max-inline-size:46rem;margin-block-end:clamp(2rem,4vw,3.5rem)}
.eye{font-size:.875rem;font-weight:600;color:var(--accent);margin-block-end:1rem}
.intro{font-size:1.125rem;line-height:1.5;color:var(--muted);margin-block-start:1.125rem;max-inline-size:44ch}
.note{font-size:.875rem;line-height:1.5;color:var(--muted)}.acts+.note{margin-block-start:1rem}
.src{font-size:.8125rem;line-height:1.4;color:var(--muted)}
.acts{display:flex;flex-wrap:wrap;gap:.875rem 1.75rem;align-items:center}
.btn{display:inline-flex;align-items:center;justify-content:center;gap:.75rem;min-block-size:3.25rem;padding:.7rem 1.6rem;border:1px solid var(--edge);border-radius:var(--rf);background:var(--solid);color:var(--on);font-weight:600;line-height:1.25;text-align:center;text-decoration:none;transition:background-color .15s ease-out}
.btn:hover{background:var(--hover)}.btn.line{background:0 0;border-color:var(--field);color:var(--fg)}.btn.line:hover{border-color:var(--fg)}
.quiet{display:inline-flex;gap:.375rem;align-items:center;min-block-size:2.75rem;color:var(--fg);font-weight:600;text-decoration:none}.quiet:hover{text-decoration:underline}
.quiet .i{inline-size:1.125rem;block-size:1.125rem;stroke-width:2;transition:translate .15s ease-out}.quiet:hover .i{translate:2px 0}[dir=rtl] .i-arrow{scale:-1 1}
.who{display:flex;gap:1rem;align-items:center;margin-block-start:2rem;line-height:1.4}.face{inline-size:3rem;block-size:3rem;border-radius:50%;object-fit:cover;overflow:clip;flex:none}
.top{padding-block:1.125rem;position:relative;z-index:2}.top.over{position:absolute;inset:0 0 auto;background:0 0}.top>div{display:flex;gap:1rem;align-items:center;justify-content:space-between;min-block-size:2.75rem}
.co{display:flex;align-items:center;gap:.75rem;min-inline-size:0;flex-wrap:wrap}.x{color:var(--muted);font-weight:300;font-size:1.25rem}
.brand{display:inline-flex;align-items:center;gap:.6rem;min-block-size:2.75rem;color:var(--fg);font-weight:650;font-size:1.125rem;letter-spacing:-.015em;text-decoration:none}.us{color:var(--accent)}
.brand img{block-size:1.75rem;inline-size:auto;max-inline-size:min(10.5rem,36vw);object-fit:contain;object-position:0}.mw{filter:brightness(0) invert(1)}.md{display:none}
.mono{inline-size:1.75rem;block-size:1.75rem;flex:none;fill:currentColor}.mono text{fill:var(--bg);font-family:var(--font-head);font-weight:700;letter-spacing:-.02em}
.act{font-weight:600;font-size:.9375rem;color:var(--fg);text-underline-offset:.35em;text-decoration-color:var(--accent);padding-block:.5rem}
.foot{padding-block:clamp(2.5rem,5vw,4rem);border-block-start:1px solid var(--line);font-size:.875rem}
.foot>div{display:flex;flex-wrap:wrap;gap:1.5rem clamp(2rem,6vw,5rem);align-items:flex-start}.foot .co{flex:1 0 100%}.foot .brand{font-size:1rem;min-block-size:0;line-height:1.5;color:var(--muted)}.foot .mono{inline-size:1.25rem;block-size:1.25rem}
.foot h2{font:600 .875rem/1.5 var(--font);letter-spacing:0}.foot li{margin-block-start:.25rem}
.foot li a{display:inline-block;padding-block:.25rem;color:var(--muted);text-decoration:none}.foot li a:hover{color:var(--fg);text-decoration:underline}
.cards{padding-block:clamp(2rem,4vw,3rem)}.cards>div+div{margin-block-start:2rem}
.cards h2{font:500 .875rem/1.5 var(--font);letter-spacing:0;color:var(--muted)}
.cards ul{display:flex;flex-wrap:wrap;gap:1.25rem clamp(1.75rem,4vw,3rem);align-items:center;margin-block-start:1rem}
.cards img{block-size:2rem;inline-size:auto;max-inline-size:10rem;object-fit:contain}
[dir=rtl] :is(h1,h2,h3,dd,blockquote,.brand){letter-spacing:0!important}
@media(min-width:40rem){.c2,.c4{grid-template-columns:repeat(2,minmax(0,1fr))}.foot .co{flex:1 0 auto}}
@media(min-width:46rem){.c3{grid-template-columns:repeat(3,minmax(0,1fr))}}
@media(min-width:60rem){.c4{grid-template-columns:repeat(4,minmax(0,1fr))}.split{display:grid;grid-template-columns:minmax(0,18rem) minmax(0,1fr);gap:3rem 6rem;align-items:start}.split .o{margin:0}}
@media(max-width:40rem){.act{display:none}.co{gap:.5rem}.co .brand{font-size:1rem;gap:.4rem}.mono{inline-size:1.5rem;block-size:1.5rem}.hero .acts .btn,.cta .acts .btn{inline-size:100%}}
@media(prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}`

/** What sets a look apart beyond its tokens. */
export const lookCss: Record<LookName, string> = {
  editorial: `h3,.h3{letter-spacing:-.01em}.act{font-size:1rem}`,
  product: `.act{border:1px solid var(--line);border-radius:var(--rs);background:var(--card);padding:.5rem .875rem;font-weight:500;text-decoration:none}.act:hover{border-color:var(--field)}
.btn{min-block-size:3rem;font-weight:550;box-shadow:inset 0 1px 0 rgb(255 255 255/.18),0 1px 2px rgb(0 0 0/.2)}
.o:has(.intro){max-inline-size:none}@media(min-width:60rem){:not(.split)>.o:has(.intro){display:grid;grid-template-columns:minmax(0,1.4fr) minmax(0,1fr);gap:0 4rem;align-items:end}:not(.split)>.o .eye{grid-column:1/-1}:not(.split)>.o .intro{margin:0}}`,
  bold: `.btn{min-block-size:3.75rem;padding:.75rem 2.25rem .75rem 1.75rem;font-weight:700;border-color:transparent;clip-path:polygon(0 0,100% 0,100% calc(100% - 1rem),calc(100% - 1rem) 100%,0 100%)}[dir=rtl] .btn{clip-path:polygon(0 0,100% 0,100% 100%,1rem 100%,0 calc(100% - 1rem))}.btn:focus-visible{outline-offset:-6px;outline-color:var(--on)}
.split{display:block}.split .o{margin-block-end:clamp(2rem,4vw,3.5rem)}.foot{border:0}.us{color:var(--fg)}`,
}

export const printCss = `@media print{@page{margin:16mm}html{font-size:80%}.top{position:static!important}.act,.skip,.form,.pt,.dust{display:none!important}
body,.b,.top,.foot{background:#fff!important;color:#000!important}.b *,.foot *{color:#000!important;animation:none!important;box-shadow:none!important}
.b{padding-block:8mm!important;min-block-size:0!important;clip-path:none!important}.btn{clip-path:none!important;background:0 0!important;border:1pt solid!important}h1,h2,h3,.o{break-after:avoid}.b :is(li,tr,figure,blockquote,details,svg,dl>div){break-inside:avoid}details>*{display:block!important}details::details-content{content-visibility:visible!important;block-size:auto!important}
a[href^="mailto"]::after{content:" (" attr(href) ")";font-size:.8em}}`

/** Texts that are still to be written, for those who work on a page. */
export const promptCss = `.prompt{padding:.05em .35em;border-radius:.25em;font-style:italic;color:inherit;opacity:.85;background:color-mix(in srgb,var(--signal) 14%,transparent);box-shadow:inset 0 -1px color-mix(in srgb,var(--signal) 60%,transparent);box-decoration-break:clone;-webkit-box-decoration-break:clone}:is(dd,.big,.kn b,.cost) .prompt{font-size:.32em;letter-spacing:0;font-family:var(--font);font-weight:400;white-space:normal;vertical-align:.3em}s .prompt{font-size:.7em}`

/** Placeholders as editors see them. Colours follow the text around them, so that they read on every ground. */
export const chipCss = `.chip{display:inline-block;max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:text-bottom;font-size:.84em;line-height:1.3;padding:0 .18em;margin-inline:.04em;border-radius:.22em;background:color-mix(in oklch,#e2562b 16%,transparent);box-shadow:inset 0 0 0 1px color-mix(in oklch,#e2562b 42%,transparent);font-style:normal}.chip::before{content:"{";opacity:.5}.chip::after{content:"}";opacity:.5}`
