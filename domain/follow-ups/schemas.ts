import { z } from 'zod'
import type {
  FollowUp as FollowUpModel,
  FollowUpStep as StepModel,
} from '../../prisma/generated/client.ts'
import { exampleId, idOf } from '../core/ids.ts'
import { recordMembers, recordOf } from '../core/record.ts'
import { resourceSchema } from '../core/resource-schema.ts'
import { utc, utcOrNull } from '../core/time.ts'
import { WORKFLOWS, type WorkflowName } from '../core/workflows.ts'

const time = (example: string | null) => z.iso.datetime().nullable().meta({ example })
const KINDS = Object.keys(WORKFLOWS) as [WorkflowName, ...WorkflowName[]]

export const FollowUpStep = resourceSchema('FollowUpStep', {
  step: z.string().meta({ example: 'reminder-48h' }),
  dueAt: z.iso.datetime().meta({ example: '2026-11-29T09:00:00.000Z' }),
  status: z.enum(['SCHEDULED', 'DONE', 'SKIPPED', 'CANCELLED']),
  happenedAt: time(null).meta({ description: 'When it was done, skipped or cancelled.' }),
  outcome: z
    .string()
    .nullable()
    .meta({ description: 'What was done, or why it was not.', example: null }),
})
export type FollowUpStep = z.infer<typeof FollowUpStep>

export const FollowUp = resourceSchema('FollowUp', {
  id: idOf('followUp'),
  kind: z.enum(KINDS),
  subjectType: z.string().meta({ example: 'appointment' }),
  subjectId: z.string().meta({ example: exampleId('appointment') }),
  workflowId: z.string().meta({
    description: 'Its workflow in Temporal.',
    example: `appointment/${exampleId('tenant')}/${exampleId('appointment')}`,
  }),
  status: z.enum(['ACTIVE', 'COMPLETED', 'CANCELLED']),
  waitingOn: z
    .string()
    .nullable()
    .meta({ description: 'The step that comes next.', example: 'reminder-48h' }),
  nextStepAt: time('2026-11-29T09:00:00.000Z'),
  steps: z.array(FollowUpStep).meta({ description: 'Past and future, by the time they are due.' }),
  ...recordMembers,
})
export type FollowUp = z.infer<typeof FollowUp>

export type FollowUpRow = FollowUpModel & { steps: StepModel[] }

export const toFollowUp = (row: FollowUpRow): FollowUp => ({
  id: row.id,
  kind: row.kind as FollowUp['kind'],
  subjectType: row.subjectType,
  subjectId: row.subjectId,
  workflowId: row.workflowId,
  status: row.status as FollowUp['status'],
  waitingOn: row.waitingOn,
  nextStepAt: utcOrNull(row.nextStepAt),
  steps: row.steps.map((step) => ({
    step: step.step,
    dueAt: utc(step.dueAt),
    status: step.status as FollowUpStep['status'],
    happenedAt: utcOrNull(step.happenedAt),
    outcome: step.outcome,
  })),
  ...recordOf(row),
})
