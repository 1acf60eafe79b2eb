import type { Platform } from '../core/context/platform.ts'
import { OVERLAP_MS, ringOf } from './ring-of.ts'
import type { KeyPurpose } from './signing-key.ts'

/** A key as operators see it. */
export interface KeyInfo {
  kid: string
  algorithm: string
  createdAt: Date
  signsFrom: Date
  /** When its successor was created; null for the newest key. */
  retiredAt: Date | null
  /** Whether it signs now. A retired key still signs until its successor starts. */
  signs: boolean
  /** When its publication ends; null while it is active, or if it is published for ever. */
  publishedUntil: Date | null
}

/** The published keys, newest first. */
export const listKeys = async (platform: Platform, purpose: KeyPurpose): Promise<KeyInfo[]> => {
  const { active, rows } = await ringOf(platform, purpose).load()
  const overlapMs = OVERLAP_MS[purpose]
  return rows.map((row) => ({
    kid: row.id,
    algorithm: row.algorithm,
    createdAt: row.created_at,
    signsFrom: row.signs_from,
    retiredAt: row.retired_at,
    signs: row.id === active.kid,
    publishedUntil:
      row.retired_at && overlapMs !== Infinity
        ? new Date(row.retired_at.getTime() + overlapMs)
        : null,
  }))
}
