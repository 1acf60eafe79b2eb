import { z } from 'zod'
import type { SessionNote as SessionNoteModel } from '../../prisma/generated/client.ts'
import { exampleId, idOf } from '../core/ids.ts'
import { prose, recordMembers, recordOf } from '../core/record.ts'
import { resourceSchema } from '../core/resource-schema.ts'
import { utcOrNull } from '../core/time.ts'
import { NoteStatus } from './rules.ts'

const section = () => prose(20_000)

const soap = {
  subjective: section().meta({ example: 'Says that school was loud this week.' }),
  objective: section().meta({ example: 'Produced /r/ in 7 of 10 words.' }),
  assessment: section().meta({ example: 'Progress towards goal 2.' }),
  plan: section().meta({ example: 'Move on to phrases; practise at home.' }),
}

/** A SOAP note: subjective, objective, assessment, plan. */
export const SessionNote = resourceSchema('SessionNote', {
  id: idOf('sessionNote'),
  sessionId: idOf('session'),
  status: z.enum(NoteStatus),
  ...soap,
  authorId: z
    .string()
    .meta({ description: 'Who wrote it: the API key or the user.', example: exampleId('apiKey') }),
  signedAt: z.iso.datetime().nullable().meta({ example: null }),
  ...recordMembers,
})
export type SessionNote = z.infer<typeof SessionNote>

export const CreateSessionNote = z
  .strictObject({
    subjective: soap.subjective.default(''),
    objective: soap.objective.default(''),
    assessment: soap.assessment.default(''),
    plan: soap.plan.default(''),
    sign: z.boolean().default(false).meta({
      description: 'Signs at once. A signed note cannot be changed any more.',
      example: false,
    }),
  })
  .meta({
    id: 'CreateSessionNote',
    example: {
      subjective: 'Says that school was loud this week.',
      objective: 'Produced /r/ in 7 of 10 words.',
      assessment: 'Progress towards goal 2.',
      plan: 'Move on to phrases; practise at home.',
    },
  })
export type CreateSessionNote = z.infer<typeof CreateSessionNote>

export const PatchSessionNote = z
  .strictObject({
    subjective: soap.subjective.exactOptional(),
    objective: soap.objective.exactOptional(),
    assessment: soap.assessment.exactOptional(),
    plan: soap.plan.exactOptional(),
  })
  .meta({ id: 'PatchSessionNote', example: { plan: 'Repeat single words.' } })
export type PatchSessionNote = z.infer<typeof PatchSessionNote>

export const toSessionNote = (row: SessionNoteModel): SessionNote => ({
  id: row.id,
  sessionId: row.sessionId,
  status: row.status as NoteStatus,
  subjective: row.subjective,
  objective: row.objective,
  assessment: row.assessment,
  plan: row.plan,
  authorId: row.authorId,
  signedAt: utcOrNull(row.signedAt),
  ...recordOf(row),
})
