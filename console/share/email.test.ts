import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailHtml, emailText } from './email.ts'

const picture = { url: 'https://a.example/_s/og/1.png', alt: 'A "quote" & more', width: 1200, height: 630 }

test('an e-mail shows the picture and the title, both linked to the page, with the title escaped', () => {
  const html = emailHtml({ title: 'Cold <b>chain</b>', picture }, 'https://a.example/p?k=1&x="')
  assert.equal(html.match(/href="https:\/\/a\.example\/p\?k=1&amp;x=&quot;"/g)?.length, 2)
  assert.match(html, /alt="A &quot;quote&quot; &amp; more" width="480" height="252"/)
  assert.match(html, />Cold &lt;b&gt;chain&lt;\/b&gt;<\/a>/)
  assert.equal(emailText({ title: 'Cold chain' }, 'https://a.example/'), 'Cold chain\nhttps://a.example/')
  assert.ok(!emailHtml({ title: '', picture: null }, 'https://a.example/').includes('<img'))
})
