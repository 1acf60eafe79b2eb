import type { MeasuredFile } from '#providers/files/measured-file.ts'

/** What an export calls itself; a change of its shape is another number. */
export const FORMAT = 'therapy-centre-export/1'

export const MANIFEST = 'manifest.json'
/** While it is there the export is not whole. */
export const UNFINISHED = 'UNFINISHED'

/** A file of the export. */
export type ExportedFile = MeasuredFile

/** A table: one JSON object a line. */
export interface ExportedTable extends ExportedFile {
  table: string
  rows: number
  columns: string[]
  /** Columns with secrets, such as hashes of tokens. They are not exported. */
  omitted: string[]
}

/** An attachment or an archive, by the key that records name it by (`storage_key`). */
export interface ExportedAttachment extends ExportedFile {
  key: string
}

export interface Manifest {
  format: typeof FORMAT
  tenantId: string
  name: string
  exportedAt: string
  /** Of the platform that wrote it: its version, and the newest migration of its tables. */
  software: { version: string; migration: string }
  tables: ExportedTable[]
  attachments: ExportedAttachment[]
  /** Keys that records name and whose files the store does not have. */
  missing: string[]
  /** Documents of the export itself. */
  others: ExportedFile[]
  /** Whether the audit trail was found unaltered when this was written. */
  auditTrail: { ok: boolean; entries: number; seals: number; unsealed: number }
}

/** Hashes of tokens, and what is encrypted with a key of the platform's. Hashes of contents are no secrets. */
const SECRET = /^(sealed_\w+|secrets|ciphertext|(\w+_)?(secret|token|browser|state|code)_hash)$/

/** Secrets that a name does not show. */
const SECRETS_OF: Readonly<Record<string, readonly string[]>> = {
  recovery_codes: ['hashes'],
  // Values that are sent with events, encrypted.
  webhook_endpoints: ['headers'],
}

export const isSecret = (table: string, column: string): boolean =>
  SECRET.test(column) || (SECRETS_OF[table]?.includes(column) ?? false)
