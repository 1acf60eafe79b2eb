import { z } from 'zod'
import { because } from '#platform/core/input/issue.ts'
import { calendarDate, timeZone } from '#platform/core/time/time.ts'
import { FOLLOW_UP_KINDS } from '#messaging/follow-ups/names.ts'
import { eventType, expression, memberName } from './nodes/members.ts'
import { isRecurrence } from './checks/is-recurrence.ts'

/** The id of the starting event among the steps of a run: no node of a definition has it. */
export const EVENT_NODE = '$event'

const manual = z
  .strictObject({
    type: z.literal('MANUAL').meta({ description: 'By a call alone.', example: 'MANUAL' }),
  })
  .meta({ id: 'AgentManualTrigger' })

const event = z
  .strictObject({
    type: z.literal('EVENT').meta({ description: 'By an event.', example: 'EVENT' }),
    eventType: eventType.meta({
      description: 'A type of event (`GET /v1/event-types`).',
      example: 'assessment.completed',
    }),
    filter: expression.nullable().default(null).meta({
      description:
        'Only events for which it is true; it sees `event`, as `GET /v1/events` shows it, with `data`.',
      example: 'event.data.childId != ""',
    }),
  })
  .meta({ id: 'AgentEventTrigger' })

const schedule = z
  .strictObject({
    type: z.literal('SCHEDULE').meta({ description: 'At times.', example: 'SCHEDULE' }),
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
    startTime: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 09:00' })
      .meta({
        description: 'Local time; what the clocks skip is an hour later on that day.',
        example: '09:00',
      }),
    timeZone: timeZone().nullable().default(null).meta({
      description: 'Time zone; null: the centre’s.',
      example: null,
    }),
    onClosure: z.enum(['RUN', 'SKIP']).default('RUN').meta({
      description: 'What happens on a day that the whole centre is closed.',
      example: 'SKIP',
    }),
    ifMissed: z.enum(['RUN_ONCE', 'SKIP']).default('RUN_ONCE').meta({
      description: 'What happens after a time at which nothing could run for an hour or more.',
      example: 'RUN_ONCE',
    }),
  })
  .meta({ id: 'AgentScheduleTrigger' })

const webhook = z
  .strictObject({
    type: z.literal('WEBHOOK').meta({
      description:
        'By a message to an address of its own (`POST /v1/agents/{id}/rotate-webhook-url`).',
      example: 'WEBHOOK',
    }),
    filter: expression.nullable().default(null).meta({
      description:
        'Only messages for which it is true; it sees `event.data`, the body of the message.',
      example: 'event.data.type == "form.completed"',
    }),
    given: z
      .record(memberName, expression)
      .refine((all) => Object.keys(all).length <= 20, { error: 'must have at most 20 members' })
      .default({})
      .meta({
        description:
          'How inputs follow from the message, by their names; an input that is not here is the member of that name. Nothing else of the message is kept.',
        example: { childId: 'event.data.answers.child' },
      }),
  })
  .meta({ id: 'AgentWebhookTrigger' })

/** The event of a follow-up that needs attention. */
export const ATTENTION_EVENT = 'follow_up.action_required'

const attention = z
  .strictObject({
    type: z.literal('ATTENTION').meta({
      description: 'By a follow-up that asks for a person.',
      example: 'ATTENTION',
    }),
    kinds: z
      .array(z.enum(FOLLOW_UP_KINDS))
      .max(50)
      .default([])
      .meta({
        description: 'Only follow-ups of these kinds; empty: of all.',
        example: ['ASSESSMENT_REMINDER'],
      }),
    filter: event.shape.filter,
  })
  .meta({ id: 'AgentAttentionTrigger' })

/** What starts a run. */
export const Trigger = z
  .discriminatedUnion('type', [manual, event, schedule, webhook, attention])
  .meta({
    id: 'AgentTrigger',
    description:
      'What starts a run besides a call (`POST /v1/agents/{id}/runs`): nothing, an event, a time, a message to its webhook, or a follow-up that asks for a person. Such runs act for the user who published the version.',
    example: { type: 'MANUAL' },
  })
export type Trigger = z.infer<typeof Trigger>
