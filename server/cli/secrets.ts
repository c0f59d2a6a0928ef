import type { Command } from 'commander'
import { rotateSigningSecret } from '../secrets/secrets.ts'
import { withDatabase } from './database.ts'
import { print } from './output.ts'

export function secretCommands(program: Command) {
  program
    .command('secrets')
    .description('manage the secrets of the service')
    .command('rotate')
    .description('replace the secret that signs cursors, URLs and visits; the old one stays valid for a day')
    .action(async () => {
      await withDatabase((db) => db.inTransaction(rotateSigningSecret))
      print(
        { rotated: true },
        'The signing secret was replaced. Signatures by the old one stay valid for a day.',
      )
    })
}
