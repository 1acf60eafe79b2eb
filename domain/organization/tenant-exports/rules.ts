import type { MeasuredFile } from '#providers/files/measured-file.ts'

/** The export format; a change of its shape gets another number. */
export const FORMAT = 'therapy-centre-export/1'

export const MANIFEST = 'manifest.json'
/** While it exists, the export is incomplete. */
export const UNFINISHED = 'UNFINISHED'

/** A file of the export. */
export type ExportedFile = MeasuredFile

/** A table: one JSON object per line. */
export interface ExportedTable extends ExportedFile {
  table: string
  rows: number
  columns: string[]
  /** Columns with secrets, such as hashes of tokens. They are not exported. */
  omitted: string[]
}

/** An attachment or archive, by its key in records (`storage_key`). */
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
  /** Keys in records whose files are missing in the store. */
  missing: string[]
  /** Documents of the export itself. */
  others: ExportedFile[]
  /** Whether the audit trail verified at export time. */
  auditTrail: { ok: boolean; entries: number; seals: number; unsealed: number }
}

/** Hashes of tokens, and values encrypted with a platform key. Hashes of contents are not secrets. */
const SECRET = /^(sealed_\w+|secrets|ciphertext|(\w+_)?(secret|token|browser|state|code)_hash)$/

/** Secrets without a telling name. */
const SECRETS_OF: Readonly<Record<string, readonly string[]>> = {
  recovery_codes: ['hashes'],
  // Encrypted header values sent with events.
  webhook_endpoints: ['headers'],
}

export const isSecret = (table: string, column: string): boolean =>
  SECRET.test(column) || (SECRETS_OF[table]?.includes(column) ?? false)
