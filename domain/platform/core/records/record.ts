import { z } from 'zod'
import { DomainError } from '../errors/errors.ts'
import { utc, utcOrNull } from '../time/time.ts'

/** The members that every resource ends with. */
export const recordMembers = {
  createdAt: z.iso.datetime().meta({
    description: 'When the record was made, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  updatedAt: z.iso.datetime().meta({
    description: 'When the record last changed, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
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

/**
 * Characters that make a text look like another: line and paragraph separators, marks and overrides
 * of direction, and what has no width. U+200C and U+200D stay: Persian and Indic names need
 * them.
 */
const DECEPTIVE =
  /\u034f|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u

/** Whether a text is on one line and is what it looks like: no control characters, no hidden or turning ones. */
export const isOneLine = (text: string): boolean => !/\p{Cc}/u.test(text) && !DECEPTIVE.test(text)

/** A text without what would make it look like another one. */
export const withoutDeception = (text: string): string =>
  text.replaceAll(new RegExp(DECEPTIVE, 'gu'), '')

/** `^\P{Cc}*$` in a form that regular expressions without Unicode categories read, as those of Python. */
export const NO_CONTROLS = new RegExp(String.raw`^[^\x00-\x1f\x7f-\x9f]*$`)

/** Text of a person or a centre on one line: trimmed, not empty, and what it looks like. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(NO_CONTROLS, { error: 'must not contain control characters' })
    .refine((text) => !DECEPTIVE.test(text), {
      error: 'must not contain direction marks, line separators or characters without width',
    })
    .refine((text) => /[^\u200c\u200d\s]/u.test(text), { error: 'must not be empty' })

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
