import type { MeasuredFile } from '#providers/files/measured-file.ts'

/** The version of the export format. A change of its structure gets another number. */
export const FORMAT = 'therapy-centre-export/1'

export const MANIFEST = 'manifest.json'
/** While this file exists, the export is incomplete. */
export const UNFINISHED = 'UNFINISHED'

/** A file in the export. */
export type ExportedFile = MeasuredFile

/** A table, with one JSON object per line. */
export interface ExportedTable extends ExportedFile {
  table: string
  rows: number
  columns: string[]
  /** Columns that contain secrets, such as hashes of tokens. They are not exported. */
  omitted: string[]
}

/** An attachment or an archive, identified by its key in records (`storage_key`). */
export interface ExportedAttachment extends ExportedFile {
  key: string
}

export interface Manifest {
  format: typeof FORMAT
  tenantId: string
  name: string
  exportedAt: string
  /** The platform's version, and the newest migration of its tables. */
  software: { version: string; migration: string }
  tables: ExportedTable[]
  attachments: ExportedAttachment[]
  /** Keys in records whose files are missing from the store. */
  missing: string[]
  /** Documents about the export itself. */
  others: ExportedFile[]
  /** Whether the audit trail was verified successfully at the time of the export. */
  auditTrail: { ok: boolean; entries: number; seals: number; unsealed: number }
}

/**
 * Matches columns with hashes of tokens, and values encrypted or hashed with a platform key. Hashes of contents
 * are not secrets.
 */
const SECRET =
  /^(sealed_\w+|secrets|ciphertext|(\w+_)?(secret|token|browser|state|code|address)_hash)$/

/** Columns with secrets that their name does not show. */
const SECRETS_OF: Readonly<Record<string, readonly string[]>> = {
  recovery_codes: ['hashes'],
  // Header values that are sent with events; they are encrypted.
  webhook_endpoints: ['headers'],
}

export const isSecret = (table: string, column: string): boolean =>
  SECRET.test(column) || (SECRETS_OF[table]?.includes(column) ?? false)
