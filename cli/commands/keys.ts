import type { Command } from 'commander'
import { listKeys, type KeyInfo } from '#platform/identity/list-keys.ts'
import { rotateKey } from '#platform/identity/rotate-key.ts'
import type { KeyPurpose } from '#platform/identity/signing-key.ts'
import { answering, minute, table } from '../answer.ts'
import { PLATFORM_TENANT, recorded, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

interface KeyKind {
  command: string
  signs: string
  /** What happens to the previous key's signatures. */
  before: string
  /** A new key is published before it signs anything. */
  announced?: boolean
}

const KINDS: Record<KeyPurpose, KeyKind> = {
  access_token: {
    command: 'token',
    signs: 'access tokens',
    before: 'Tokens of the previous key stay valid until they expire.',
  },
  webhook: {
    command: 'webhook',
    signs: 'webhook deliveries (v2)',
    before: 'The previous key stays published for seven days.',
    announced: true,
  },
  audit_seal: {
    command: 'audit',
    signs: 'audit seals',
    before: 'Seals of the previous key stay valid.',
  },
}

/** The commands `keys list` and `keys rotate` for one kind of key. */
export const keys = (parent: Command, purpose: KeyPurpose): void => {
  const kind = KINDS[purpose]
  const group = parent.command('keys').description(`The keys that sign ${kind.signs}.`)
  keysList(group, purpose, kind)
  keysRotate(group, purpose, kind)
}

const keysList = (group: Command, purpose: KeyPurpose, { command, signs }: KeyKind): Command =>
  group
    .command('list')
    .description(`Lists the published keys that sign ${signs}, newest first.`)
    .addHelpText('after', example(`${command} keys list`))
    .action(
      answering(() =>
        withPlatform(async (platform) => {
          const act = { tenantId: PLATFORM_TENANT, action: `therapy ${command} keys list` }
          const found = await recorded(platform, act, () => listKeys(platform, purpose))
          return {
            data: { data: found.map(({ kid, ...key }) => ({ keyId: kid, ...key })) },
            text: table(
              ['KEY ID', 'ALGORITHM', 'CREATED', 'STATE'],
              found.map((key) => [key.kid, key.algorithm, minute(key.createdAt), stateOf(key)]),
              'No key yet. The first one is created when something is signed.',
            ),
          }
        }),
      ),
    )

const keysRotate = (
  group: Command,
  purpose: KeyPurpose,
  { command, signs, before, announced }: KeyKind,
): Command => {
  const rotate = group
    .command('rotate')
    .description(`Creates a new key to sign ${signs}. ${before}`)
    .addHelpText('after', example(`${command} keys rotate`))
  if (announced) {
    rotate.option('--now', 'sign with it at once, before verifiers have had time to fetch it')
  }
  return rotate.action(
    answering(({ now: atOnce = false }: { now?: boolean }) =>
      withPlatform(async (platform) => {
        const act = { tenantId: PLATFORM_TENANT, action: `therapy ${command} keys rotate` }
        const { kid, signsFrom } = await recorded(
          platform,
          act,
          () => rotateKey(platform, purpose, { atOnce }),
          (key) => ({ subject: { type: 'signingKey', id: key.kid } }),
        )
        const begins =
          announced && !atOnce
            ? `is published, and signs ${signs} from ${minute(signsFrom)} on`
            : `now signs ${signs}`
        return { data: { keyId: kid, purpose, signsFrom }, text: `${kid} ${begins}. ${before}` }
      }),
    ),
  )
}

const stateOf = ({ signs, retiredAt, signsFrom, publishedUntil }: KeyInfo): string => {
  if (signs) return 'signs'
  if (!retiredAt) return `signs from ${minute(signsFrom)}`
  return publishedUntil ? `published until ${minute(publishedUntil)}` : 'verifies'
}
