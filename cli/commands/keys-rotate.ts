import type { Command } from 'commander'
import { rotateKey, type KeyPurpose } from '../../domain/identity/signing-keys.ts'
import { answering } from '../answer.ts'
import { PLATFORM_TENANT, recorded, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

/** What each kind of key does, and what becomes of what the key before it signed. */
const KEYS: Record<KeyPurpose, { command: string; signs: string; before: string }> = {
  access_token: {
    command: 'token',
    signs: 'access tokens',
    before: 'Tokens of the key before it stay valid until they expire.',
  },
  webhook: {
    command: 'webhook',
    signs: 'webhook deliveries (v2)',
    before: 'The key before it stays published for seven days.',
  },
  audit_seal: {
    command: 'audit',
    signs: 'audit seals',
    before: 'Seals of the key before it stay valid.',
  },
}

export const keysRotate = (parent: Command, purpose: KeyPurpose): Command => {
  const { command, signs, before } = KEYS[purpose]
  return parent
    .command('keys')
    .description(`The key that signs ${signs}.`)
    .command('rotate')
    .description(`Makes a new key to sign ${signs}. ${before}`)
    .addHelpText('after', example(`${command} keys rotate`))
    .action(
      answering(() =>
        withPlatform(async (platform) => {
          const act = { tenantId: PLATFORM_TENANT, action: `therapy ${command} keys rotate` }
          const { kid } = await recorded(
            platform,
            act,
            () => rotateKey(platform, purpose),
            (key) => ({ subject: { type: 'signingKey', id: key.kid } }),
          )
          return {
            data: { keyId: kid, purpose },
            text: `${kid} now signs ${signs}. ${before}`,
          }
        }),
      ),
    )
}
