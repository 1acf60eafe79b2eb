import type { Platform } from '../core/context/platform.ts'
import { OVERLAP_MS, ringOf } from './ring-of.ts'
import type { KeyPurpose } from './signing-key.ts'

/** A key as operators see it. */
export interface KeyInfo {
  kid: string
  algorithm: string
  createdAt: Date
  signsFrom: Date
  /** When the next was made; null for the newest. */
  retiredAt: Date | null
  /** It may be retired and sign on until the next one's time has come. */
  signs: boolean
  /** Until when it is published; null for as long as it is not retired, or for ever. */
  publishedUntil: Date | null
}

/** The keys that are published, the newest first. */
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
