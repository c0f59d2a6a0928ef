import { best } from '../../document/index.ts'
import { escapeHtml, Html } from '../../shared/html.ts'
import { layOutMail } from '../mail/layout.ts'
import type { Mail } from '../mail/mailer.ts'
import { plainName } from '../mail/plainName.ts'
import { codeMinutes } from './gateCodes.ts'

/** The e-mail with a visitor's code for a link. */
export function toCodeEmail(
  code: string,
  brand: { name: string; primaryColor: string },
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const name = plainName(brand.name, 'a private page')
  const title = `Your code for ${name}`
  const advice = `Enter it on the page you opened. It can be used once, within ${codeMinutes} minutes.`
  const footer = `Someone entered this address to open a private page by ${name}. If it wasn’t you, ignore this e-mail: without the code, the page stays closed.`
  const digits = `<div class="code" style="margin:0 0 16px;padding:20px;border-radius:10px;background:#f6f3f1;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:34px;line-height:40px;font-weight:600;letter-spacing:8px;text-align:center">${code}</div>`
  return {
    subject: `${code} is your code for ${name}`,
    text: `${title}\n\n${code}\n\n${advice}\n\n--\n${footer}\n`,
    html: layOutMail({
      title,
      preview: advice,
      body: new Html(`${digits}${escapeHtml(advice)}`),
      footer,
      sender: {
        name,
        color: brand.primaryColor,
        ink: best(['#ffffff', '#171412'], [brand.primaryColor]),
      },
    }),
  }
}
