import { z } from 'zod'
import { line } from '#platform/core/records/record.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { roleName } from '#staff/users/schemas.ts'
import { startTime } from '../definitions/triggers.ts'

const recordId = z.string().regex(/^[a-z]{2,6}_[0-7][0-9a-hjkmnp-tv-z]{25}$/, {
  error: 'must be an ID such as lbl_01m7zavmhde4es2ts9few7fzev',
})

const MOST = 20

/** What an answer must be, by the type of its question. The definition checks the rest. */
export const ANSWER_TYPES = {
  INTEGER: z.int(),
  NUMBER: z.number(),
  BOOLEAN: z.boolean(),
  TEXT: line(1_000),
  DATE: calendarDate(),
  TIME: startTime,
  RECURRENCE: z.string().min(1).max(200),
  ROLE: roleName,
  ROLES: z.array(roleName).min(1).max(MOST),
  ID: recordId,
  IDS: z.array(recordId).min(1).max(MOST),
} as const satisfies Record<string, z.ZodType>
