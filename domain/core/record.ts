import { z } from 'zod'
import { DomainError } from './errors.ts'
import { utc, utcOrNull } from './time.ts'

/** The members that every resource ends with. */
export const recordMembers = {
  createdAt: z.iso.datetime().meta({ example: '2026-11-21T09:30:00.000Z' }),
  updatedAt: z.iso.datetime().meta({ example: '2026-11-21T09:30:00.000Z' }),
  version: z
    .int()
    .min(1)
    .meta({ description: 'Grows with every change; the ETag, for If-Match.', example: 1 }),
}

/** …and those of a resource that is archived rather than deleted. */
export const archivableMembers = {
  archivedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Set when archived.', example: null }),
  ...recordMembers,
}

interface RecordRow {
  createdAt: Date
  updatedAt: Date
  version: number
}

export const recordOf = ({ createdAt, updatedAt, version }: RecordRow) => ({
  createdAt: utc(createdAt),
  updatedAt: utc(updatedAt),
  version,
})

export const archivableOf = (row: RecordRow & { archivedAt: Date | null }) => ({
  archivedAt: utcOrNull(row.archivedAt),
  ...recordOf(row),
})

/** Text of a person or a centre: trimmed, not empty, without control characters. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u, { error: 'must not contain control characters' })

/** Free text of several lines. */
export const prose = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\u0000'), { error: 'must not contain NUL' })

/** Refuses a stale If-Match. `expected` is undefined when the caller sent none. */
export const assertVersion = (row: { version: number }, expected: number | undefined): void => {
  if (expected === undefined || expected === row.version) return
  throw new DomainError(
    'precondition_failed',
    `The record is at version ${row.version}, not ${expected}. Read it again and repeat your change.`,
    { extra: { version: row.version } },
  )
}
