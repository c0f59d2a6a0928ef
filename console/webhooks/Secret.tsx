import { CodeSample } from '../ui/CodeSample.tsx'
import { ShownOnce } from '../ui/ShownOnce.tsx'

const sample = `import { Webhook } from 'standardwebhooks'

// The body as it came, before it is parsed.
const event = new Webhook(process.env.FOYER_SECRET)
  .verify(body, request.headers)`

/** The secret of a webhook, and how a receiver verifies deliveries with it. */
export function Secret({ secret }: { secret: string }) {
  return (
    <div className="p-5">
      <ShownOnce label="Secret" secret={secret}>
        <p className="mb-2">
          Use it to verify the signature of each delivery (Standard Webhooks), and reject deliveries that
          fail:
        </p>
        <CodeSample label="Example" code={sample} />
      </ShownOnce>
    </div>
  )
}
