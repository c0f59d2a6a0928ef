import type { Command } from 'commander'
import { Encryption } from '../secrets/encryption.ts'
import { reencryptSecrets } from '../secrets/reencrypt.ts'
import { rotateSigningSecret } from '../secrets/secrets.ts'
import { withDatabase } from './database.ts'
import { print } from './output.ts'

export function secretCommands(program: Command) {
  const secrets = program.command('secrets').description('manage the secrets of the service')
  secrets
    .command('rotate')
    .description('replace the secret that signs cursors, URLs and visits; the old one stays valid for a day')
    .action(async () => {
      await withDatabase((db) => db.inTransaction(rotateSigningSecret))
      print(
        { rotated: true },
        'The signing secret was replaced. Signatures by the old one stay valid for a day.',
      )
    })
  secrets
    .command('reencrypt')
    .description('encrypt stored secrets with ENCRYPTION_KEY that ENCRYPTION_KEY_PREVIOUS encrypted')
    .action(async () => {
      const report = await withDatabase((db, config) => reencryptSecrets(db, new Encryption(config)))
      const { rewritten, unreadable } = report
      print(
        report,
        unreadable === 0
          ? `${rewritten} secrets were encrypted again. Previous keys are no longer needed.`
          : `${rewritten} secrets were encrypted again. None of the keys fits ${unreadable} others.`,
      )
      if (unreadable > 0) process.exitCode = 1
    })
}
