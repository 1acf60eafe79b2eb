import type { Platform } from '../core/context/platform.ts'
import { ringOf } from './ring-of.ts'
import { freshKey, INSERT_KEY, type KeyPurpose, type SigningKey } from './signing-key.ts'
import { systemSql, type Statement } from './system-sql.ts'

/**
 * How long a new key is published before it signs: longer than verifiers cache the key set (300 s) and than
 * other processes publish an old one (REFRESH_MS), so that nobody meets an unknown key. Tokens and seals are
 * verified by ourselves, and we load the keys again for an unknown one.
 */
const ANNOUNCED_MS: Record<KeyPurpose, number> = {
  access_token: 0,
  webhook: 6 * 60_000,
  audit_seal: 0,
}

/**
 * Retires the key and creates the next one, which signs once it has been published long enough (with `at once`,
 * immediately, if the old key must stop). Two simultaneous rotations have the effect of one.
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

/** The count ensures that the old key is retired before the new one enters the index of active keys. */
const ROTATE: Statement = {
  name: 'signing_keys_rotate',
  text: `WITH retired AS (
      UPDATE signing_keys SET retired_at = $6 WHERE purpose = $2 AND retired_at IS NULL RETURNING id
    ) ${INSERT_KEY} WHERE (SELECT count(*) FROM retired) >= 0
    ON CONFLICT (purpose) WHERE retired_at IS NULL DO NOTHING`,
}
