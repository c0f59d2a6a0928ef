/** The rules of the hero, which has more layouts than any other block. */
export const heroCss = {
  base: `.hero{position:relative;padding-block:clamp(2.5rem,6vw,5.5rem) var(--gap)}.over+main>.hero:first-of-type{padding-block-start:clamp(7rem,12vw,10rem)}
.hero h1,.hero h2{font-size:var(--h1);line-height:var(--h1l);letter-spacing:var(--h1t);max-inline-size:var(--h1m)}
.hero :is(h1,h2) em{color:var(--accent)}
.hero .eye{display:flex;align-items:center;gap:.6rem;margin-block-end:1.75rem}
.sub{font-size:clamp(1.125rem,1.05rem + .3vw,1.25rem);line-height:1.5;color:var(--muted);max-inline-size:33rem;margin-block-start:1.75rem}
.hero .acts{margin-block-start:2.25rem}.hero .say,.hero .mid,.hero .more{position:relative;z-index:1}
.hero .art img{inline-size:100%;border-radius:var(--rl);margin-block-start:clamp(2.5rem,6vw,4.5rem)}
.mid{text-align:center}.mid :is(h1,h2,.sub){margin-inline:auto}.mid .acts,.mid .eye{justify-content:center}
.cap{font-size:.8125rem;line-height:1.45;color:var(--muted)}.art .cap{margin-block-start:1rem}.cap strong{color:var(--fg)}`,
  beside: `.hero .art{margin-block-start:3rem}.hero:is(.l-split) .art img{margin:0;max-block-size:40rem;object-fit:cover}
@media(min-width:66rem){.hero:is(.l-split,.l-chart,.l-timeline,.l-figures){grid-template-columns:minmax(var(--g),1fr) minmax(0,40rem) minmax(0,37.5rem) minmax(var(--g),1fr);align-items:center}.hero:is(.l-split,.l-chart,.l-timeline,.l-figures)>.say{grid-column:2;padding-inline-end:3rem}.hero:is(.l-split,.l-chart,.l-timeline,.l-figures)>.art{grid-column:3;margin:0;padding-inline-start:2rem}}`,
  bleed: `.hero .map,.hero .pat{aspect-ratio:1;max-block-size:34rem;inline-size:100%}.hero:is(.l-map,.l-route,.l-pattern) .art{grid-column:full;margin-block-start:2.5rem}.hero .art .cap{padding-inline:var(--g)}
.hero.l-pattern .pat{aspect-ratio:5/3}.hero:is(.l-map,.l-route){padding-block-end:0}
@media(min-width:66rem){.hero:is(.l-map,.l-route,.l-pattern){min-block-size:min(52rem,100svh);align-content:center;padding-block-end:5rem}
.hero:is(.l-map,.l-route,.l-pattern) .say{max-inline-size:38rem}.hero:is(.l-map,.l-route,.l-pattern) .art{position:absolute;margin:0;inset-block:0;inset-inline-end:0;inset-inline-start:calc(max(var(--g),50% - 38.75rem) + 33rem)}
.hero:is(.l-map,.l-route,.l-pattern) :is(.map,.pat){block-size:100%;max-block-size:none;aspect-ratio:auto}.hero .map{mask-image:linear-gradient(90deg,transparent,#000 22%)}[dir=rtl] .hero .map{mask-image:linear-gradient(-90deg,transparent,#000 22%)}
.hero:is(.l-map,.l-route) .cap{position:absolute;inset-inline-end:max(var(--g),50vw - 38.75rem);inset-block-end:2rem;max-inline-size:19rem;margin:0;background:var(--bg);padding:.625rem .875rem;border-inline-start:3px solid var(--signal)}}`,
  ridge: `.hero.l-ridge{overflow:clip;padding-block-end:0}.hero.l-ridge .art{grid-column:full;position:relative;z-index:0;margin-block-start:-2rem}.hero>.dust{grid-column:full;position:absolute;inset:0 0 auto auto;inline-size:min(60rem,70%);pointer-events:none;z-index:0}.l-ridge .say{max-inline-size:42rem}
.ridge{overflow:clip}.ridge svg{inline-size:100%;min-inline-size:56rem;margin-inline-start:min(0px,100% - 56rem);margin-block-end:-1px}.l-ridge .cap{position:absolute;inset-block-end:.25rem;inset-inline-start:max(var(--g),50% - 38.75rem);color:var(--nexton)}
@media(min-width:66rem){.hero.l-ridge .art{margin-block-start:-7rem;pointer-events:none}}@media(max-width:66rem){.l-ridge .cap{position:static;padding:.75rem var(--g);background:var(--next)}}`,
  figures: `.nums{margin:0;display:grid}.nums div{display:flex;flex-direction:column-reverse;gap:.5rem;padding-block:1.75rem;border-block-start:1px solid var(--line)}.nums div:first-child{border-block-start:2px solid var(--fg)}
.nums dd{margin:0;font:var(--fw) clamp(3.5rem,2.2rem + 4.4vw,6.5rem)/.95 var(--font-head);letter-spacing:-.045em;font-feature-settings:"lnum"}.nums dt{color:var(--muted);max-inline-size:26rem}.nums div:first-child dd{color:var(--accent)}`,
  device: `.hero.l-device .art{grid-column:wide;margin-block-start:3.5rem;position:relative;z-index:1}.hero.l-device .more .acts{margin-block-start:1.5rem}
@media(min-width:60rem){.hero.l-device{grid-template-columns:[full-start] minmax(var(--g),1fr) [wide-start] minmax(0,47rem) [mid] minmax(0,30.5rem) [wide-end] minmax(var(--g),1fr) [full-end]}.hero.l-device>.say{grid-column:wide-start/mid}.hero.l-device>.more{grid-column:mid/wide-end;align-self:end;padding-inline-start:3rem}.hero.l-device .more .sub{margin:0}}
@media(prefers-reduced-motion:no-preference){.hero .win{animation:rise .5s ease-out both}@keyframes rise{from{translate:0 1rem}}}`,
} as const

export const heroLookCss = {
  editorial: `.hero .eye{font:italic 400 1.25rem/1.3 var(--font-head);color:var(--muted)}.hero :is(h1,h2) em{font-weight:360}`,
  product: `.hero .eye{inline-size:fit-content;font-size:.875rem;font-weight:500;color:var(--fg);padding:.3rem .875rem .3rem .3rem;border:1px solid var(--line);border-radius:99px;background:var(--card);margin-block-end:1.5rem}.mid .eye{margin-inline:auto}.hero .eye i{inline-size:1.625rem;block-size:1.625rem;border-radius:50%;background:var(--solid);color:var(--on);font:650 .6875rem/1.625rem var(--font);text-align:center}
.hero :is(h1,h2) em{font-style:normal}.hero.plain{background:linear-gradient(0deg,var(--bg),transparent 14rem),radial-gradient(60rem 34rem at 82% 46%,color-mix(in srgb,var(--t2) 75%,transparent),transparent 70%),radial-gradient(44rem 26rem at 12% 88%,color-mix(in srgb,var(--signal) 16%,transparent),transparent 70%),var(--bg)}`,
  bold: `.hero .eye{font-size:1rem;font-weight:500;color:var(--fg)}.hero .eye::before{content:"";inline-size:.875rem;block-size:.875rem;background:var(--signal);clip-path:polygon(0 0,100% 100%,0 100%)}.hero :is(h1,h2) em{font-style:normal;color:var(--accent2)}`,
} as const
