import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import createPurify from 'dompurify'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import sharp from 'sharp'
import { times } from '../test/effort.ts'
import { isThorough } from '../test/environment.ts'
import { png, rawPng } from '../test/images.ts'
import { cleanSvg, deriveFromSvg } from './svg.ts'
import { attributes, elements, mostOf } from './svgNames.ts'

const window = new JSDOM('').window
const purify = createPurify(window as never)

const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"${more}>${inside}</svg>`

/** What another, independent sanitiser would still remove from our output. */
function leftovers(cleaned: string): string[] {
  const document = new window.DOMParser().parseFromString(cleaned, 'image/svg+xml')
  assert.equal(document.querySelector('parsererror'), null, cleaned)
  purify.sanitize(document.documentElement as never, {
    IN_PLACE: true,
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['use', 'animate', 'feImage'],
    ADD_ATTR: [...attributes, 'href'],
  })
  return purify.removed.map((entry) => JSON.stringify(Object.keys(entry)))
}

const forbidden =
  /<script|<foreignobject|<iframe|<set|<handler|\son\w+\s*=|javascript:|https?:\/\/(?!www\.w3\.org\/2000\/svg")|@import|@font-face|<!DOCTYPE|<!ENTITY|<\?/i

const hostile: Record<string, string> = {
  script: svg('<script>alert(1)</script><path d="M0 0"/>'),
  'a script by another prefix': svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'),
  'a script of HTML': svg('<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>'),
  handlers: svg('<rect onclick="a()" onmouseover="a()" OnLoad="a()"/>', ' onload="alert(1)"'),
  'foreign content': svg(
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="a()"/></body></foreignObject>',
  ),
  'a frame': svg('<iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/>'),
  'links that run': svg(
    '<a xlink:href="javascript:alert(1)"><text>x</text></a><a href=" java&#10;script:alert(1)"><text>y</text></a>',
  ),
  'a link elsewhere': svg('<a href="https://evil.example/"><text>x</text></a>'),
  'pictures from elsewhere': svg(
    '<image href="https://evil.example/a.png"/><image xlink:href="file:///etc/passwd"/><feImage href="//evil.example/x"/>',
  ),
  'a use of another document': svg(
    '<use href="https://evil.example/a.svg#x"/><use xlink:href="data:image/svg+xml;base64,PHN2Zy8+#x"/>',
  ),
  'an SVG within': svg('<image href="data:image/svg+xml;base64,PHN2Zz48c2NyaXB0PmE8L3NjcmlwdD48L3N2Zz4="/>'),
  'an animated link': svg(
    '<a><animate attributeName="href" values="javascript:alert(1)"/><animate attributeName="xlink:href" to="javascript:a"/><set attributeName="href" to="javascript:alert(1)"/></a>',
  ),
  'an animated handler': svg('<rect><animate attributeName="onclick" to="alert(1)"/></rect>'),
  'imported style': svg(
    '<style>@import url(https://evil.example/a.css);@import "https://evil.example/b.css";.a{fill:red}</style>',
  ),
  'escaped imports': svg(
    '<style>@\\69mport "https://evil.example/a.css";@im\\70ort url(https://evil.example/b.css);</style>',
  ),
  fonts: svg('<style>@font-face{font-family:x;src:url(https://evil.example/f.woff)}</style>'),
  'style that fetches': svg(
    '<style>.a{background:url(https://evil.example/1);fill:u\\72l(https://evil.example/2);cursor:image-set("https://evil.example/3" 1x);mask:src("https://evil.example/4")}</style><rect class="a" style="background:url(&quot;https://evil.example/5&quot;)"/>',
  ),
  'attributes that fetch': svg(
    '<rect fill="url(https://evil.example/#a)" filter="URL( https://evil.example/b )" mask="u\\72l(https://evil.example/c)" clip-path="url(#a) url(https://evil.example/d)"/>',
  ),
  'a style sheet by instruction': `<?xml-stylesheet href="https://evil.example/a.css"?>${svg('<?php evil() ?><path d="M0 0"/>')}`,
  'a style that ends early': svg('<style><![CDATA[</style><script>alert(1)</script>]]></style>'),
  'text that is markup': svg(
    '<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title><desc><![CDATA[<script>alert(1)</script>]]></desc>',
  ),
  'a comment that is not one': svg('<!--><script>alert(1)</script>--><path d="M0 0"/>'),
  'a base': svg('<g xml:base="https://evil.example/"><use href="#a"/></g>'),
  'events by another name': svg(
    '<listener xmlns="http://www.w3.org/2001/xml-events" event="load" handler="#h"/><handler id="h">alert(1)</handler>',
  ),
}

test('scripts, external requests and links out of the image are removed', async () => {
  assert.ok(
    leftovers(hostile.script as string).length > 0,
    'the other cleaner knows a script when it sees one',
  )
  for (const [name, text] of Object.entries(hostile)) {
    const cleaned = await cleanSvg(text)
    const markup = cleaned.replace(/&lt;[^<]*/g, '')
    assert.ok(!forbidden.test(markup), `${name}: ${cleaned}`)
    assert.deepEqual(leftovers(cleaned), [], `${name}: ${cleaned}`)
    assert.ok(!cleaned.includes('evil.example'), `${name}: ${cleaned}`)
  }
})

test('any combination of parts of attacks is sanitised, and sanitising again changes nothing', async () => {
  const name = fc.constantFrom(
    ...[...elements].slice(0, 30),
    'script',
    'foreignObject',
    'set',
    'animate',
    'x:g',
  )
  const attribute = fc.constantFrom(
    'href',
    'xlink:href',
    'onload',
    'style',
    'fill',
    'values',
    'attributeName',
    'id',
    'd',
    'xml:base',
  )
  const value = fc.constantFrom(
    'javascript:alert(1)',
    'https://evil.example/a',
    '#a',
    'url(#a)',
    'url(https://evil.example/b)',
    'u\\72l(x:y)',
    'fill:red;background:url(//evil.example)',
    'href',
    'data:text/html,<b>',
    '"><script>',
    '&amp;',
    '\u202e',
    'M0 0L9 9',
  )
  const quoted = (text: string) => text.replace(/[&<"]/g, (c) => `&#${c.charCodeAt(0)};`)
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      value.map(quoted),
      fc
        .tuple(
          name,
          fc.uniqueArray(fc.tuple(attribute, value), { maxLength: 4, selector: ([key]) => key }),
          fc.array(tie('tree'), { maxLength: 4 }),
        )
        .map(
          ([tag, given, inside]) =>
            `<${tag}${given.map(([key, text]) => ` ${key}="${quoted(text)}"`).join('')}>${inside.join('')}</${tag}>`,
        ),
    ),
  }))
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { maxLength: 6 }), async (parts) => {
      const cleaned = await cleanSvg(svg(parts.join(''), ' xmlns:x="urn:other"'))
      assert.deepEqual(leftovers(cleaned), [], cleaned)
      assert.ok(!/(href|url\(|style)="?[^"#]*(evil|javascript)/i.test(cleaned), cleaned)
      assert.equal(await cleanSvg(cleaned), cleaned)
    }),
    { numRuns: times(150, 40) },
  )
})

test('a harmless drawing looks the same after sanitising', async () => {
  const picture = `data:image/png;base64,${(await png(8, 8)).toString('base64')}`
  const drawing = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <!-- Generator: something --><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="urn:i" width="120" height="80" viewBox="0 0 120 80">
    <metadata><x/></metadata>
    <defs><style><![CDATA[ .st0 { fill: url(#shade); } @media (min-width: 1px) { .st1 > circle { fill: rgb(200 0 0 / 50%) } } ]]></style>
    <linearGradient id="shade"><stop offset="0" stop-color="#f80"/><stop offset="1" style="stop-color:#08f;stop-opacity:.5"/></linearGradient>
    <g id="dot"><circle r="6"/></g><filter id="soft"><feGaussianBlur stdDeviation="2"/></filter></defs>
    <rect class="st0" width="120" height="80" inkscape:label="x" data-name="y"/>
    <g class="st1" transform="translate(20 20)" filter="url(#soft)"><circle r="9"/></g>
    <use xlink:href="#dot" x="60" y="40"/><image xlink:href="${picture}" x="90" y="50" width="16" height="16"/>
    <path d="M10 70L50 60" stroke="black" stroke-width="3"/></svg>`
  const cleaned = await cleanSvg(drawing)
  const pixels = (text: string) => sharp(Buffer.from(text)).ensureAlpha().raw().toBuffer()
  assert.deepEqual(await pixels(cleaned), await pixels(drawing))
  for (const kept of [
    'url(#shade)',
    'href="#dot"',
    'data:image/png;base64,',
    'filter="url(#soft)"',
    '@media',
  ])
    assert.ok(cleaned.includes(kept), `${kept} in ${cleaned}`)
  for (const gone of ['inkscape', 'metadata', 'Generator', 'DOCTYPE', 'data-name', 'xlink'])
    assert.ok(!cleaned.includes(gone), `${gone} in ${cleaned}`)
})

test('an image that would exhaust its readers is refused before it is decoded', async () => {
  const laughs = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    '',
  )
  const uses = Array.from(
    { length: 10 },
    (_, i) => `<g id="l${i + 1}">${`<use href="#l${i}"/>`.repeat(10)}</g>`,
  ).join('')
  const bomb = rawPng({ width: 20_000, height: 20_000, depth: 1, colour: 0 }, Buffer.alloc(2501 * 20_000))
  const cases: Record<string, [string, string]> = {
    entities: [`<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]>${svg('<text>&l10;</text>')}`, 'invalid_file'],
    'an outside entity': [
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
      'invalid_file',
    ],
    'an unknown entity': [svg('<text>&nbsp;</text>'), 'invalid_file'],
    depth: [svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000)), 'invalid_file'],
    'depth of what is left out': [
      svg(`<x>${'<g>'.repeat(5_000)}${'</g>'.repeat(5_000)}</x>`),
      'invalid_file',
    ],
    number: [svg('<g/>'.repeat(100_000)), 'body_too_large'],
    repetition: [svg(`<g id="l0"><path d="M0 0"/></g>${uses}<use href="#l10"/>`), 'body_too_large'],
    'repetition of itself': [svg('<g id="a"><use href="#a"/></g>'), 'body_too_large'],
    'style without end': [svg(`<style>${'.a{fill:red}'.repeat(30_000)}</style>`), 'body_too_large'],
    'a picture within': [
      svg(`<image href="data:image/png;base64,${bomb.toString('base64')}"/>`),
      'body_too_large',
    ],
    'filtered elements': [
      svg(`<filter id="f">${'<feFlood/>'.repeat(10)}</filter>${'<rect filter="url(#f)"/>'.repeat(60)}`),
      'body_too_large',
    ],
    'filters by style': [
      svg(`<filter id="f">${'<feFlood/>'.repeat(10)}</filter>${'<rect style="filter:url(#f)"/>'.repeat(60)}`),
      'body_too_large',
    ],
    'broken markup': ['<svg><g></svg>', 'invalid_file'],
    'another document': ['<html><svg/></html>', 'invalid_file'],
  }
  for (const [name, [text, code]] of Object.entries(cases))
    await assert.rejects(
      cleanSvg(text),
      (error: { refusal?: { code: string } }) => {
        assert.equal(error.refusal?.code, code, `${name}: ${error}`)
        return true
      },
      name,
    )
})

/** Images with attributes wherever they could be expensive. */
function drawingsWith(expensive: Record<string, string>): string[] {
  const given = (others: Record<string, string>) =>
    Object.entries({ ...others, ...expensive })
      .map(([key, text]) => ` ${key}="${text}"`)
      .join('')
  const light = '<fePointLight x="1" y="1" z="1"/>'
  const steps = [
    `<feTurbulence${given({ baseFrequency: '0.5' })}/>`,
    `<feMorphology${given({ operator: 'dilate', radius: '0.1' })}/>`,
    `<feConvolveMatrix${given({ order: '3', kernelMatrix: '1 1 1 1 1 1 1 1 1' })}/>`,
    `<feGaussianBlur${given({ stdDeviation: '1' })}/>`,
    `<feDisplacementMap${given({ in2: 'SourceGraphic', scale: '1' })}/>`,
    `<feSpecularLighting${given({ specularExponent: '2' })}>${light}</feSpecularLighting>`,
    `<feComponentTransfer><feFuncR${given({ type: 'table', tableValues: '0 1' })}/></feComponentTransfer>`,
  ]
  const filtered = steps.map(
    (step) => `<filter id="f"${given({})}>${step}</filter><rect width="9" height="9" filter="url(#f)"/>`,
  )
  const pattern = `<pattern id="p"${given({ width: '1', height: '1', patternUnits: 'userSpaceOnUse' })}><rect width="1" height="1"/></pattern>`
  const line = `<path${given({ d: 'M0 0L9 9L0 9', stroke: 'red' })}/><text${given({ y: '5' })}>Some text</text>`
  return [...filtered, `${pattern}<rect width="9" height="9" fill="url(#p)"/>${line}`]
}

test('no attribute value makes a drawing expensive', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-svg-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const each = [...attributes].flatMap((name) =>
    ['1000000000', '200', '0.000001'].map((value) => ({ [name]: value })),
  )
  // In usual runs, those whose value is limited, all at once.
  const limited = Object.fromEntries(Object.keys(mostOf).map((name) => [name, '1000000000']))
  const paths = { output: join(folder, 'output'), preview: join(folder, 'preview') }
  const drawMs = async (inside: string) => {
    const began = process.cpuUsage()
    const cleaned = Buffer.from(await cleanSvg(svg(inside)))
    // Images that can't be rendered are refused cheaply.
    await deriveFromSvg(cleaned, paths).catch(() => {})
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1_000
  }
  for (const inside of (isThorough ? each : [limited]).flatMap(drawingsWith)) {
    // Minutes where a value is not limited; the costliest takes 2.5 s alone, and twice that on a busy machine.
    const ms = await drawMs(inside)
    assert.ok(ms <= 8_000, `${ms} ms: ${inside}`)
  }
})

test('expensive values are lowered, other values stay unchanged, and lowered attributes are not animated', async () => {
  const step = (value: string) => svg(`<filter id="f"><feTurbulence numOctaves="${value}"/></filter>`)
  assert.equal(await cleanSvg(step('3')), await cleanSvg(await cleanSvg(step('3'))))
  assert.match(await cleanSvg(step('3')), /numOctaves="3"/)
  for (const value of ['200', '1e9', '8 200', '9999999999999999999']) {
    const [, kept = ''] = /numOctaves="([^"]*)"/.exec(await cleanSvg(step(value))) ?? []
    assert.ok(
      kept.split(' ').every((number) => Number(number) <= 8),
      `${value} became ${kept}`,
    )
  }
  for (const name of Object.keys(mostOf))
    assert.doesNotMatch(await cleanSvg(svg(`<animate attributeName="${name}" to="9999"/>`)), /animate/)
})
