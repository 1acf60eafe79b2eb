import { z } from 'zod'
import { DomainError } from '../errors/errors.ts'
import { shared } from '../schemas/shared.ts'
import { utc, utcOrNull } from '../time/time.ts'

/** The last members of every resource. */
export const recordMembers = {
  createdAt: z.iso.datetime().meta({
    description: 'When the record was created, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  updatedAt: z.iso.datetime().meta({
    description: 'When the record last changed, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  version: z.int().min(1).meta({
    description:
      'Version of the record, which increases with every change. It is also the ETag; send it as If-Match.',
    example: 1,
  }),
}

/** The last members of an archivable resource. */
export const archivableMembers = {
  archivedAt: z.iso.datetime().nullable().meta({
    description: 'When the record was archived, in UTC; null if it is not archived.',
    example: null,
  }),
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

/**
 * Characters that disguise text: line and paragraph separators, directional marks and overrides, zero-width
 * characters. U+200C and U+200D are allowed, because Persian and Indic names need them.
 */
const DECEPTIVE =
  /\u034f|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u

/** Whether text is a single line without control, hidden or directional characters. */
export const isOneLine = (text: string): boolean => !/\p{Cc}/u.test(text) && !DECEPTIVE.test(text)

/** Text without disguising characters. */
export const withoutDeception = (text: string): string =>
  text.replaceAll(new RegExp(DECEPTIVE, 'gu'), '')

/** `^\P{Cc}*$` for regular expression engines without Unicode categories, such as Python's. */
export const NO_CONTROLS = new RegExp(String.raw`^[^\x00-\x1f\x7f-\x9f]*$`)

/** A single line of text from people: trimmed, not empty, without disguising characters. */
export const line = shared((max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(NO_CONTROLS, { error: 'must not contain control characters' })
    .refine((text) => !DECEPTIVE.test(text), {
      error: 'must not contain direction marks, line separators or zero-width characters',
    })
    .refine((text) => /[^\u200c\u200d\s]/u.test(text), { error: 'must not be empty' }),
)

/** Text with several lines. */
export const prose = shared((max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\u0000'), { error: 'must not contain NUL' }),
)

/** Refuses a stale If-Match. `expected` is undefined if the caller sent none. */
export const assertVersion = (row: { version: number }, expected: number | undefined): void => {
  if (expected === undefined || expected === row.version) return
  throw new DomainError(
    'precondition_failed',
    `The record is at version ${row.version}, not ${expected}. Retrieve it again and repeat your change.`,
    { extra: { version: row.version } },
  )
}
