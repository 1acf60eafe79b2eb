import { z } from 'zod'
import { because } from '#platform/core/input/issue.ts'
import { calendarDate, timeZone } from '#platform/core/time/time.ts'
import { FOLLOW_UP_KINDS } from '#messaging/follow-ups/names.ts'
import { eventType, expression, memberName } from './nodes/members.ts'
import { isRecurrence } from './checks/is-recurrence.ts'

/** The id of the starting event among a run's steps. No node of a definition can have it. */
export const EVENT_NODE = '$event'

const manual = z
  .strictObject({
    type: z
      .literal('MANUAL')
      .meta({ description: 'Started only by a request.', example: 'MANUAL' }),
  })
  .meta({ id: 'AgentManualTrigger' })

const event = z
  .strictObject({
    type: z.literal('EVENT').meta({ description: 'Started by an event.', example: 'EVENT' }),
    eventType: eventType.meta({
      description: 'A type of event (`GET /v1/event-types`).',
      example: 'assessment.completed',
    }),
    filter: expression.nullable().default(null).meta({
      description:
        'Filter, as a CEL expression, that events must match. It can use `event`, as in `GET /v1/events`, with `data`.',
      example: 'event.data.childId != ""',
    }),
  })
  .meta({ id: 'AgentEventTrigger' })

/** A local time of day. */
export const startTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 09:00' })

const schedule = z
  .strictObject({
    type: z.literal('SCHEDULE').meta({ description: 'Started at set times.', example: 'SCHEDULE' }),
    recurrence: z
      .string()
      .max(200)
      .refine(isRecurrence, {
        error: 'must be an RFC 5545 rule without DTSTART, such as FREQ=WEEKLY;BYDAY=MO',
        params: because('unsupported_rule'),
      })
      .meta({
        description:
          'RFC 5545 rule without DTSTART: FREQ of DAILY, WEEKLY, MONTHLY or YEARLY, with INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, WKST, COUNT or UNTIL.',
        example: 'FREQ=WEEKLY;BYDAY=MO',
      }),
    startsOn: calendarDate().meta({
      description: 'First day of the schedule.',
      example: '2026-12-01',
    }),
    startTime: startTime.meta({
      description:
        'Local time. If the clocks skip this time on a date, the run starts an hour later on that date.',
      example: '09:00',
    }),
    timeZone: timeZone().nullable().default(null).meta({
      description: 'Time zone of the schedule; null to use the centre’s.',
      example: null,
    }),
    onClosure: z.enum(['RUN', 'SKIP']).default('RUN').meta({
      description: 'What happens on a day on which the whole centre is closed.',
      example: 'SKIP',
    }),
    ifMissed: z.enum(['RUN_ONCE', 'SKIP']).default('RUN_ONCE').meta({
      description: 'What happens if nothing could run for an hour or more after a scheduled time.',
      example: 'RUN_ONCE',
    }),
  })
  .meta({ id: 'AgentScheduleTrigger' })

const webhook = z
  .strictObject({
    type: z.literal('WEBHOOK').meta({
      description:
        'Started by a message to the agent’s webhook URL (`POST /v1/agents/{id}/rotate-webhook-url`).',
      example: 'WEBHOOK',
    }),
    filter: expression.nullable().default(null).meta({
      description:
        'Filter, as a CEL expression, that messages must match. It can use `event.data`, the body of the message.',
      example: 'event.data.type == "form.completed"',
    }),
    given: z
      .record(memberName, expression)
      .refine((all) => Object.keys(all).length <= 20, { error: 'must have at most 20 members' })
      .default({})
      .meta({
        description:
          'Expressions that compute inputs from the message, by name. An input that is not listed takes the member of the same name. Nothing else of the message is stored.',
        example: { childId: 'event.data.answers.child' },
      }),
  })
  .meta({ id: 'AgentWebhookTrigger' })

/** The event of a follow-up that needs attention. */
export const ATTENTION_EVENT = 'follow_up.action_required'

const attention = z
  .strictObject({
    type: z.literal('ATTENTION').meta({
      description: 'Started by a follow-up that needs a person.',
      example: 'ATTENTION',
    }),
    kinds: z
      .array(z.enum(FOLLOW_UP_KINDS))
      .max(50)
      .default([])
      .meta({
        description: 'Kinds of follow-ups that start the agent; empty for all kinds.',
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
      'What starts a run in addition to `POST /v1/agents/{id}/runs`: nothing, an event, a time, a message to the webhook URL, or a follow-up that needs a person. Such runs act for the user who published the version.',
    example: { type: 'MANUAL' },
  })
export type Trigger = z.infer<typeof Trigger>
