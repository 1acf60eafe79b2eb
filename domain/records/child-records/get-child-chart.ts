import type {
  Consent as ConsentModel,
  Goal as GoalModel,
  SessionNote as SessionNoteModel,
} from '#prisma/generated/client.ts'
import { programsOfChild } from '#early-intervention/family-check-ins/programs-of-child.ts'
import { loadChild } from '#people/children/queries.ts'
import { toChild } from '#people/children/schemas.ts'
import { toConsent } from '#people/consents/schemas.ts'
import { diagnosesOf } from '#people/diagnoses/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { inZone, utc } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { requiredForms } from '#clinical/form-responses/queries.ts'
import type { AppointmentForm } from '#clinical/form-responses/schemas.ts'
import { toGoal } from '#clinical/goals/schemas.ts'
import { toSessionNote } from '#clinical/notes/schemas.ts'
import { loadGuardians } from './load-guardians.ts'
import type { ChildChart } from './schemas.ts'

/** A chart shows other records, so it requires the permissions for them. */
export const CHART_NEEDS = [
  'child-records:read',
  'children:read',
  'consents:read',
  'goals:read',
  'session-notes:read',
  'early-intervention:read',
  'family-check-ins:read',
] as const

const LAST_CHECK_INS = 10

/** A child's chart. Its nine statements are sent together; a program needs more. */
export const getChildChart = (ctx: Context, { id }: { id: string }): Promise<ChildChart> =>
  read(ctx, CHART_NEEDS, async (reader) => {
    const { tenantId, now } = reader
    const [child, guardians, consents, diagnoses, appointments, goals, notes, programs] =
      await Promise.all([
        loadChild(reader, id),
        loadGuardians(reader, id),
        reader.sql<ConsentModel>(CONSENTS, [tenantId, id]),
        diagnosesOf(reader, id, { archivedAt: null, resolvedOn: null }),
        loadNextAppointments(reader, id),
        reader.sql<GoalModel>(GOALS, [tenantId, id]),
        loadLastNotes(reader, id),
        programsOfChild(reader, id, 'ACTIVE'),
      ])
    return {
      child: toChild(child),
      guardians,
      consents: consents.map((row) => toConsent(row, now)),
      diagnoses,
      nextAppointments: appointments.map(
        ({ providerId, providerName, startsAt, timeZone, forms, ...it }) => ({
          ...it,
          missingForms: forms.filter(({ state }) => state !== 'SUBMITTED'),
          startsAt: inZone(startsAt, timeZone),
          provider: { id: providerId, name: providerName },
        }),
      ),
      goals: goals.map(toGoal),
      lastNotes: notes.map(({ startedAt, providerId, ...note }) => ({
        sessionStartedAt: utc(startedAt),
        note: toSessionNote({ ...note, session: { childId: id, providerId, startedAt } }),
      })),
      earlyInterventionPrograms: programs.map(({ checkIns, ...program }) => ({
        ...program,
        checkIns: checkIns.slice(-LAST_CHECK_INS),
      })),
    }
  })

interface NextAppointment {
  id: string
  status: string
  type: string
  startsAt: Date
  timeZone: string
  providerId: string
  providerName: string
  forms: AppointmentForm[]
}

const loadNextAppointments = (reader: Reader, childId: string) =>
  reader.sql<NextAppointment>(
    `SELECT a.id, a.status, a.type, a.starts_at AS "startsAt", a.time_zone AS "timeZone", p.id AS "providerId", p.name AS "providerName",
       ${requiredForms('a')} AS forms
     FROM appointments a JOIN providers p ON p.tenant_id = a.tenant_id AND p.id = a.provider_id
     WHERE a.tenant_id = $1 AND a.child_id = $2 AND a.starts_at >= $3
       AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN')
     ORDER BY a.starts_at LIMIT 5`,
    [reader.tenantId, childId, reader.now],
  )

const loadLastNotes = (reader: Reader, childId: string) =>
  reader.sql<SessionNoteModel & { startedAt: Date; providerId: string }>(
    `SELECT n.tenant_id AS "tenantId", n.id, n.session_id AS "sessionId", n.status, n.subjective, n.objective,
       n.assessment, n.plan, n.author_id AS "authorId", n.signed_at AS "signedAt", n.template_id AS "templateId",
       n.supervisor_id AS "supervisorId", n.revision, n.return_reason AS "returnReason", n.format, n.sections, n.created_at AS "createdAt",
       n.updated_at AS "updatedAt", n.version, s.started_at AS "startedAt", s.provider_id AS "providerId"
     FROM sessions s JOIN session_notes n ON n.tenant_id = s.tenant_id AND n.session_id = s.id
     WHERE s.tenant_id = $1 AND s.child_id = $2 ORDER BY s.started_at DESC, n.id DESC LIMIT 10`,
    [reader.tenantId, childId],
  )

const CONSENTS = `
  SELECT tenant_id AS "tenantId", id, child_id AS "childId", kind, granted_by_id AS "grantedById",
         granted_at AS "grantedAt", expires_at AS "expiresAt", evidence, revoked_at AS "revokedAt",
         revoke_reason AS "revokeReason", recorded_by AS "recordedBy", created_at AS "createdAt",
         updated_at AS "updatedAt", version
  FROM consents WHERE tenant_id = $1 AND child_id = $2 AND revoked_at IS NULL ORDER BY id DESC`

const GOALS = `
  SELECT tenant_id AS "tenantId", id, child_id AS "childId", area, title, description, unit, baseline, target,
         target_due_on::timestamp AT TIME ZONE 'UTC' AS "targetDueOn", consecutive, status,
         achievement_status AS "achievementStatus", trend, achieved_at AS "achievedAt",
         last_measured_at AS "lastMeasuredAt", ended_at AS "endedAt", end_reason AS "endReason",
         created_at AS "createdAt", updated_at AS "updatedAt", version
  FROM goals WHERE tenant_id = $1 AND child_id = $2 AND status IN ('ACTIVE', 'ON_HOLD') ORDER BY id`
