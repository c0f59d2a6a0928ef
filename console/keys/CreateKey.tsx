import { CodeSample } from '../ui/CodeSample.tsx'
import { KeyPanel } from './KeyPanel.tsx'
import { useCreateKey } from './queries.ts'

export function CreateKey({ onClose }: { onClose: () => void }) {
  return (
    <KeyPanel
      title="Create a key"
      placeholder="CRM sync"
      hint="Who or what uses this key."
      widest="admin"
      first={{ scope: 'write', end: 'never' }}
      create={useCreateKey()}
      usage={(secret) => (
        <>
          <p className="mb-2">
            Applications send it in the header <code>x-api-key</code>. To try it:
          </p>
          <CodeSample
            label="Command"
            code={`curl -H 'x-api-key: ${secret}' \\\n  ${location.origin}/v0/me`}
          />
        </>
      )}
      onClose={onClose}
    />
  )
}
