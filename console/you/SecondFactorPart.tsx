import { Lock, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { callConsole } from '../api/own.ts'
import type { Profile } from '../api/profile.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { SettingsPart } from '../ui/SettingsPart.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { Line, Lines } from './Line.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { useAccountAction } from './queries.ts'
import { RecoveryCodes, TotpPanel } from './TotpPanel.tsx'

export function SecondFactorPart({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState<'totp' | 'password' | string[]>()
  const run = useAccountAction()
  const close = () => setOpen(undefined)
  const turnOff = async () => {
    const body = 'A password or an e-mailed link then suffices. Recovery codes stop working.'
    if (await confirm({ title: 'Turn off the second factor?', body, action: 'Turn off', danger: true }))
      await run(() => callConsole('DELETE', '/user/totp'), 'The second factor is off')
  }
  const renewCodes = () =>
    run(async () => {
      const made = await callConsole<{ recoveryCodes: string[] }>('POST', '/user/recovery_codes')
      setOpen(made.recoveryCodes)
    })
  return (
    <SettingsPart
      title="Password and second factor"
      about="A code is asked for wherever you use a password or a link."
    >
      <Lines>
        <Line
          icon={Smartphone}
          title={<>Authenticator app {profile.hasTotp && <Badge tone="good">On</Badge>}</>}
          detail={profile.hasTotp ? `${profile.recoveryCodesLeft} of 10 recovery codes left` : 'Off'}
        >
          {profile.hasTotp ? (
            <>
              <Button onClick={() => void renewCodes()}>New codes</Button>
              <Button look="quiet" className="text-danger!" onClick={() => void turnOff()}>
                Turn off
              </Button>
            </>
          ) : (
            <Button onClick={() => setOpen('totp')}>Set up</Button>
          )}
        </Line>
        <Line
          icon={Lock}
          title="Password"
          detail={
            profile.hasPassword
              ? 'Changing it ends your other sessions'
              : 'None. You don’t need one with a passkey.'
          }
        >
          <Button onClick={() => setOpen('password')}>{profile.hasPassword ? 'Change' : 'Set'}</Button>
        </Line>
      </Lines>
      {open === 'totp' && <TotpPanel onClose={close} />}
      {open === 'password' && <PasswordPanel onClose={close} />}
      {Array.isArray(open) && (
        <SidePanel
          open
          title="New recovery codes"
          onClose={close}
          footer={
            <Button look="primary" onClick={close}>
              I saved them
            </Button>
          }
        >
          <RecoveryCodes codes={open} />
        </SidePanel>
      )}
    </SettingsPart>
  )
}
