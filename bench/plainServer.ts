import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { request } from 'undici'

// Plain handlers in a child process, which do the least that the operations of the service must do: send bytes, read a row,
// insert a row, and post to a receiver.

process.once(
  'message',
  async ({ databaseUrl, bytes, sink }: { databaseUrl: string; bytes: number; sink: string }) => {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
    await pool.query(
      'create table if not exists plain_rows (id bigint generated always as identity primary key, row jsonb)',
    )
    const { rows } = await pool.query("insert into plain_rows (row) values ('{}') returning id")
    const page = Buffer.alloc(bytes, 'a')
    const server = createServer(async (asked, response) => {
      const answer = (status: number, body: string | Buffer = '') =>
        response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body)
      if (asked.url === '/bytes') return answer(200, page)
      if (asked.url === '/row')
        return answer(
          200,
          JSON.stringify((await pool.query('select * from plain_rows where id = $1', [rows[0].id])).rows[0]),
        )
      if (asked.url?.startsWith('/deliver/')) {
        await deliver(Number(asked.url.slice('/deliver/'.length)))
        return answer(204)
      }
      await pool.query('insert into plain_rows (row) values ($1)', [await json(asked)])
      answer(204)
    })
    const deliver = async (count: number) => {
      let left = count
      const send = async () => {
        while (left-- > 0) await (await request(sink, { method: 'POST', body: '{"id":"x"}' })).body.dump()
      }
      await Promise.all(Array.from({ length: 64 }, send))
    }
    server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  },
)
process.once('disconnect', () => process.exit())
