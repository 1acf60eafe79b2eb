import type { SealFacts } from './entry-hash.ts'
import type { KeyObject } from 'node:crypto'
import type { Sql } from '../identity/system-sql.ts'

/** A running verification. */
export interface Trail {
  sql: Sql
  keys: ReadonlyMap<string, KeyObject>
  counts: { seals: number; entries: number; unsealed: number }
}

/** A stored seal, with its hash according to the chain of heads. */
export interface StoredSeal extends SealFacts {
  sealHash: string
  signature: string
  entryIds: string[]
  entryHashes: Buffer
  recordedHash: string | null
}
