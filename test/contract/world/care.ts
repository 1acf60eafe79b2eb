import { systemContext } from '#platform/core/context.ts'
import { writeArchive } from '#privacy/person-exports/write-archive.ts'
import type { ApiClient } from '../../support/api.ts'
import type { Json, Made } from './records.ts'
import { Scheduling } from './scheduling.ts'

/** What makes a form of `formTemplate` whole. */
/** Texts of a child's records that stand in no other. */
export const CLINICAL = { goal: 'Says /r/ in words', note: 'Produced /r/ in 7 of 10 words.' }

export const FORM_ANSWERS = { answers: { sleepsBadly: true }, signedName: 'Mara Weiss' }

/** Clinical records, and who may see them. */
export class Care extends Scheduling {
  /** With who was there, and a goal that was worked on. */
  sessionWithOthers = async () => {
    const goal = await this.goal()
    return this.make('/v1/sessions', {
      childId: goal['childId'],
      providerId: (await this.provider()).id,
      startedAt: '2026-11-20T10:02:00+01:00',
      present: [{ role: 'INTERPRETER', name: 'Selin Kaya' }],
      goalIds: [goal.id],
    })
  }

  session = async () => this.sessionOf((await this.child()).id)

  private sessionOf = async (childId: string) =>
    this.make('/v1/sessions', {
      childId,
      providerId: (await this.provider()).id,
      startedAt: '2026-11-20T10:02:00+01:00',
      endedAt: '2026-11-20T10:47:00+01:00',
    })

  /** With a goal and a note, so that what shows or quotes them has something to show. */
  async childInCare(): Promise<Made> {
    const goal = await this.goal()
    const childId = goal['childId'] as string
    const session = await this.sessionOf(childId)
    await this.make(`/v1/sessions/${session.id}/notes`, { objective: CLINICAL.note })
    for (const value of [60, 50, 40, 30, 25])
      await this.make(`/v1/goals/${goal.id}/measurements`, {
        measuredAt: `2026-11-${value / 5 + 5}T10:00:00+01:00`,
        result: { value },
      })
    return { ...session, id: childId }
  }

  note = async () =>
    this.make(`/v1/sessions/${(await this.session()).id}/notes`, {
      subjective: 'Says that school was loud.',
      objective: CLINICAL.note,
      assessment: 'Progress.',
      plan: 'Phrases.',
    })

  signedNote = async () => {
    const { id } = await this.note()
    return this.make(`/v1/session-notes/${id}/sign`)
  }

  /** A supervised provider's note, signed by somebody else's key. */
  async noteToCosign(): Promise<Made> {
    const session = await this.session()
    const supervisorId = (await this.provider()).id
    await this.make('/v1/supervisions', { providerId: session['providerId'], supervisorId })
    const author = new Care(this.api, await this.therapist())
    return author.make(`/v1/sessions/${session.id}/notes`, { plan: 'Phrases.', sign: true })
  }

  #therapist: Promise<ApiClient> | undefined
  /** Another key of the tenant. */
  therapist = (): Promise<ApiClient> =>
    (this.#therapist ??= this.api.createClient(this.client.tenantId))

  noteTemplate = () =>
    this.make('/v1/note-templates', {
      discipline: 'SPEECH_THERAPY',
      name: 'Articulation',
      sections: { plan: { text: 'Next session: ' } },
    })

  formDraft = () =>
    this.make('/v1/form-templates', {
      name: 'Intake',
      definition: {
        sections: [
          {
            title: 'Sleep',
            questions: [
              { type: 'yesNo', key: 'sleepsBadly', label: 'Badly?', required: true },
              { type: 'longText', key: 'more', label: 'More?' },
            ],
          },
        ],
        scores: [{ key: 'burden', label: 'Burden', op: 'sum', questions: ['sleepsBadly'] }],
        signature: true,
      },
    })

  formTemplate = async () => this.make(`/v1/form-templates/${(await this.formDraft()).id}/publish`)

  newFormResponse = async (): Promise<Json> => ({
    childId: (await this.child()).id,
    templateId: (await this.formTemplate()).id,
  })

  formResponse = async () => this.make('/v1/form-responses', await this.newFormResponse())

  submittedForm = async () =>
    this.make(`/v1/form-responses/${(await this.formResponse()).id}/submit`, FORM_ANSWERS)

  supervision = async () =>
    this.make('/v1/supervisions', {
      providerId: (await this.provider()).id,
      supervisorId: (await this.provider()).id,
    })

  careTeamMember = async () =>
    this.make('/v1/care-team-members', {
      childId: (await this.child()).id,
      providerId: (await this.provider()).id,
      role: 'ASSISTANT',
    })

  personExport = async () => this.make('/v1/person-exports', { childId: (await this.child()).id })

  /** As its workflow leaves it. */
  readyExport = async () => {
    const made = await this.personExport()
    const { platform } = this.api.services
    const { tenantId } = this.client
    await writeArchive(systemContext(platform, { tenantId, action: 'writePersonArchive' }), made)
    return made
  }

  processingRestriction = async () =>
    this.make('/v1/processing-restrictions', {
      childId: (await this.child()).id,
      ground: 'ACCURACY_CONTESTED',
      reason: 'The mother contests the diagnosis.',
    })

  /** With a guardian who is told that it is going to be lifted. */
  async liftingRestriction(): Promise<Made> {
    const { id: childId } = await this.child()
    const { id: clientId } = await this.make('/v1/clients', {
      name: 'Mara Weiss',
      email: 'mara@example.com',
    })
    const guardianship = { childId, clientId, relationship: 'mother', legal: true }
    await this.make('/v1/guardianships', guardianship)
    const { id } = await this.make('/v1/processing-restrictions', {
      childId,
      ground: 'OBJECTION',
      reason: 'Objects to statistics.',
    })
    return this.make(`/v1/processing-restrictions/${id}/lift`, { reason: 'Verified.' })
  }

  emergency = async (): Promise<Json> => ({
    childId: (await this.child()).id,
    providerId: (await this.provider()).id,
    reason: 'A seizure in the waiting room.',
  })
  breakGlassGrant = async () => this.make('/v1/break-glass-grants', await this.emergency())

  newGoal = async (): Promise<Json> => ({
    childId: (await this.child()).id,
    area: 'Articulation',
    title: CLINICAL.goal,
    unit: 'percent',
    baseline: { value: 20 },
    target: { value: 80, date: '2027-03-31' },
  })

  goal = async () => this.make('/v1/goals', await this.newGoal())

  measurement = async () =>
    this.make(`/v1/goals/${(await this.goal()).id}/measurements`, {
      measuredAt: '2026-11-20T10:20:00+01:00',
      result: { value: 30 },
    })

  /** Of a goal that gets worse, day by day. */
  async goalReview(): Promise<Made> {
    const { id } = await this.goal()
    for (const day of [1, 2, 3, 4, 5])
      await this.make(`/v1/goals/${id}/measurements`, {
        measuredAt: `2026-11-0${day}T10:00:00+01:00`,
        result: { value: 60 - day },
      })
    return this.first(`/v1/goal-reviews?goalId=${id}`)
  }

  /** The definition of an instrument that is nobody's: a sum of two items, with norms for a year. */
  instrumentDefinition = (): Json => ({
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

  instrument = () =>
    this.make('/v1/assessment-instruments', {
      name: 'Screening of the centre',
      ...this.instrumentDefinition(),
    })

  newAssessmentSchedule = async (): Promise<Json> => ({
    childId: (await this.child()).id,
    instrumentId: (await this.instrument()).id,
    timing: 'EVERY',
    on: '2026-11-01',
    months: 6,
  })

  assessmentSchedule = async () =>
    this.make('/v1/assessment-schedules', await this.newAssessmentSchedule())

  async assessment(): Promise<Made> {
    const { id } = await this.assessmentSchedule()
    return this.first(`/v1/assessments?scheduleId=${id}`)
  }

  completedAssessment = async () =>
    this.make(`/v1/assessments/${(await this.assessment()).id}/complete`, {
      administeredOn: '2026-11-20',
      items: { naming: 5, phrases: 2 },
    })

  async correctedAssessment(): Promise<Made> {
    const { id } = await this.completedAssessment()
    return this.make(`/v1/assessments/${id}/correct`, {
      administeredOn: '2026-11-20',
      items: { naming: 6, phrases: 2 },
      reason: 'Miscounted.',
    })
  }

  /** A proposal that waits: somebody is due, and there is a guardian to write to. */
  async agentRun(): Promise<Made> {
    const { id: clientId } = await this.make('/v1/clients', {
      name: 'Mara Weiss',
      email: 'mara@example.com',
    })
    const schedule = await this.assessmentSchedule()
    await this.make('/v1/guardianships', {
      childId: schedule['childId'],
      clientId,
      relationship: 'mother',
      legal: true,
    })
    return this.make('/v1/agent-runs', {
      agent: 'assessment-recall',
      input: { instrumentId: schedule['instrumentId'] },
    })
  }

  newTreatmentCycle = async (): Promise<Json> => ({
    childId: (await this.child()).id,
    payer: 'Public insurance',
    authorized: 20,
    startsOn: '2026-09-01',
    endsOn: '2027-02-28',
  })

  treatmentCycle = async () => this.make('/v1/treatment-cycles', await this.newTreatmentCycle())
}
