import { escapeHtml, type Html } from '../../shared/html.ts'

export type MailLayout = {
  title: string
  /** The preview text that mail clients show beside the subject. */
  preview: string
  body: Html
  button?: { label: string; url: string }
  footer: string
  footerLink?: { label: string; url: string }
  /** The brand at the top of the e-mail. */
  sender?: { name: string; color: string; ink: string }
}

const foyer = { name: 'Foyer', color: '#b4532c', ink: '#ffffff' }

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Colours for clients that support a dark scheme; all others show the inline ones. */
const darkStyle = `
  :root { color-scheme: light dark; supported-color-schemes: light dark }
  @media (prefers-color-scheme: dark) {
    .ground { background: #171412 !important }
    .card { background: #211d1b !important; border-color: #38322f !important }
    .ink, .ink a { color: #f4efec !important }
    .quiet, .quiet a { color: #b3aaa5 !important }
    .line { border-color: #38322f !important }
    .code { background: #171412 !important }
  }
  @media (max-width: 480px) { .card { padding: 24px 20px !important } }`

/** An e-mail in tables and inline styles, which all mail clients support. It loads no images. */
export function layOutMail({
  title,
  preview,
  body,
  button,
  footer,
  footerLink,
  sender = foyer,
}: MailLayout): string {
  const action = button
    ? `<tr><td style="padding-top:28px"><a href="${escapeHtml(button.url)}" style="display:inline-block;background:#b4532c;color:#ffffff;${font};font-size:15px;font-weight:600;line-height:20px;text-decoration:none;padding:12px 20px;border-radius:8px">${escapeHtml(button.label)}</a></td></tr>`
    : ''
  const link = footerLink
    ? ` <a href="${escapeHtml(footerLink.url)}" style="color:#756b66">${escapeHtml(footerLink.label)}</a>`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${darkStyle}</style></head>
<body class="ground" style="margin:0;padding:0;background:#f6f3f1">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:#f6f3f1"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 4px 16px;${font};font-size:15px;font-weight:700;color:#26201d"><span style="display:inline-block;width:22px;height:22px;line-height:22px;border-radius:6px;background:${sender.color};color:${sender.ink};text-align:center;font-size:13px">${escapeHtml([...sender.name][0]?.toUpperCase() ?? '')}</span>&nbsp; ${escapeHtml(sender.name)}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e8e2de;border-radius:12px;padding:32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
<tr><td class="ink" style="${font};font-size:22px;line-height:28px;font-weight:650;color:#26201d">${escapeHtml(title)}</td></tr>
<tr><td class="ink" style="padding-top:16px;${font};font-size:15px;line-height:23px;color:#26201d">${body}</td></tr>
${action}
</table></td></tr>
<tr><td class="quiet" style="padding:20px 4px 0;${font};font-size:12px;line-height:18px;color:#756b66">${escapeHtml(footer)}${link}</td></tr>
</table></td></tr></table></body></html>`
}
