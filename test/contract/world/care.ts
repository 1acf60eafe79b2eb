import { systemContext } from '#platform/core/context/context.ts'
import { writeArchive } from '#privacy/person-exports/write-archive.ts'
import { once } from '../../support/once.ts'
import { createRecords, type Json, type Made, type Records } from './records.ts'
import type { People } from './people.ts'

/** Texts in the records of a child that no other record contains. */
export const CLINICAL = { goal: 'Says /r/ in words', note: 'Produced /r/ in 7 of 10 words.' }

/** Answers that complete a form of `formTemplate`. */
export const FORM_ANSWERS = { answers: { sleepsBadly: true }, signedName: 'Mara Weiss' }

/** Clinical records, and who may see them. */
export const createCare = ({ make, first, api, client }: Records, { provider, child }: People) => {
  /** With attendance and a goal. */
  const sessionWithOthers = async () => {
    const made = await goal()
    return make('/v1/sessions', {
      childId: made['childId'],
      providerId: (await provider()).id,
      startedAt: '2026-11-20T10:02:00+01:00',
      participants: [{ role: 'INTERPRETER', name: 'Selin Kaya' }],
      goalIds: [made.id],
    })
  }

  const session = async () => sessionOf((await child()).id)

  const sessionOf = async (childId: string) =>
    make('/v1/sessions', {
      childId,
      providerId: (await provider()).id,
      startedAt: '2026-11-20T10:02:00+01:00',
      endedAt: '2026-11-20T10:47:00+01:00',
    })

  /** With a goal and a note, so that responses have something to show or quote. */
  const childInCare = async (): Promise<Made> => {
    const made = await goal()
    const childId = made['childId'] as string
    const held = await sessionOf(childId)
    await make(`/v1/sessions/${held.id}/notes`, { objective: CLINICAL.note })
    for (const value of [60, 50, 40, 30, 25])
      await make(`/v1/goals/${made.id}/measurements`, {
        measuredAt: `2026-11-${value / 5 + 5}T10:00:00+01:00`,
        result: { value },
      })
    return { ...held, id: childId }
  }

  const note = async () =>
    make(`/v1/sessions/${(await session()).id}/notes`, {
      subjective: 'Says that school was loud.',
      objective: CLINICAL.note,
      assessment: 'Progress.',
      plan: 'Phrases.',
    })

  const signedNote = async () => {
    const { id } = await note()
    return make(`/v1/session-notes/${id}/sign`)
  }

  /** The same by another key of the tenant. */
  const byAnotherKey = once(async () => createRecords(api, await api.createClient(client.tenantId)))

  /** The note of a supervised provider, signed by another key. */
  const noteToCosign = async (): Promise<Made> => {
    const { id, providerId } = await session()
    const supervisorId = (await provider()).id
    await make('/v1/supervisions', { providerId, supervisorId })
    const author = await byAnotherKey()
    return author.make(`/v1/sessions/${id}/notes`, { plan: 'Phrases.', sign: true })
  }

  const noteTemplate = () =>
    make('/v1/note-templates', {
      discipline: 'SPEECH_THERAPY',
      name: 'Articulation',
      sections: { plan: { text: 'Next session: ' } },
    })

  const formDraft = () =>
    make('/v1/form-templates', {
      name: 'Intake',
      definition: {
        sections: [
          {
            title: 'Sleep',
            questions: [
              { type: 'YES_NO', key: 'sleepsBadly', label: 'Badly?', required: true },
              { type: 'LONG_TEXT', key: 'more', label: 'More?' },
            ],
          },
        ],
        scores: [{ key: 'burden', label: 'Burden', op: 'SUM', questions: ['sleepsBadly'] }],
        signature: true,
      },
    })

  const formTemplate = async () => make(`/v1/form-templates/${(await formDraft()).id}/publish`)

  const newFormResponse = async (): Promise<Json> => ({
    childId: (await child()).id,
    templateId: (await formTemplate()).id,
  })

  const formResponse = async () => make('/v1/form-responses', await newFormResponse())

  const newProviderForm = async (): Promise<Json> => ({
    providerId: (await provider({ email: 'ana.ruiz@example.com' })).id,
    templateId: (await formTemplate()).id,
  })

  const providerForm = async () => make('/v1/provider-forms', await newProviderForm())

  const submittedProviderForm = async () =>
    make(`/v1/provider-forms/${(await providerForm()).id}/submit`, FORM_ANSWERS)

  const submittedForm = async () =>
    make(`/v1/form-responses/${(await formResponse()).id}/submit`, FORM_ANSWERS)

  const supervision = async () =>
    make('/v1/supervisions', {
      providerId: (await provider()).id,
      supervisorId: (await provider()).id,
    })

  const supervisionDelegate = async () =>
    make('/v1/supervision-delegates', {
      supervisorId: (await provider()).id,
      delegateId: (await provider()).id,
      endsAt: '2027-01-04T09:00:00+01:00',
    })

  const careTeamMember = async () =>
    make('/v1/care-team-members', {
      childId: (await child()).id,
      providerId: (await provider()).id,
      role: 'ASSISTANT',
    })

  const personExport = async () => make('/v1/person-exports', { childId: (await child()).id })

  /** As its workflow leaves it. */
  const readyExport = async () => {
    const made = await personExport()
    const { platform } = api.services
    const { tenantId } = client
    await writeArchive(systemContext(platform, { tenantId, action: 'writePersonArchive' }), made)
    return made
  }

  const processingRestriction = async () =>
    make('/v1/processing-restrictions', {
      childId: (await child()).id,
      ground: 'ACCURACY_CONTESTED',
      reason: 'The mother contests the diagnosis.',
    })

  /** With a guardian who is notified of the lifting. */
  const liftingRestriction = async (): Promise<Made> => {
    const { id: childId } = await child()
    const { id: clientId } = await make('/v1/clients', {
      name: 'Mara Weiss',
      email: 'mara@example.com',
    })
    const guardianship = { childId, clientId, relationship: 'mother', legal: true }
    await make('/v1/guardianships', guardianship)
    const { id } = await make('/v1/processing-restrictions', {
      childId,
      ground: 'OBJECTION',
      reason: 'Objects to statistics.',
    })
    return make(`/v1/processing-restrictions/${id}/lift`, { reason: 'Verified.' })
  }

  const emergency = async (): Promise<Json> => ({
    childId: (await child()).id,
    providerId: (await provider()).id,
    reason: 'A seizure in the waiting room.',
  })

  /** Opened by a person other than its reviewer. */
  const breakGlassGrant = async () =>
    (await byAnotherKey()).make('/v1/break-glass-grants', await emergency())

  /** Requested by a person other than its approver. */
  const erasure = async (): Promise<Made> => {
    const asked = { childId: (await child()).id, reason: 'They ask to be forgotten.' }
    return (await byAnotherKey()).make('/v1/erasures', asked)
  }

  const newGoal = async (): Promise<Json> => ({
    childId: (await child()).id,
    area: 'Articulation',
    title: CLINICAL.goal,
    unit: 'percent',
    baseline: { value: 20 },
    target: { value: 80, dueOn: '2027-03-31' },
  })

  const goal = async () => make('/v1/goals', await newGoal())

  const measurement = async () =>
    make(`/v1/goals/${(await goal()).id}/measurements`, {
      measuredAt: '2026-11-20T10:20:00+01:00',
      result: { value: 30 },
    })

  /** For a goal that gets worse day by day. */
  const goalReview = async (): Promise<Made> => {
    const { id } = await goal()
    for (const day of [1, 2, 3, 4, 5])
      await make(`/v1/goals/${id}/measurements`, {
        measuredAt: `2026-11-0${day}T10:00:00+01:00`,
        result: { value: 60 - day },
      })
    return first(`/v1/goal-reviews?goalId=${id}`)
  }

  /** An invented instrument: a sum of two items, with norms for a year. */
  const instrumentDefinition = (): Json => ({
    items: [
      { key: 'naming', label: 'Names pictures', min: 0, max: 6 },
      { key: 'phrases', label: 'Says phrases', min: 0, max: 4 },
    ],
    scores: [{ key: 'expressive', label: 'Expressive', items: ['naming', 'phrases'] }],
    norms: [
      {
        score: 'expressive',
        scale: 'standard score',
        fromMonths: 60,
        untilMonths: 72,
        rows: [{ rawFrom: 0, rawTo: 10, value: 95 }],
      },
    ],
  })

  const instrument = () =>
    make('/v1/assessment-instruments', {
      name: 'Screening of the centre',
      ...instrumentDefinition(),
    })

  const newAssessmentSchedule = async (): Promise<Json> => ({
    childId: (await child()).id,
    instrumentId: (await instrument()).id,
    timing: 'EVERY',
    startsOn: '2026-11-01',
    months: 6,
  })

  const assessmentSchedule = async () =>
    make('/v1/assessment-schedules', await newAssessmentSchedule())

  const assessment = async (): Promise<Made> => {
    const { id } = await assessmentSchedule()
    return first(`/v1/assessments?scheduleId=${id}`)
  }

  const completedAssessment = async () =>
    make(`/v1/assessments/${(await assessment()).id}/complete`, {
      administeredOn: '2026-11-20',
      items: { naming: 5, phrases: 2 },
    })

  const correctedAssessment = async (): Promise<Made> => {
    const { id } = await completedAssessment()
    return make(`/v1/assessments/${id}/correct`, {
      administeredOn: '2026-11-20',
      items: { naming: 6, phrases: 2 },
      reason: 'Miscounted.',
    })
  }

  return {
    sessionWithOthers,
    session,
    childInCare,
    note,
    signedNote,
    noteToCosign,
    noteTemplate,
    formDraft,
    formTemplate,
    newFormResponse,
    formResponse,
    newProviderForm,
    providerForm,
    submittedProviderForm,
    submittedForm,
    supervision,
    supervisionDelegate,
    careTeamMember,
    personExport,
    readyExport,
    processingRestriction,
    liftingRestriction,
    emergency,
    breakGlassGrant,
    erasure,
    newGoal,
    goal,
    measurement,
    goalReview,
    instrumentDefinition,
    instrument,
    newAssessmentSchedule,
    assessmentSchedule,
    assessment,
    completedAssessment,
    correctedAssessment,
  }
}
