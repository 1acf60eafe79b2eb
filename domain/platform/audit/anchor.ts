import { DomainError } from '../core/errors/errors.ts'
import type { Sql } from '../identity/system-sql.ts'

/**
 * The newest head of the chain, stored outside the database, so that even with full access to the database
 * nobody can cut off seals without contradicting it. The format is `<number>:<hash>`.
 */
export interface Anchor {
  number: string
  hash: string
}

export const formatAnchor = ({ number, hash }: Anchor): string => `${number}:${hash}`

export const parseAnchor = (text: string): Anchor => {
  const [, number, hash] = /^([1-9]\d{0,18}):([0-9a-f]{64})$/.exec(text) ?? []
  if (number && hash) return { number, hash }
  throw new DomainError(
    'validation_failed',
    `'${text}' is not an anchor. Pass <number>:<hash> as printed by an earlier verification.`,
  )
}

/** Whether the chain of heads still contains the anchor. */
export const isAnchored = async (sql: Sql, { number, hash }: Anchor): Promise<boolean> => {
  const [head] = await sql<{ hash: string }>(READ_HEAD, [number])
  return head?.hash === hash
}

export const newestHead = async (sql: Sql): Promise<Anchor | undefined> => {
  const [head] = await sql<Anchor>(NEWEST_HEAD)
  return head
}

const READ_HEAD = {
  name: 'audit_head',
  text: 'SELECT head_hash AS hash FROM audit_heads WHERE number = $1::bigint',
}

const NEWEST_HEAD = {
  name: 'audit_head_newest',
  text: `SELECT number::text, head_hash AS hash FROM audit_heads ORDER BY audit_heads.number DESC LIMIT 1`,
}
