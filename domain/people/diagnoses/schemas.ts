import { z } from 'zod'
import type { Diagnosis as DiagnosisModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateTextOrNull } from '#platform/core/time/time.ts'
import { DIAGNOSIS_CODE, DiagnosisStatus } from './rules.ts'

/** An ICD-10-CM code, of which only the form is checked. */
export const diagnosisCode = z
  .string()
  .regex(DIAGNOSIS_CODE, { error: 'must be an ICD-10 code, such as F80.2' })

const members = {
  code: diagnosisCode.meta({
    description: 'ICD-10-CM code, with its point. Only the form is checked.',
    example: 'F80.2',
  }),
  description: line(300).meta({
    description: 'Diagnosis in words.',
    example: 'Mixed receptive-expressive language disorder',
  }),
  main: z
    .boolean()
    .meta({ description: 'Whether superbills list it before the others.', example: true }),
  onsetOn: calendarDate().nullable().meta({
    description: 'Date of onset, or of the diagnosis; null if it is not known.',
    example: '2024-09-01',
  }),
}

const resolvedOn = calendarDate()

export const Diagnosis = resourceSchema('Diagnosis', {
  id: idOf('diagnosis'),
  childId: idOf('child'),
  status: z
    .enum(DiagnosisStatus)
    .meta({ description: 'Whether the diagnosis is current, or has been resolved.' }),
  ...members,
  resolvedOn: resolvedOn.nullable().meta({
    description: 'Date since which the child no longer has it; null until then.',
    example: null,
  }),
  recordedBy: z.string().meta({
    description: 'ID of the user or API key that recorded it.',
    example: exampleId('user'),
  }),
  ...archivableMembers,
})
export type Diagnosis = z.infer<typeof Diagnosis>

export const CreateDiagnosis = z
  .strictObject({
    childId: idOf('child'),
    code: members.code,
    description: members.description,
    main: members.main.default(false),
    onsetOn: members.onsetOn.default(null),
  })
  .meta({
    id: 'CreateDiagnosis',
    example: {
      childId: exampleId('child'),
      code: 'F80.2',
      description: 'Mixed receptive-expressive language disorder',
      main: true,
      onsetOn: '2024-09-01',
    },
  })
export type CreateDiagnosis = z.infer<typeof CreateDiagnosis>

export const PatchDiagnosis = z
  .strictObject({
    code: members.code.exactOptional(),
    description: members.description.exactOptional(),
    main: members.main.exactOptional(),
    onsetOn: members.onsetOn.exactOptional(),
  })
  .meta({ id: 'PatchDiagnosis', example: { main: true } })
export type PatchDiagnosis = z.infer<typeof PatchDiagnosis>

export const ResolveDiagnosis = z
  .strictObject({
    resolvedOn: resolvedOn.exactOptional().meta({
      description:
        'Date since which the child no longer has it. Defaults to today in the centre’s time zone.',
      example: '2026-11-20',
    }),
  })
  .meta({ id: 'ResolveDiagnosis', example: { resolvedOn: '2026-11-20' } })
export type ResolveDiagnosis = z.infer<typeof ResolveDiagnosis>

export const toDiagnosis = (row: DiagnosisModel): Diagnosis => ({
  id: row.id,
  childId: row.childId,
  status: row.resolvedOn ? 'RESOLVED' : 'ACTIVE',
  code: row.code,
  description: row.description,
  main: row.main,
  onsetOn: dateTextOrNull(row.onsetOn),
  resolvedOn: dateTextOrNull(row.resolvedOn),
  recordedBy: row.recordedBy,
  ...archivableOf(row),
})
