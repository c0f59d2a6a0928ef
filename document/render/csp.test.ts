import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { somePage } from '../../server/test/pages.ts'
import { validateDocument } from '../validate.ts'
import { renderPage } from './page.ts'

const hero = (headline: string) =>
  validateDocument({ theme: {}, blocks: [{ id: 'hero', type: 'hero', props: { headline }, sources: [] }] })
const draw = (headline: string, more: Parameters<typeof somePage>[1] = {}) =>
  renderPage(somePage(hero(headline), more))

test('the policy allows the style sheet and every enabled script by hash, and nothing else', () => {
  const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`
  const plain = draw('Hi')
  const style = /<style>([\s\S]*?)<\/style>/.exec(plain.html)?.[1] ?? ''
  assert.match(plain.csp, /^default-src 'none'; /)
  assert.ok(plain.csp.includes(`style-src ${source(style)};`))
  assert.match(plain.csp, /script-src 'none';/)
  assert.match(plain.csp, /form-action 'self'; base-uri 'none'; frame-ancestors 'self'/)
  assert.doesNotMatch(plain.html, / style="| on[a-z]+="/)

  const scripts = [
    { name: 'on', enabled: true, content: 'window.a = "</script><b>" + (1 < 2)' },
    { name: 'off', enabled: false, content: 'window.off = 1' },
    {
      name: 'tags',
      enabled: true,
      content:
        '<script async src="https://cdn.example/x.js?a=1&amp;b=2"></script>\n<script>window.b = 2</script><b onclick="x">',
    },
    { name: 'bad', enabled: true, content: '<script src="data:text/javascript,alert(1)"></script>' },
  ]
  const visitScript = { url: '/_s/visit.js', data: { audience: 'x' } }
  const scripted = draw('Hi', { page: { scripts }, visitScript })
  const codes = [...scripted.html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code ?? '')
  assert.equal(codes.length, 4)
  assert.equal(codes[1], 'window.a = "\\x3C/script><b>" + (1 < 2)')
  assert.match(codes[2] ?? '', /"src":"https:\/\/cdn.example\/x.js\?a=1&b=2"/)
  assert.match(codes[0] ?? '', /"src":"\/_s\/visit.js","data-audience":"x"/)
  assert.ok(scripted.csp.includes(`script-src ${codes.map(source).join(' ')} 'strict-dynamic';`))
  assert.doesNotMatch(scripted.html, /window.off|onclick|alert/)

  const visited = draw('Hi', { visitScript })
  assert.match(visited.html, /<script defer src="\/_s\/visit.js" data-audience="x"><\/script>/)
  assert.match(visited.csp, /script-src 'self';/)
})
