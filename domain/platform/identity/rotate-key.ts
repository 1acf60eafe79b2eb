import type { Platform } from '../core/context/platform.ts'
import { ringOf } from './ring-of.ts'
import { freshKey, INSERT_KEY, type KeyPurpose, type SigningKey } from './signing-key.ts'
import { systemSql, type Statement } from './system-sql.ts'

/**
 * For how long a new key is published before it signs: longer than verifiers keep the key set (300 s) and
 * than another process publishes what it knew (REFRESH_MS), so that nobody meets a key that they cannot
 * know. Tokens and seals are verified by ourselves, who read the keys again when one is not known.
 */
const ANNOUNCED_MS: Record<KeyPurpose, number> = {
  access_token: 0,
  webhook: 6 * 60_000,
  audit_seal: 0,
}

/**
 * Retires the key and makes the next, which signs when it has been published for long enough (`at once`:
 * now, when the key before it must not sign any more). Two rotations at once are one.
 */
export const rotateKey = async (
  platform: Platform,
  purpose: KeyPurpose,
  { atOnce = false } = {},
): Promise<SigningKey> => {
  const announcedMs = atOnce ? 0 : ANNOUNCED_MS[purpose]
  await systemSql(platform)(ROTATE, freshKey(platform, purpose, announcedMs))
  return (await ringOf(platform, purpose).load()).newest
}

/** The count makes the old key retire before the new one meets the index of active keys. */
const ROTATE: Statement = {
  name: 'signing_keys_rotate',
  text: `WITH retired AS (
      UPDATE signing_keys SET retired_at = $6 WHERE purpose = $2 AND retired_at IS NULL RETURNING id
    ) ${INSERT_KEY} WHERE (SELECT count(*) FROM retired) >= 0
    ON CONFLICT (purpose) WHERE retired_at IS NULL DO NOTHING`,
}
