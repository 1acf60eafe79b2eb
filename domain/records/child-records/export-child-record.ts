import { include as withEdition } from '#clinical/assessments/queries.ts'
import { toAssessment } from '#clinical/assessments/schemas.ts'
import { ifspsOf } from '#early-intervention/ifsps/queries.ts'
import { programsOfChild } from '#early-intervention/family-check-ins/programs-of-child.ts'
import { loadChild } from '#people/children/queries.ts'
import { toChild } from '#people/children/schemas.ts'
import { toConsent } from '#people/consents/schemas.ts'
import { diagnosesOf } from '#people/diagnoses/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { dateIn, utc } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { toFormResponse } from '#clinical/form-responses/schemas.ts'
import { definitionOf } from '#clinical/form-templates/schemas.ts'
import { toGoal, toGoalMeasurement } from '#clinical/goals/schemas.ts'
import {
  include as noteInclude,
  toAddendum,
  toSessionNote,
  toSignature,
} from '#clinical/notes/schemas.ts'
import { include, toSession } from '#clinical/sessions/schemas.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { loadOutlooks } from '#receivables/treatment-cycles/recount-cycles.ts'
import { toTreatmentCycle } from '#receivables/treatment-cycles/schemas.ts'
import { loadGuardians } from './load-guardians.ts'
import type { ChildRecord } from './schemas.ts'

/** The permissions for a child's chart and for further records of the child. */
export const RECORD_NEEDS = [
  'child-records:read',
  'children:read',
  'labels:read',
  'consents:read',
  'goals:read',
  'sessions:read',
  'session-notes:read',
  'form-responses:read',
  'assessments:read',
  'treatment-cycles:read',
  'early-intervention:read',
  'family-check-ins:read',
] as const

/** All records of a child's care, including drafts, withdrawn measurements and revoked consents. */
export const exportChildRecord = (ctx: Context, { id }: { id: string }): Promise<ChildRecord> =>
  read(ctx, RECORD_NEEDS, async (reader) => {
    const { tenantId, now } = reader
    const ofChild = { where: { tenantId, childId: id }, orderBy: { id: 'asc' } } as const
    const [
      child,
      guardians,
      consents,
      diagnoses,
      goals,
      assessments,
      cycles,
      sessions,
      forms,
      programs,
    ] = await Promise.all([
      loadChild(reader, id),
      loadGuardians(reader, id),
      reader.db.consent.findMany(ofChild),
      diagnosesOf(reader, id),
      reader.db.goal.findMany(ofChild),
      reader.db.assessment.findMany({ ...ofChild, include: withEdition }),
      reader.db.treatmentCycle.findMany(ofChild),
      reader.db.session.findMany({ ...ofChild, orderBy: { startedAt: 'asc' }, include }),
      loadForms(reader, id),
      programsOfChild(reader, id),
    ])
    const outlooks = await loadOutlooks(reader, cycles.map(idOfRow))
    const today = dateIn(now, (await loadTenantSettings(reader)).defaultTimeZone)
    const [measurements, notes] = await Promise.all([
      loadMeasurements(reader, goals.map(idOfRow)),
      loadNotes(reader, sessions.map(idOfRow)),
    ])
    return {
      childId: id,
      exportedAt: utc(now),
      exportedBy: ctx.actor.id,
      child: toChild(child),
      labels: await labelsOf(reader, child.labelIds),
      guardians,
      consents: consents.map((row) => toConsent(row, now)),
      diagnoses,
      goals: goals.map((row) => ({ ...toGoal(row), measurements: measurements.get(row.id) ?? [] })),
      forms,
      assessments: assessments.map(toAssessment),
      treatmentCycles: cycles.map((row) => toTreatmentCycle(row, outlooks.get(row.id)!, today)),
      sessions: sessions.map((row) => ({ ...toSession(row), notes: notes.get(row.id) ?? [] })),
      earlyInterventionPrograms: await Promise.all(
        programs.map(async (it) => ({ ...it, ifsps: await ifspsOf(reader, it.id) })),
      ),
    }
  })

const idOfRow = ({ id }: { id: string }): string => id

const labelsOf = async ({ db, tenantId }: Reader, ids: string[]): Promise<string[]> => {
  const rows = await db.label.findMany({
    where: { tenantId, id: { in: ids } },
    orderBy: { name: 'asc' },
  })
  return rows.map(({ name }) => name)
}

/** Questions and answers, including those of drafts and cancelled forms. */
const loadForms = async (reader: Reader, childId: string): Promise<ChildRecord['forms']> => {
  const { tenantId } = reader
  const rows = await reader.db.formResponse.findMany({
    where: { tenantId, childId },
    include: { signature: true, template: true },
    orderBy: { id: 'asc' },
  })
  const templates = await reader.db.formTemplate.findMany({
    where: { tenantId, id: { in: rows.map(({ templateId }) => templateId) } },
    select: { id: true, name: true },
  })
  const names = new Map(templates.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    ...toFormResponse(row),
    name: names.get(row.templateId)!,
    definition: definitionOf(row.template),
  }))
}

const loadMeasurements = async (reader: Reader, goalIds: string[]) => {
  const rows = await reader.db.goalMeasurement.findMany({
    where: { tenantId: reader.tenantId, goalId: { in: goalIds } },
    orderBy: { measuredAt: 'asc' },
  })
  return Map.groupBy(rows.map(toGoalMeasurement), ({ goalId }) => goalId)
}

const loadNotes = async (reader: Reader, sessionIds: string[]) => {
  const { tenantId } = reader
  const notes = await reader.db.sessionNote.findMany({
    where: { tenantId, sessionId: { in: sessionIds } },
    orderBy: { id: 'asc' },
    include: noteInclude,
  })
  const ofNotes = { tenantId, noteId: { in: notes.map(idOfRow) } }
  const [signatures, addenda] = await Promise.all([
    reader.db.sessionNoteSignature.findMany({ where: ofNotes, orderBy: { signedAt: 'asc' } }),
    reader.db.sessionNoteAddendum.findMany({ where: ofNotes, orderBy: { number: 'asc' } }),
  ])
  const signaturesOf = Map.groupBy(signatures, ({ noteId }) => noteId)
  const addendaOf = Map.groupBy(addenda, ({ noteId }) => noteId)
  const whole = notes.map((row) => ({
    ...toSessionNote(row),
    signatures: (signaturesOf.get(row.id) ?? []).map(toSignature),
    addenda: (addendaOf.get(row.id) ?? []).map(toAddendum),
  }))
  return Map.groupBy(whole, ({ sessionId }) => sessionId)
}
