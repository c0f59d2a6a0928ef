import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorsOf, pathsOf, withHero } from '../server/test/refusals.ts'

test('HTML is refused in every text, while special characters that are text are accepted', () => {
  for (const html of [
    '<b>Hi</b>',
    '</p>',
    '<img src=x onerror=alert(1)>',
    '<!-- -->',
    '<?xml',
    '<SCRIPT>',
    '<{{person.name}}>',
  ])
    assert.deepEqual(pathsOf(withHero({ headline: html })), ['/blocks/0/props/headline'], html)
  for (const text of ['1 < 2', 'I <3 you', 'a > b', 'R&D', '&lt;b&gt;', '\\<b> is a tag', 'C:\\Users'])
    assert.deepEqual(errorsOf(withHero({ headline: text })), [], text)
})

const scripts = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\u200bscript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3A;alert(1)',
  '&#106;avascript:alert(1)',
  'jav&Tab;ascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,hello',
  'data:text/html;base64,PHNjcmlwdD4=',
]

test('a script URL is refused in every spelling, as a link, in a link and as text', () => {
  for (const script of scripts) {
    const button = { label: 'Go', link: script }
    assert.deepEqual(
      pathsOf(withHero({ headline: 'Hi', primaryAction: button })),
      ['/blocks/0/props/primaryAction/link'],
      script,
    )
    for (const headline of [`[x](${script})`, script])
      assert.deepEqual(pathsOf(withHero({ headline })), ['/blocks/0/props/headline'], headline)
  }
  assert.deepEqual(errorsOf(withHero({ headline: 'JavaScript: the good parts; data: the bad ones' })), [])
})

test('links may lead only to allowed kinds of targets', () => {
  const good = [
    'https://example.com',
    'https://example.com/a(b)?c=d&e={{person.email}}#f',
    'https://xn--bcher-kva.example/',
    'mailto:a@example.com?subject=Hi%20there',
    'mailto:a@example.com?subject={{account.name}}',
    'tel:+1-555-0100',
    '/',
    '/pricing?for={{account.domain}}',
    '/for/{{account.domain}}',
    'action:primary',
    'action:act_1-B',
    '#pricing-2',
  ]
  for (const link of good)
    assert.deepEqual(errorsOf(withHero({ headline: 'Hi', primaryAction: { label: 'Go', link } })), [], link)
  const bad = [
    'http://example.com',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/{{account.name}}/evil.example',
    'https://{{account.domain}}/',
    'https://a.{{account.domain}}',
    'https://user:pass@example.com',
    'https://good.example@evil.example',
    'https:evil.example',
    'https://',
    'https://exa mple.com',
    'https://example.com/"onclick=x',
    'mailto:',
    'tel:abc',
    'ftp://example.com',
    'blob:https://example.com/x',
    'file:///etc/passwd',
    'action:',
    'action:a b',
    'action:{{person.name}}',
    'ACTION:x',
    'example.com',
    '#',
    '#Top',
    '#a/b',
    '#{{account.name}}',
    `https://example.com/${'a'.repeat(2000)}`,
  ]
  for (const link of bad)
    assert.deepEqual(
      pathsOf(withHero({ headline: 'Hi', primaryAction: { label: 'Go', link } })),
      ['/blocks/0/props/primaryAction/link'],
      link,
    )
})
