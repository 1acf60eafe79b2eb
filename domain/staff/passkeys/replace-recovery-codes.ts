import { randomInt } from 'node:crypto'
import {
  assertFreshStepUp,
  OWN_CREDENTIALS_MINUTES,
} from '#platform/core/access/assert-fresh-step-up.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadUsablePasskeys } from './queries.ts'
import { codeHashes } from './code-hashes.ts'
import { notifyOfCredentials } from './notify-of-credentials.ts'

const CODES = 10
const GROUPS = 4
const GROUP_LENGTH = 4
/** Crockford's base 32, without i, l, o and u. A code has 80 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Creates ten recovery codes, each of which can replace a passkey once. Earlier codes become invalid. */
export const replaceRecoveryCodes = (ctx: Context): Promise<string[]> =>
  transact(ctx, 'passkeys:write', async (tx) => {
    const { id: userId } = tx.actor
    await assertFreshStepUp(tx, OWN_CREDENTIALS_MINUTES)
    await lockRecord(tx, 'users', userId)
    if ((await loadUsablePasskeys(tx, userId)).length === 0)
      throw new DomainError(
        'no_passkey',
        'Recovery codes replace a passkey, but you have none. Register a passkey first.',
      )
    const codes = await replaceCodes(tx, userId)
    const dedupeKey = newId('message')
    await notifyOfCredentials(tx, { userId, what: 'RECOVERY_CODES_REPLACED', dedupeKey })
    return codes
  })

/** Creates codes for a user. Only this response contains them. */
export const replaceCodes = async (tx: Transaction, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: CODES }, newCode)
  const hashes = codes.map((code) => codeHashes(tx.platform.cipher, userId, code)[0])
  await keepCodes(tx, userId, hashes)
  return codes
}

/** Invalidates all recovery codes of a user. */
export const endCodes = (tx: Transaction, userId: string): Promise<void> =>
  keepCodes(tx, userId, [])

const keepCodes = async (tx: Transaction, userId: string, hashes: string[]): Promise<void> => {
  await tx.sql(KEEP, [tx.tenantId, userId, hashes])
  tx.did({ type: 'user', id: userId }, { recoveryCodes: hashes.length })
}

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

const KEEP = `INSERT INTO recovery_codes (tenant_id, user_id, hashes) VALUES ($1, $2, $3)
  ON CONFLICT (tenant_id, user_id) DO UPDATE SET hashes = EXCLUDED.hashes`
