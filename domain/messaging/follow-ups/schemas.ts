import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import type {
  FollowUp as FollowUpModel,
  FollowUpStep as StepModel,
  Message as MessageModel,
} from '#prisma/generated/client.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SubjectType, subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { upperSnake } from '#platform/core/records/upper-snake.ts'
import {
  MESSAGE_REASONS,
  MessageStatus,
  needsAction,
  REASONS,
  type Reason,
} from '../messages/rules.ts'
import { FOLLOW_UP_KINDS, type FollowUpName } from './names.ts'

const time = (example: string | null) => z.iso.datetime().nullable().meta({ example })

export const FollowUpStep = resourceSchema('FollowUpStep', {
  step: z
    .string()
    .meta({ description: 'Name of the step, unique in its follow-up.', example: 'reminder-48h' }),
  dueAt: z.iso
    .datetime()
    .meta({ description: 'When the step is due, in UTC.', example: '2026-11-29T09:00:00.000Z' }),
  status: z.enum(['SCHEDULED', 'DONE', 'SKIPPED', 'CANCELLED']).meta({
    description: 'Status of the step.',
  }),
  description: z.string().nullable().meta({
    description: 'What the step will do when it is due, if that depends on the centre’s settings.',
    example: null,
  }),
  happenedAt: time(null).meta({
    description: 'When the step was done, skipped or cancelled, in UTC; null until then.',
  }),
  outcome: z
    .string()
    .nullable()
    .meta({ description: 'What the step did, or the reason why it did nothing.', example: null }),
  originallyDueAt: time(null).meta({
    description: 'When the step would be due without quiet hours, in UTC.',
  }),
  runNowAt: time(null).meta({
    description: 'When a person ran the step early, in UTC; null if nobody did.',
  }),
  actionRequired: z.string().nullable().meta({
    description:
      'Action required of a person; null once the matter is settled or somebody acknowledges it.',
    example: null,
  }),
  acknowledgment: z
    .strictObject({
      actionRequired: z.string().meta({
        description: 'Action that the step required.',
        example: 'the child has no legal guardian on record',
      }),
      note: z.string().meta({
        description: 'Action that was taken or is planned.',
        example: 'Told on the phone.',
      }),
      acknowledgedBy: z.string().meta({
        description: 'ID of the user or API key that acknowledged the step.',
        example: exampleId('apiKey'),
      }),
      acknowledgedAt: z.iso.datetime().meta({
        description: 'When the step was acknowledged, in UTC.',
        example: '2026-11-29T10:00:00.000Z',
      }),
    })
    .nullable()
    .meta({
      description: 'Acknowledgment of the step: who, when and why; null if there is none.',
      example: null,
    }),
  assignment: z
    .strictObject({
      assigneeId: naming(ANY_RECORD, z.string()).meta({
        description: 'ID of the assignee: a user, a provider or an API key.',
        example: exampleId('provider'),
      }),
      note: z.string().meta({ description: 'Comment.', example: 'Call them.' }),
      assignedBy: z.string().meta({
        description: 'ID of the user or API key that assigned the step.',
        example: exampleId('apiKey'),
      }),
      assignedAt: z.iso.datetime().meta({
        description: 'When the step was assigned, in UTC.',
        example: '2026-11-29T10:00:00.000Z',
      }),
    })
    .nullable()
    .meta({ description: 'Assignee; null if there is none.', example: null }),
  messages: z
    .array(
      z.strictObject({
        id: idOf('message'),
        recipientId: naming(ANY_RECORD, z.string()).meta({
          description: 'Client or provider to whom the message was addressed.',
          example: exampleId('client'),
        }),
        status: z.enum(MessageStatus).meta({ description: 'Whether the message was sent.' }),
        reason: growing(z.enum(MESSAGE_REASONS)).nullable().meta({
          description:
            'Reason why the message was not sent; null if it was sent or is still queued.',
          example: null,
        }),
      }),
    )
    .meta({ description: 'Messages sent, with recipients and results.' }),
})
export type FollowUpStep = z.infer<typeof FollowUpStep>

/** A future step of a subject. */
export const ScheduledStep = z
  .strictObject({
    step: z
      .string()
      .meta({ description: 'Name of the step, unique in its follow-up.', example: 'reminder-48h' }),
    dueAt: z.iso
      .datetime()
      .meta({ description: 'When the step is due, in UTC.', example: '2026-11-29T09:00:00.000Z' }),
  })
  .meta({ id: 'ScheduledStep' })

export const FollowUp = resourceSchema('FollowUp', {
  id: idOf('followUp'),
  kind: growing(z.enum(FOLLOW_UP_KINDS)).meta({ description: 'Kind of the follow-up.' }),
  subjectType: SubjectType.meta({ description: 'Kind of record.' }),
  subjectId: naming(ANY_RECORD, z.string()).meta({
    description: 'ID of the record.',
    example: exampleId('appointment'),
  }),
  workflowId: naming(ANY_RECORD, z.string()).meta({
    description: 'ID of the workflow in Temporal.',
    example: `appointment/${exampleId('tenant')}/${exampleId('appointment')}`,
  }),
  status: z.enum(['ACTIVE', 'COMPLETED', 'CANCELLED']).meta({
    description:
      'ACTIVE while steps are scheduled or the record waits for somebody; COMPLETED or CANCELLED once the follow-up has ended.',
  }),
  waitingOn: z.string().nullable().meta({
    description:
      'Name of the next step or, if there is none, the party that must act, such as `centre` or `applicant`.',
    example: 'reminder-48h',
  }),
  nextStepAt: time('2026-11-29T09:00:00.000Z').meta({
    description: 'When the next step is due, in UTC; null if there is none.',
  }),
  steps: z.array(FollowUpStep).meta({ description: 'Past and future steps, ordered by due time.' }),
  ...recordMembers,
})
export type FollowUp = z.infer<typeof FollowUp>

/** An operator's reason. */
export const OperateFollowUp = z
  .strictObject({
    reason: line(200).exactOptional().meta({ description: 'Reason, for the record.' }),
  })
  .meta({ id: 'OperateFollowUp', example: { reason: 'Told on the phone' } })

/** Who can be assigned. */
export const Assignee = z.union([idOf('user'), idOf('provider'), idOf('apiKey')])

/** How a request was handled, or who will handle it. */
export const AcknowledgeStep = z
  .strictObject({
    note: line(500).meta({
      description: 'Action taken or planned, up to 500 characters.',
    }),
    assigneeId: Assignee.exactOptional().meta({
      description:
        'ID of the assignee: a user, a provider or an API key. The step stays on the assignee’s list until the matter is settled or somebody acknowledges the step without an assignee.',
    }),
  })
  .meta({ id: 'AcknowledgeStep', example: { note: 'Told on the phone.' } })

export const stepParams = z.strictObject({
  id: idOf('followUp'),
  step: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{0,63}$/, { error: 'must be the name of a step' })
    .meta({ description: 'Name of the step.', example: 'reminder-48h' }),
})

type StepMessage = Pick<
  MessageModel,
  'id' | 'step' | 'recipientId' | 'status' | 'reason' | 'actionSettledAt'
>

export type FollowUpRow = FollowUpModel & { steps: StepModel[]; messages: StepMessage[] }

export const toFollowUp = (row: FollowUpRow): FollowUp => ({
  id: row.id,
  kind: upperSnake(row.kind as FollowUpName),
  subjectType: subjectTypeOf(row.subjectType),
  subjectId: row.subjectId,
  workflowId: row.workflowId,
  status: row.status as FollowUp['status'],
  waitingOn: row.waitingOn,
  nextStepAt: utcOrNull(row.nextStepAt),
  steps: row.steps.map((step) =>
    toStep(
      step,
      row.messages.filter((message) => message.step === step.step),
    ),
  ),
  ...recordOf(row),
})

const toStep = (step: StepModel, messages: readonly StepMessage[]): FollowUpStep => ({
  step: step.step,
  dueAt: utc(step.dueAt),
  status: step.status as FollowUpStep['status'],
  description: step.description,
  happenedAt: utcOrNull(step.happenedAt),
  outcome: step.outcome,
  originallyDueAt: utcOrNull(step.originallyDueAt),
  runNowAt: utcOrNull(step.runNowAt),
  actionRequired: actionRequiredOf(step, messages),
  acknowledgment: acknowledgmentOf(step),
  assignment: assignmentOf(step),
  messages: messages.map(({ id, recipientId, status, reason }) => ({
    id,
    recipientId,
    status,
    reason: reason as Reason | null,
  })),
})

/** What a step asks of a person, including its undelivered messages. */
export const actionRequiredOf = (
  { actionRequired }: Pick<StepModel, 'actionRequired'>,
  messages: readonly StepMessage[],
): string | null => actionRequired ?? undelivered(messages)

const acknowledgmentOf = (step: StepModel): FollowUpStep['acknowledgment'] =>
  step.acknowledgedAt && {
    actionRequired: step.acknowledgedAction!,
    note: step.acknowledgmentNote!,
    acknowledgedBy: step.acknowledgedBy!,
    acknowledgedAt: utc(step.acknowledgedAt),
  }

const assignmentOf = (step: StepModel): FollowUpStep['assignment'] =>
  step.assignedAt && {
    assigneeId: step.assigneeId!,
    note: step.assignmentNote!,
    assignedBy: step.assignedBy!,
    assignedAt: utc(step.assignedAt),
  }

const undelivered = (messages: readonly StepMessage[]): string | null => {
  const unmet = messages.filter(
    (message) => needsAction(message) && message.actionSettledAt === null,
  )
  if (unmet.length === 0) return null
  return unmet
    .map(
      ({ recipientId, reason }) => `${recipientId} was not reached: ${REASONS[reason as Reason]}`,
    )
    .join('; ')
}
