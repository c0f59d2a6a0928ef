import { connect, type Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'

/** The input of the thread that simulates visitors. */
export type VisitorsInput = {
  port: number
  tokens: string[]
  /** How many of the tokens, from the start, are of public pages. */
  pages: number
  connections: number
  seconds: number
  /** Distinguishes the visitors of each run. */
  run: number
}
export type VisitorsOutput = { answered: number; refused: number; seconds: number }

// Each visitor has its own socket and sends the next request after each response. Raw sockets, because an HTTP client
// costs as much as the handler; one thread for all runs, because compiling its code again would disturb the measurement.

/** Like the visit script: after 1, 10 and 30 seconds, and when the page is left. */
const reportsEach = 4
/** Reports of this many other visitors come between two of one visitor. */
const between = 2_000
const agent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

/** The visitors of one run. */
class Crowd {
  readonly #input: VisitorsInput
  readonly #origin = Date.now() - 1_200_000
  #turn = 0

  constructor(input: VisitorsInput) {
    this.#input = input
  }

  async visit(): Promise<VisitorsOutput> {
    const { port, connections, seconds } = this.#input
    const output = { answered: 0, refused: 0, seconds: 0 }
    const began = performance.now()
    const until = began + seconds * 1000
    const come = () =>
      new Promise<void>((resolve, reject) => {
        const socket: Socket = connect(port, '127.0.0.1').setNoDelay()
        socket.on('connect', () => socket.write(this.#nextRequest()))
        socket.on('error', reject)
        socket.on('data', (data: Buffer) => {
          if (data.subarray(9, 12).toString() === '204') output.answered++
          else output.refused++
          if (performance.now() < until) socket.write(this.#nextRequest())
          else resolve(void socket.destroy())
        })
      })
    await Promise.all(Array.from({ length: connections }, come))
    output.seconds = (performance.now() - began) / 1000
    return output
  }

  #nextRequest(): string {
    const { run, tokens, pages } = this.#input
    const index = this.#turn++
    const round = Math.floor(index / (between * reportsEach))
    const report = Math.floor(index / between) % reportsEach
    const visitor = round * between + (index % between)
    const began = this.#origin + ((visitor * 7919) % 500_000)
    const age = Date.now() - began
    const visible = Math.min(age, [1_000, 10_000, 28_000, 43_000][report] as number)
    const scroll = [30, 60, 80, 90][report]
    const actions = visitor % 10 === 0 && report === 3 ? ['book'] : []
    const stay = `${run.toString(16).padStart(8, '0')}${visitor.toString(16).padStart(24, '0')}`
    const body = JSON.stringify({
      age,
      // Every other visitor visits a public page, the others a personal one.
      token: tokens[visitor % 2 === 0 ? (visitor / 2) % pages : visitor % tokens.length],
      stay,
      span: age,
      views: 1,
      visible,
      scroll,
      interactions: report,
      actions,
      submits: 0,
      automated: false,
    })
    // Few visitors per network, which may send 600 reports a minute.
    const address = `${11 + ((visitor >> 14) % 90)}.${run % 256}.${(visitor >> 6) % 256}.${visitor % 64}`
    return `POST /_t HTTP/1.1\r\nhost: bench.localhost\r\nuser-agent: ${agent} v${visitor >> 16}\r\nx-forwarded-for: ${address}\r\ncontent-type: text/plain;charset=UTF-8\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  }
}

parentPort?.on('message', async (input: VisitorsInput) => {
  parentPort?.postMessage(await new Crowd(input).visit())
})
