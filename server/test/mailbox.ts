import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { to: string[]; headers: string; raw: string; text: string; html: string }

/** A mail server that stores received mails; `refuseWith` makes it reject them. */
export async function openMailbox() {
  const mails: ReceivedMail[] = []
  let refusal: number | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusal !== undefined)
          return done(Object.assign(new Error('not today'), { responseCode: refusal }))
        mails.push(
          readMail(
            session.envelope.rcptTo.map(({ address }) => address),
            Buffer.concat(chunks).toString(),
          ),
        )
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Foyer <notices@foyer.example>' },
    mails,
    refuseWith(status: number | undefined) {
      refusal = status
    },
    /** Waits until an address has received this many mails, and returns them. */
    async waitFor(count: number, address: string, withinMs = 15_000): Promise<ReceivedMail[]> {
      const deadline = Date.now() + withinMs
      for (;;) {
        const found = mails.filter(({ to }) => to.includes(address))
        if (found.length >= count) return found
        if (Date.now() > deadline) throw new Error(`${found.length} of ${count} mails arrived for ${address}`)
        await sleep(20)
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function readMail(to: string[], raw: string): ReceivedMail {
  const [headers = ''] = raw.split('\r\n\r\n', 1)
  const part = (type: string) => {
    const [, head = '', body = ''] =
      new RegExp(`Content-Type: ${type}([^]*?)\\r\\n\\r\\n([^]*?)\\r\\n--\\S`).exec(raw) ?? []
    return decode(head, body)
  }
  return {
    to,
    raw,
    headers: headers.replace(/\r\n\s+/g, ' '),
    text: part('text/plain'),
    html: part('text/html'),
  }
}

function decode(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
