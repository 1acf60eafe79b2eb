import { z } from 'zod'
import type {
  ClinicalReport as ReportModel,
  ClinicalReportSignature as SignatureModel,
} from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { calendarDate, dateText, utc, utcOrNull } from '#platform/core/time/time.ts'
import { AssessmentScore } from '../assessments/schemas.ts'
import { GoalProgress } from '../goals/progress-schemas.ts'
import { REPORT_KINDS, ReportStatus } from './names.ts'

const count = (description: string, example: number) =>
  z.int().min(0).meta({ description, example })

export const ReportFindings = z
  .strictObject({
    care: z
      .array(
        z
          .strictObject({
            serviceId: idOf('service')
              .nullable()
              .meta({ description: 'Service of the sessions; null if none was recorded.' }),
            service: z.string().nullable().meta({
              description: 'Name of the service; null if none was recorded.',
              example: 'Speech therapy',
            }),
            sessions: count('Sessions that the child attended.', 11),
            minutes: count('Minutes of these sessions; those without an end count nothing.', 495),
          })
          .meta({ id: 'ClinicalReportCare' }),
      )
      .meta({ description: 'What was provided, by service.' }),
    attendance: z
      .strictObject({
        planned: count('Sessions, no-shows and cancellations by the family.', 13),
        attended: count('Sessions that the child attended.', 11),
        absent: count('Sessions from which the child was absent.', 0),
        noShows: count('Appointments that the family missed.', 1),
        cancelledByFamily: count('Appointments that the family cancelled.', 1),
        firstOn: calendarDate().nullable().meta({
          description: 'Date of the first session in the period; null if there was none.',
          example: '2026-09-03',
        }),
        lastOn: calendarDate().nullable().meta({
          description: 'Date of the last session in the period; null if there was none.',
          example: '2026-11-19',
        }),
        evidenceIds: z.array(z.string()).meta({
          description: 'IDs of these sessions and appointments, latest first, at most 500.',
          example: [exampleId('session'), exampleId('appointment')],
        }),
      })
      .meta({ id: 'ClinicalReportAttendance', description: 'How regularly the child came.' }),
    goals: z.array(GoalProgress).meta({
      description:
        'Progress of the goals at the end of the period, from the measurements until then. Each statement names its measurements.',
    }),
    assessments: z
      .array(
        z
          .strictObject({
            assessmentId: idOf('assessment'),
            instrument: z
              .string()
              .meta({ description: 'Name of the instrument.', example: 'Sounds in words' }),
            administeredOn: calendarDate().meta({
              description: 'Date of the assessment, as YYYY-MM-DD.',
              example: '2026-11-20',
            }),
            scores: z.array(AssessmentScore).meta({
              description: 'Raw scores with their norm values.',
            }),
          })
          .meta({ id: 'ClinicalReportAssessment' }),
      )
      .meta({ description: 'Assessments that were completed in the period, oldest first.' }),
  })
  .meta({ id: 'ClinicalReportFindings' })
export type ReportFindings = z.infer<typeof ReportFindings>

const members = {
  kind: z.enum(REPORT_KINDS).meta({
    description: 'PROGRESS_REPORT on a period, or DISCHARGE_SUMMARY at the end of care.',
    example: 'PROGRESS_REPORT',
  }),
  startsOn: calendarDate().meta({
    description: 'First day of the period, in the centre’s time zone.',
    example: '2026-09-01',
  }),
  endsOn: calendarDate().meta({
    description: 'Last day of the period, in the centre’s time zone.',
    example: '2026-11-20',
  }),
  summary: prose(20_000).min(1).nullable().meta({
    description: 'The therapist’s summary, up to 20,000 characters; null until it is written.',
    example: 'Lena says /r/ in words and begins to use it in phrases.',
  }),
  recommendations: prose(20_000).min(1).nullable().meta({
    description: 'What the therapist recommends, up to 20,000 characters; null if nothing.',
    example: 'Continue weekly for three months.',
  }),
  replacesId: idOf('clinicalReport').nullable().meta({
    description: 'Signed report that this one corrects; null if it is not a correction.',
    example: null,
  }),
}

const ReportSignature = z
  .strictObject({
    id: idOf('clinicalReportSignature'),
    role: z
      .enum(['AUTHOR', 'COSIGNER'])
      .meta({ description: 'Whether the therapist or the supervisor signed.' }),
    revision: z.int().meta({
      description: 'Number of the revision. It increases each time a supervisor returns the report.',
      example: 1,
    }),
    providerId: idOf('provider').meta({ description: 'Provider in whose name it was signed.' }),
    signerName: z.string().meta({
      description: 'Name of the user or API key at the time of signing.',
      example: 'Ana Ruiz',
    }),
    onBehalf: z.boolean().meta({
      description:
        'Whether a key of the centre that is not bound to the provider made the signature.',
      example: false,
    }),
    delegatedById: idOf('provider').nullable().meta({
      description: 'Supervisor named by the report, if a delegate signed; otherwise null.',
      example: null,
    }),
    contentHash: z.string().meta({
      description: 'SHA-256 of the signed report, as 64 hexadecimal digits.',
      example: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
    }),
    keyId: z.string().meta({
      description: 'ID of the platform key that made the signature.',
      example: exampleId('signingKey'),
    }),
    signature: z
      .string()
      .meta({ description: 'Ed25519 signature, as base64url.', example: 'x5Yc…' }),
    signedAt: z.iso.datetime().meta({
      description: 'When the signature was made, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
  })
  .meta({ id: 'ClinicalReportSignature' })

export const ClinicalReport = resourceSchema('ClinicalReport', {
  id: idOf('clinicalReport'),
  childId: idOf('child'),
  kind: members.kind,
  status: z.enum(ReportStatus).meta({
    description:
      'DRAFT while it is written; AWAITING_COSIGN if the therapist is supervised; SIGNED, and from then on frozen; REPLACED by a signed correction; WITHDRAWN.',
    example: 'DRAFT',
  }),
  providerId: idOf('provider').meta({ description: 'Therapist who signs the report.' }),
  startsOn: members.startsOn,
  endsOn: members.endsOn,
  findings: ReportFindings.meta({
    description:
      'What the record shows of the period, with the IDs of its evidence. Drawn when the draft is created or refreshed; a report whose findings have changed since cannot be signed.',
  }),
  summary: members.summary,
  recommendations: members.recommendations,
  replacesId: members.replacesId,
  dueAt: z.iso.datetime().nullable().meta({
    description: 'When the report is due, in UTC; null if nobody set a date.',
    example: null,
  }),
  supervisorId: idOf('provider').nullable().meta({
    description: 'Supervisor who co-signs; null if no second signature is needed.',
    example: null,
  }),
  returnReason: z.string().nullable().meta({
    description: 'Why the supervisor returned the report; null if that did not happen.',
    example: null,
  }),
  signatures: z.array(ReportSignature).meta({
    description: 'Signatures of all revisions, oldest first.',
    example: [],
  }),
  signedAt: z.iso.datetime().nullable().meta({
    description: 'When the last of the required signatures was made, in UTC; null until then.',
    example: null,
  }),
  ...recordMembers,
})
export type ClinicalReport = z.infer<typeof ClinicalReport>

export type ReportRow = ReportModel & { signatures: SignatureModel[] }

export const findingsOf = (row: Pick<ReportModel, 'findings'>): ReportFindings =>
  fromJson(ReportFindings, row.findings)

const toSignature = (row: SignatureModel): z.infer<typeof ReportSignature> => ({
  id: row.id,
  role: row.role as 'AUTHOR' | 'COSIGNER',
  revision: row.revision,
  providerId: row.providerId,
  signerName: row.signerName,
  onBehalf: row.onBehalf,
  delegatedById: row.delegatedById,
  contentHash: row.contentHash,
  keyId: row.keyId,
  signature: row.signature,
  signedAt: utc(row.signedAt),
})

export const toClinicalReport = (row: ReportRow): ClinicalReport => ({
  id: row.id,
  childId: row.childId,
  kind: row.kind as ClinicalReport['kind'],
  status: row.status as ClinicalReport['status'],
  providerId: row.providerId,
  startsOn: dateText(row.startsOn),
  endsOn: dateText(row.endsOn),
  findings: findingsOf(row),
  summary: row.summary,
  recommendations: row.recommendations,
  replacesId: row.replacesId,
  dueAt: utcOrNull(row.dueAt),
  supervisorId: row.supervisorId,
  returnReason: row.returnReason,
  signatures: row.signatures.map(toSignature),
  signedAt: utcOrNull(row.signedAt),
  ...recordOf(row),
})

export const CreateClinicalReport = z
  .strictObject({
    childId: idOf('child'),
    kind: members.kind.default('PROGRESS_REPORT'),
    providerId: idOf('provider').exactOptional().meta({
      description: 'Therapist who signs the report. Defaults to the caller’s own provider.',
    }),
    startsOn: members.startsOn.exactOptional().meta({
      description:
        'First day of the period. Defaults to the day after the last signed progress report, or else to the first session; for a discharge summary always to the first session.',
    }),
    endsOn: members.endsOn.exactOptional().meta({
      description: 'Last day of the period, at the latest today. Defaults to today.',
    }),
    summary: members.summary.default(null),
    recommendations: members.recommendations.default(null),
    replacesId: members.replacesId.default(null),
  })
  .meta({
    id: 'CreateClinicalReport',
    example: {
      childId: exampleId('child'),
      providerId: exampleId('provider'),
      startsOn: '2026-09-01',
      endsOn: '2026-11-20',
    },
  })
export type CreateClinicalReport = z.infer<typeof CreateClinicalReport>

export const PatchClinicalReport = z
  .strictObject({
    providerId: idOf('provider').exactOptional().meta({
      description: 'Therapist who signs the report.',
    }),
    startsOn: members.startsOn.exactOptional(),
    endsOn: members.endsOn.exactOptional(),
    summary: members.summary.exactOptional(),
    recommendations: members.recommendations.exactOptional(),
  })
  .meta({
    id: 'PatchClinicalReport',
    example: { summary: 'Lena says /r/ in words.' },
  })
export type PatchClinicalReport = z.infer<typeof PatchClinicalReport>

export const ReturnClinicalReport = z
  .strictObject({
    reason: prose(2_000).min(1).meta({
      description: 'What the therapist should change, up to 2,000 characters.',
      example: 'Name the target for the next period.',
    }),
  })
  .meta({ id: 'ReturnClinicalReport', example: { reason: 'Name the target for the next period.' } })
