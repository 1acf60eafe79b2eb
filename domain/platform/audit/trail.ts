import type { SealFacts } from './entry-hash.ts'
import type { KeyObject } from 'node:crypto'
import type { Sql } from '../identity/system-sql.ts'

/** A verification under way. */
export interface Trail {
  sql: Sql
  keys: ReadonlyMap<string, KeyObject>
  counts: { seals: number; entries: number; unsealed: number }
}

/** A seal as it is stored, with the hash that the chain of heads has for it. */
export interface StoredSeal extends SealFacts {
  sealHash: string
  signature: string
  entryIds: string[]
  entryHashes: Buffer
  recordedHash: string | null
}
