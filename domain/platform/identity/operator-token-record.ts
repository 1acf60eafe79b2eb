import { insertInto } from '../core/sql/insert-into.ts'
import type { Platform } from '../core/context/platform.ts'
import { systemSql, type Statement } from './system-sql.ts'

/** The record of an operator token. It does not contain the token. */
export interface OperatorTokenRecord {
  id: string
  /** The person whom the command line names. */
  name: string
  issuedAt: Date
  expiresAt: Date
}

export const recordOperatorToken = async (
  platform: Platform,
  { id, name, issuedAt, expiresAt }: OperatorTokenRecord,
): Promise<void> => {
  const { text, values } = insertInto('operator_tokens', { id, name, issuedAt, expiresAt })
  await systemSql(platform)({ name: 'operator_tokens_record', text }, values)
}

/** Checked at every use, so that a revocation takes effect immediately in every process. */
export const isLiveOperatorToken = async (platform: Platform, id: string): Promise<boolean> =>
  (await systemSql(platform)(LIVE, [id])).length > 0

/** Valid tokens, newest first. */
export const listOperatorTokens = (platform: Platform): Promise<OperatorTokenRecord[]> =>
  systemSql(platform)<OperatorTokenRecord>(LIST, [platform.clock.now()])

/** Revokes a token by its id, or all tokens of a person. Returns the tokens that were valid. */
export const revokeOperatorTokens = (
  platform: Platform,
  { id, name }: { id?: string; name?: string },
): Promise<OperatorTokenRecord[]> =>
  systemSql(platform)<OperatorTokenRecord>(REVOKE, [id ?? null, name ?? null, platform.clock.now()])

const COLUMNS = `id, name, issued_at AS "issuedAt", expires_at AS "expiresAt"`

const LIVE: Statement = {
  name: 'operator_tokens_live',
  text: 'SELECT FROM operator_tokens WHERE id = $1 AND revoked_at IS NULL',
}

const LIST: Statement = {
  name: 'operator_tokens_list',
  text: `SELECT ${COLUMNS} FROM operator_tokens WHERE revoked_at IS NULL AND expires_at > $1
    ORDER BY issued_at DESC, id DESC`,
}

const REVOKE: Statement = {
  name: 'operator_tokens_revoke',
  text: `UPDATE operator_tokens SET revoked_at = $3
    WHERE (id = $1 OR name = $2) AND revoked_at IS NULL AND expires_at > $3 RETURNING ${COLUMNS}`,
}
