import { z } from 'zod'
import { FOLLOW_UP_KINDS } from '#messaging/follow-ups/names.ts'
import { growing } from '#platform/core/growing.ts'
import { because } from '#platform/core/issue.ts'
import { calendarDate, timeZone } from '#platform/core/time.ts'
import { expression } from './members.ts'
import { isRecurrence } from './recurrence.ts'

const event = z.strictObject({
  type: z.literal('EVENT'),
  eventType: z.string().max(100).meta({
    description: 'A type of event of the catalog.',
    example: 'appointment.completed',
  }),
  filter: expression.nullable().default(null).meta({
    description: 'Only events for which it is true; it sees `event`, the data of the event.',
    example: 'event.type == "ASSESSMENT"',
  }),
})

const schedule = z.strictObject({
  type: z.literal('SCHEDULE'),
  recurrence: z
    .string()
    .max(200)
    .refine(isRecurrence, {
      error: 'must be a rule of RFC 5545 without DTSTART, such as FREQ=WEEKLY;BYDAY=MO',
      params: because('unsupported_rule'),
    })
    .meta({
      description:
        'A rule of RFC 5545 without DTSTART: FREQ of DAILY, WEEKLY, MONTHLY or YEARLY, with INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, WKST, COUNT or UNTIL.',
      example: 'FREQ=WEEKLY;BYDAY=MO',
    }),
  startsOn: calendarDate().meta({ description: 'The first day.', example: '2026-12-01' }),
  timeOfDay: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 09:00' })
    .meta({ description: 'Local time.', example: '09:00' }),
  timeZone: timeZone().nullable().default(null).meta({
    description: "Time zone; null: the centre's.",
    example: null,
  }),
  onClosure: z.enum(['RUN', 'SKIP']).default('RUN').meta({
    description: 'What happens on a day that the centre is closed.',
    example: 'SKIP',
  }),
  ifMissed: z.enum(['RUN_ONCE', 'SKIP']).default('RUN_ONCE').meta({
    description: 'What happens after a time at which nothing could run.',
    example: 'RUN_ONCE',
  }),
})

const attention = z.strictObject({
  type: z.literal('ATTENTION'),
  kinds: z
    .array(growing(z.enum(FOLLOW_UP_KINDS as [string, ...string[]])))
    .min(1)
    .max(50)
    .meta({
      description: 'Kinds of follow-ups that asked for a person.',
      example: ['LEAD_QUALIFICATION'],
    }),
})

/** What starts a run. */
export const Trigger = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('MANUAL') }),
    event,
    schedule,
    z.strictObject({ type: z.literal('WEBHOOK') }),
    attention,
  ])
  .meta({
    id: 'AgentTrigger',
    description:
      'What starts a run: a call (MANUAL), an event, a time, a call of a signed URL, or a follow-up that asked for a person.',
    example: { type: 'MANUAL' },
  })
export type Trigger = z.infer<typeof Trigger>
