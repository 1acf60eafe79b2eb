import type { Operation } from '../../api/http/operation.ts'
import {
  exampleBody,
  FORM_ANSWERS,
  PUBLIC_URL,
  type Call,
  type Json,
  type Made,
  type World,
} from './world.ts'

/**
 * Scenarios for a successful call of every operation, which first create its records. Anything a scenario omits
 * comes from the example of the operation.
 */
type Scenario = (world: World) => Promise<Call>

const on =
  (make: (world: World) => Promise<Made>, body?: Json): Scenario =>
  async (world) => ({ params: { id: (await make(world)).id }, ...(body && { body }) })

/** On the parent record. */
const within = (owner: string, make: (world: World) => Promise<Made>): Scenario =>
  on(async (world) => {
    const made = await make(world)
    return { ...made, id: String(made[owner]) }
  })

const sending =
  (make: (world: World) => Promise<Json>): Scenario =>
  async (world) => ({ body: await make(world) })

/** A step in the future. */
const onStep: Scenario = async (world) => ({
  params: { id: (await world.followUp()).id, step: 'reminder-48h' },
})

const YEAR = { 'dueOn[gte]': '2026-07-01', 'dueOn[lt]': '2027-07-01' }
const LEFT = { 'closedOn[gte]': '2026-07-01', 'closedOn[lt]': '2027-07-01' }
const FIRST_QUARTER = { startsOn: '2026-10-01', endsOn: '2026-12-31' }
const ENTRY = {
  occasion: 'ENTRY',
  ratedOn: '2026-11-10',
  ratings: ['SOCIAL_EMOTIONAL', 'KNOWLEDGE_AND_SKILLS', 'BEHAVIORS_TO_MEET_NEEDS'].map(
    (outcome) => ({ outcome, rating: 4, evidence: [{ source: 'Observation at home' }] }),
  ),
}
const DELAY = { startsOn: '2026-10-20', reason: 'FAMILY_UNAVAILABLE', note: 'In hospital.' }

/** A running program and the acting parent of its child. */
const familyOfProgram = async (world: World): Promise<Json> => {
  const program = await world.program()
  const { id: clientId } = await world.family()
  await world.client.patch(`/v1/clients/${clientId}`, { email: 'mara@example.com' })
  await world.make('/v1/guardianships', {
    childId: program['childId'] as string,
    clientId,
    relationship: 'foster mother',
    kind: 'FOSTER_PARENT',
  })
  return { programId: program.id, clientId }
}

/** An archived record to restore. */
const archived = (path: string, make: (world: World) => Promise<Made>): Scenario =>
  on(async (world) => world.make(`${path}/${(await make(world)).id}/archive`))

export const SCENARIOS: Record<string, Scenario> = {
  createAppointment: sending((world) => world.booking()),
  getAppointment: on((world) => world.appointment()),
  listAppointmentChanges: on(async (world) => {
    const { id } = await world.appointmentThat('check-in')
    return world.make(`/v1/appointments/${id}/undo`)
  }),
  patchAppointment: on((world) => world.appointment()),
  confirmAppointment: on((world) => world.pendingAppointment()),
  declineAppointment: on((world) => world.pendingAppointment()),
  cancelAppointment: on((world) => world.appointment()),
  rescheduleAppointment: on((world) => world.appointment()),
  checkInAppointment: on((world) => world.appointment()),
  startAppointment: on((world) => world.appointment()),
  completeAppointment: on((world) => world.appointmentThat('check-in')),
  markAppointmentNoShow: on((world) => world.appointment()),
  previewAppointmentAutomation: on((world) => world.appointment()),
  chargeAppointmentFee: on((world) => world.appointmentWithProposedFee()),
  patchAppointmentAutomation: async () => ({}),
  undoAppointment: on((world) => world.appointmentThat('check-in'), { refundFee: false }),
  markAppointmentInError: on((world) => world.appointment()),

  createGroupAppointment: sending((world) => world.groupBooking()),
  getGroupAppointment: on((world) => world.group()),
  patchGroupAppointment: on((world) => world.group()),
  rescheduleGroupAppointment: on((world) => world.group()),
  cancelGroupAppointment: on((world) => world.group()),
  listGroupAttendees: on((world) => world.fullGroup()),
  recordGroupAttendance: async (world) => {
    const { id } = await world.group()
    const childId = (await world.child()).id
    const place = await world.make(`/v1/group-appointments/${id}/attendees`, { childId })
    return {
      params: { id },
      body: { attendees: [{ appointmentId: place.id, status: 'CHECKED_IN' }] },
    }
  },
  addGroupAttendee: async (world) => ({
    params: { id: (await world.group()).id },
    body: { childId: (await world.child()).id },
  }),

  createGroupWaitlistEntry: async (world) => ({
    params: { id: (await world.fullGroup()).id },
    body: { childId: (await world.child()).id },
  }),
  listGroupWaitlistEntries: within('groupId', (world) => world.groupWaitlistEntry()),
  cancelGroupWaitlistEntry: on((world) => world.groupWaitlistEntry()),

  findAvailability: async (world) => ({
    query: {
      serviceIds: (await world.service()).id,
      providerIds: (await world.provider()).id,
      'startsAt[gte]': '2026-12-01T00:00:00+01:00',
      'startsAt[lt]': '2026-12-02T00:00:00+01:00',
    },
  }),
  createHold: sending((world) => world.booking()),
  getHold: on((world) => world.hold()),
  releaseHold: on((world) => world.hold()),

  createWaitlistEntry: sending((world) => world.waiting()),
  getWaitlistEntry: on((world) => world.waitlistEntry()),
  patchWaitlistEntry: on((world) => world.waitlistEntry()),
  cancelWaitlistEntry: on((world) => world.waitlistEntry()),
  getWaitlistOffer: on((world) => world.waitlistOffer()),
  acceptWaitlistOffer: on((world) => world.waitlistOffer()),
  declineWaitlistOffer: on((world) => world.waitlistOffer()),

  getCalendar: async () => ({
    query: {
      'startsAt[gte]': '2026-12-01T00:00:00+01:00',
      'startsAt[lt]': '2026-12-08T00:00:00+01:00',
    },
  }),

  createTimeOff: sending((world) => world.absence()),
  getAffectedAppointments: async (world) => {
    const { provider } = await world.appointment()
    return { params: { id: (provider as Made).id } }
  },
  getTimeOff: on((world) => world.timeOff()),
  approveTimeOff: on((world) => world.timeOff({ approved: false })),
  declineTimeOff: on((world) => world.timeOff({ approved: false })),
  cancelTimeOff: on((world) => world.timeOff()),

  createSchedule: sending((world) => world.scheduleOf()),
  getSchedule: on((world) => world.schedule()),
  patchSchedule: on((world) => world.schedule()),
  archiveSchedule: on((world) => world.schedule()),
  restoreSchedule: archived('/v1/schedules', (world) => world.schedule()),
  createScheduleException: sending(async (world) => ({
    providerId: (await world.provider()).id,
    kind: 'EXTRA',
    occursOn: '2026-12-12',
    windows: [{ startTime: '09:00', endTime: '12:00' }],
  })),
  getScheduleException: on((world) => world.scheduleException()),
  patchScheduleException: on((world) => world.scheduleException()),
  archiveScheduleException: on((world) => world.scheduleException()),
  restoreScheduleException: archived('/v1/schedule-exceptions', (world) =>
    world.scheduleException(),
  ),
  createClosure: async () => ({}),
  getClosure: on((world) => world.closure()),
  patchClosure: on((world) => world.closure()),
  archiveClosure: on((world) => world.closure()),
  restoreClosure: archived('/v1/closures', (world) => world.closure()),
  createReminderPolicy: sending(async (world) => ({
    serviceId: (await world.service()).id,
    offsetsMinutes: [1440],
  })),
  getReminderPolicy: on((world) => world.reminderPolicy()),
  patchReminderPolicy: on((world) => world.reminderPolicy()),
  archiveReminderPolicy: on((world) => world.reminderPolicy()),
  restoreReminderPolicy: archived('/v1/reminder-policies', (world) => world.reminderPolicy()),

  createCalendarFeed: sending(async (world) => ({ subjectId: (await world.provider()).id })),
  getCalendarFeed: on((world) => world.calendarFeed()),
  revokeCalendarFeed: on((world) => world.calendarFeed()),

  createLocation: async () => ({}),
  getLocation: on((world) => world.location()),
  patchLocation: on((world) => world.location()),
  archiveLocation: on((world) => world.location()),
  restoreLocation: archived('/v1/locations', (world) => world.location()),

  createRoom: sending(async (world) => ({
    locationId: (await world.location()).id,
    name: 'Room 2',
  })),
  getRoom: on((world) => world.room()),
  patchRoom: on((world) => world.room()),
  archiveRoom: on((world) => world.room()),
  restoreRoom: archived('/v1/rooms', (world) => world.room()),

  createService: sending(async (world) => ({
    code: `A${world.word().toUpperCase()}`,
    name: 'Early intervention',
    durationMinutes: 45,
    amount: 9500,
    currency: 'EUR',
  })),
  getService: on((world) => world.service()),
  patchService: on((world) => world.service()),
  archiveService: on((world) => world.service()),
  restoreService: archived('/v1/services', (world) => world.service()),

  createCustomField: sending(async (world) => ({
    key: `plan_${world.word()}`,
    label: 'Insurance plan',
    type: 'TEXT',
  })),
  getCustomField: on((world) => world.customField()),
  patchCustomField: on((world) => world.customField()),
  archiveCustomField: on((world) => world.customField()),
  restoreCustomField: archived('/v1/custom-fields', (world) => world.customField()),

  createClient: sending(async () => ({ name: 'Mara Weiss', email: 'mara.weiss@example.com' })),
  getClient: on((world) => world.family()),
  patchClient: on((world) => world.family(), { name: 'Mara Weiss-Klein' }),
  archiveClient: on((world) => world.family()),
  restoreClient: archived('/v1/clients', (world) => world.family()),

  createPet: sending(async (world) => ({
    clientId: (await world.family()).id,
    name: 'Balu',
    species: 'dog',
  })),
  getPet: on((world) => world.pet()),
  patchPet: on((world) => world.pet()),
  archivePet: on((world) => world.pet()),
  restorePet: archived('/v1/pets', (world) => world.pet()),

  createProvider: sending(async (world) => ({
    name: 'Dr. Ana Ruiz',
    locationIds: [(await world.location()).id],
  })),
  getProvider: on((world) => world.provider()),
  patchProvider: on((world) => world.provider()),
  archiveProvider: on((world) => world.provider()),
  restoreProvider: archived('/v1/providers', (world) => world.provider()),

  suspendProvider: on((world) => world.provider(), { reason: 'OTHER', note: 'On leave' }),
  reinstateProvider: on((world) => world.suspendedProvider(), { note: 'Back' }),

  createChild: sending(async (world) => ({
    firstName: 'Lena',
    lastName: 'Weiss',
    birthDate: '2021-04-30',
    primaryProviderId: (await world.provider()).id,
  })),
  getChild: on((world) => world.child()),
  patchChild: on((world) => world.child()),
  archiveChild: on((world) => world.child()),
  restoreChild: archived('/v1/children', (world) => world.child()),
  createLabel: sending(async (world) => world.newLabel()),
  getLabel: on((world) => world.label()),
  patchLabel: async (world) => ({
    params: { id: (await world.label()).id },
    body: world.newLabel(),
  }),
  archiveLabel: on((world) => world.label()),
  restoreLabel: archived('/v1/labels', (world) => world.label()),
  searchChildren: async () => ({ query: { name: 'Lena Wiess' } }),
  searchClients: async () => ({ query: { name: 'Mara Wiess' } }),
  listChildDuplicates: on((world) => world.child()),
  mergeChild: async (world) => ({
    params: { id: (await world.child()).id },
    body: { duplicateId: (await world.child()).id },
  }),
  getChildMerge: on((world) => world.childMerge()),
  reverseChildMerge: on((world) => world.childMerge()),
  getChildV0: on((world) => world.child()),

  createGuardianship: sending(async (world) => ({
    childId: (await world.child()).id,
    clientId: (await world.family()).id,
    relationship: 'mother',
    legal: true,
    billing: true,
  })),
  getGuardianship: on((world) => world.guardianship()),
  patchGuardianship: on((world) => world.guardianship()),
  endGuardianship: on((world) => world.guardianship()),

  getChildChart: on((world) => world.childInCare()),
  listChildTimeline: async (world) => ({
    params: { id: String((await world.appointment())['childId']) },
  }),
  exportChildRecord: on((world) => world.childInCare()),
  exportChildRecordPdf: on((world) => world.childInCare()),

  createAttachment: sending((world) => world.newAttachment()),
  getAttachment: on((world) => world.attachment()),
  createAttachmentUploadLink: on((world) => world.attachment()),
  createAttachmentDownloadLink: on((world) => world.uploaded()),
  removeAttachment: on((world) => world.uploaded()),

  createProviderDocument: sending((world) => world.newProviderDocument()),
  getProviderDocument: on((world) => world.providerDocument()),
  createProviderDocumentUploadLink: on((world) => world.providerDocument()),
  createProviderDocumentDownloadLink: on((world) => world.uploadedProviderDocument()),
  removeProviderDocument: on((world) => world.uploadedProviderDocument()),

  grantConsent: sending((world) => world.newConsent()),
  getConsent: on((world) => world.consent()),
  revokeConsent: on((world) => world.consent()),

  createSession: sending(async (world) => ({
    childId: (await world.child()).id,
    providerId: (await world.provider()).id,
    startedAt: '2026-11-20T10:02:00+01:00',
    endedAt: '2026-11-20T10:47:00+01:00',
    participants: [{ role: 'SUPERVISOR', providerId: (await world.provider()).id }],
  })),
  getSession: on((world) => world.sessionWithOthers()),
  patchSession: on((world) => world.session()),
  listNotesOfSession: within('sessionId', (world) => world.note()),
  addSessionNote: on((world) => world.session()),
  patchSessionNote: on((world) => world.note()),
  getSessionNote: on((world) => world.note()),
  listSessionNoteVersions: on((world) => world.note()),
  takeOverSessionNote: on((world) => world.note()),
  signSessionNote: on((world) => world.note()),
  cosignSessionNote: on((world) => world.noteToCosign()),
  returnSessionNote: on((world) => world.noteToCosign()),
  listSessionNoteAddenda: on((world) => world.signedNote()),
  addSessionNoteAddendum: on((world) => world.signedNote()),
  verifySessionNote: on((world) => world.signedNote()),

  createFormTemplate: async () => ({}),
  getFormTemplate: on((world) => world.formTemplate()),
  patchFormTemplate: on((world) => world.formTemplate()),
  publishFormTemplate: on((world) => world.formDraft()),
  getFormTemplateVersion: async (world) => ({
    params: { id: (await world.formTemplate()).id, number: '1' },
  }),
  archiveFormTemplate: on((world) => world.formTemplate()),
  restoreFormTemplate: archived('/v1/form-templates', (world) => world.formTemplate()),
  createProviderLicense: sending((world) => world.newLicense()),
  getProviderLicense: on((world) => world.license()),
  patchProviderLicense: on((world) => world.license()),
  verifyProviderLicense: on((world) => world.license()),
  checkProviderLicense: on((world) => world.checkableLicense()),
  archiveProviderLicense: on((world) => world.license()),
  restoreProviderLicense: archived('/v1/provider-licenses', (world) => world.license()),
  matchTherapists: sending((world) => world.matching()),
  getTherapistMatch: on((world) => world.therapistMatch()),
  createMatchingNeed: async (world) => ({
    body: { code: `need_${world.word()}`, name: 'Speech delay', specialties: ['speech therapy'] },
  }),
  getMatchingNeed: on((world) => world.matchingNeed()),
  patchMatchingNeed: on((world) => world.matchingNeed()),
  archiveMatchingNeed: on((world) => world.matchingNeed()),
  restoreMatchingNeed: archived('/v1/matching-needs', (world) => world.matchingNeed()),
  patchMatchingSettings: async (world) => {
    await world.therapistMatch()
    return {}
  },
  createOnboardingPlan: async () => ({}),
  getOnboardingPlan: on((world) => world.onboardingPlan()),
  patchOnboardingPlan: on((world) => world.onboardingPlan()),
  publishOnboardingPlan: on((world) => world.onboardingPlanDraft()),
  getOnboardingPlanVersion: async (world) => ({
    params: { id: (await world.onboardingPlan()).id, number: '1' },
  }),
  archiveOnboardingPlan: on((world) => world.onboardingPlan()),
  restoreOnboardingPlan: archived('/v1/onboarding-plans', (world) => world.onboardingPlan()),

  createAssistant: async () => ({}),
  getAssistant: on((world) => world.assistant()),
  patchAssistant: on((world) => world.assistant()),
  publishAssistant: on(async (world) => {
    const { id } = await world.assistant()
    await world.client.patch(`/v1/ai/assistants/${id}`, { answerStyle: 'DETAILED' })
    return world.first('/v1/ai/assistants')
  }),
  getAssistantVersion: async (world) => ({
    params: { id: (await world.assistant()).id, number: '1' },
  }),
  uploadKnowledge: async (world) => ({ form: await world.knowledgeForm() }),
  queryKnowledge: async (world) => ({
    body: {
      assistantId: (await world.knowledgeDocument())['assistantId'],
      question: 'How late may we cancel?',
    },
  }),
  searchKnowledge: async (world) => ({
    body: {
      assistantId: (await world.knowledgeDocument())['assistantId'],
      question: 'How late may we cancel?',
    },
  }),
  getKnowledgeDocument: on((world) => world.knowledgeDocument()),
  patchKnowledgeDocument: on((world) => world.knowledgeDocument(), {
    labels: ['policy'],
    endsOn: '2031-06-30',
  }),
  reindexKnowledgeDocument: on((world) => world.knowledgeDocument()),
  removeKnowledgeDocument: on((world) => world.knowledgeDocument()),
  getKeptAnswer: on((world) => world.keptAnswer()),
  rateKeptAnswer: on((world) => world.keptAnswer()),
  correctKeptAnswer: on((world) => world.keptAnswer()),
  curateKeptAnswer: on((world) => world.keptAnswer()),
  createCuratedAnswer: async (world) => ({
    body: {
      assistantId: (await world.assistant()).id,
      question: 'How late may we cancel an appointment?',
      answer: 'Until the day before.',
    },
  }),
  getCuratedAnswer: on((world) => world.curatedAnswer()),
  patchCuratedAnswer: on((world) => world.curatedAnswer()),
  archiveCuratedAnswer: on((world) => world.curatedAnswer()),
  restoreCuratedAnswer: archived('/v1/ai/curated-answers', (world) => world.curatedAnswer()),
  createEvaluation: async (world) => ({
    body: {
      assistantId: (await world.assistant()).id,
      name: 'Basics',
      questions: [{ question: 'Is there a swimming pool?', documentIds: [] }],
    },
  }),
  getEvaluation: on((world) => world.evaluation()),
  patchEvaluation: on((world) => world.evaluation()),
  archiveEvaluation: on((world) => world.evaluation()),
  restoreEvaluation: archived('/v1/ai/evaluations', (world) => world.evaluation()),
  startEvaluationRun: on((world) => world.evaluation()),
  getEvaluationRun: on((world) => world.evaluationRun()),
  listEvaluationResults: on((world) => world.evaluationRun()),
  createAiModel: sending(async (world) => world.newModel()),
  getAiModel: on((world) => world.aiModel()),
  patchAiModel: on((world) => world.aiModel()),
  testAiModel: on((world) => world.aiModel()),
  archiveAiModel: on((world) => world.aiModel()),
  restoreAiModel: archived('/v1/ai/models', (world) => world.aiModel()),
  getModelCall: on((world) => world.modelCall()),
  archiveAssistant: on((world) => world.assistant()),
  restoreAssistant: archived('/v1/ai/assistants', (world) => world.assistant()),

  startProviderOnboarding: sending((world) => world.newOnboarding()),
  getProviderOnboarding: on((world) => world.onboarding()),
  getOnboardingBoard: async (world) => {
    await world.onboarding()
    return {}
  },
  acceptOnboardingItem: async (world) => ({
    params: { id: (await world.onboarding()).id, key: 'interview' },
  }),
  returnOnboardingItem: async (world) => ({
    params: { id: (await world.onboardingToApprove()).id, key: 'interview' },
  }),
  waiveOnboardingItem: async (world) => ({
    params: { id: (await world.onboarding()).id, key: 'diploma' },
  }),
  inviteApplicant: on((world) => world.onboarding()),
  moveProviderOnboarding: on((world) => world.movableOnboarding()),
  approveProviderOnboarding: on((world) => world.onboardingToApprove()),
  rejectProviderOnboarding: on((world) => world.onboarding()),
  withdrawProviderOnboarding: on((world) => world.onboarding()),

  createLeadForm: async () => ({}),
  getLeadForm: on((world) => world.leadForm()),
  patchLeadForm: on((world) => world.leadForm()),
  createLead: sending((world) => world.newLead()),
  getLead: on((world) => world.lead()),
  getLeadBoard: async (world) => {
    await world.lead()
    return {}
  },
  getLeadFunnel: async (world) => {
    await world.lead()
    return {}
  },
  patchLead: on((world) => world.lead()),
  qualifyLead: on((world) => world.lead()),
  matchLead: async (world) => {
    await world.provider()
    return { params: { id: (await world.qualifiedLead()).id }, body: { limit: 5 } }
  },
  recordLeadContactAttempt: on((world) => world.lead()),
  convertLead: on((world) => world.qualifiedLead(), { legal: true }),
  loseLead: on((world) => world.lead()),
  handOverLead: async (world) => ({
    params: { id: (await world.lead()).id },
    body: { locationId: (await world.location()).id },
  }),
  eraseLead: on((world) => world.lead()),
  offerLead: on((world) => world.matchedLead(), { hours: 24 }),
  getLeadOffer: on((world) => world.leadOffer()),
  acceptLeadOffer: on((world) => world.leadOffer()),
  declineLeadOffer: on((world) => world.leadOffer()),
  withdrawLeadOffer: on((world) => world.leadOffer()),

  createFormResponse: sending((world) => world.newFormResponse()),
  getFormResponse: on((world) => world.formResponse()),
  saveFormResponse: on((world) => world.formResponse(), { answers: { more: 'Wakes up.' } }),
  submitFormResponse: on((world) => world.formResponse(), FORM_ANSWERS),
  remindFormResponse: on((world) => world.formResponse()),
  cancelFormResponse: on((world) => world.formResponse()),
  verifyFormResponse: on((world) => world.submittedForm()),
  createProviderForm: sending((world) => world.newProviderForm()),
  getProviderForm: on((world) => world.providerForm()),
  submitProviderForm: on((world) => world.providerForm(), FORM_ANSWERS),
  remindProviderForm: on((world) => world.providerForm()),
  cancelProviderForm: on((world) => world.providerForm()),
  verifyProviderForm: on((world) => world.submittedProviderForm()),
  listAppointmentForms: on((world) => world.appointment()),

  createNoteTemplate: async () => ({}),
  getNoteTemplate: on((world) => world.noteTemplate()),
  patchNoteTemplate: on((world) => world.noteTemplate()),
  archiveNoteTemplate: on((world) => world.noteTemplate()),
  restoreNoteTemplate: archived('/v1/note-templates', (world) => world.noteTemplate()),

  createSupervision: sending(async (world) => ({
    providerId: (await world.provider()).id,
    supervisorId: (await world.provider()).id,
  })),
  getSupervision: on((world) => world.supervision()),
  endSupervision: on((world) => world.supervision()),
  createSupervisionDelegate: sending(async (world) => ({
    supervisorId: (await world.provider()).id,
    delegateId: (await world.provider()).id,
    endsAt: '2027-01-04T09:00:00+01:00',
  })),
  getSupervisionDelegate: on((world) => world.supervisionDelegate()),
  endSupervisionDelegate: on((world) => world.supervisionDelegate()),

  createAssessmentInstrument: async () => ({}),
  getAssessmentInstrument: on((world) => world.instrument()),
  publishAssessmentInstrumentEdition: on((world) => world.instrument()),
  listAssessmentInstrumentEditions: on((world) => world.instrument()),
  archiveAssessmentInstrument: on((world) => world.instrument()),
  restoreAssessmentInstrument: archived('/v1/assessment-instruments', (world) =>
    world.instrument(),
  ),
  createAssessmentSchedule: sending((world) => world.newAssessmentSchedule()),
  getAssessmentSchedule: on((world) => world.assessmentSchedule()),
  patchAssessmentSchedule: on((world) => world.assessmentSchedule()),
  endAssessmentSchedule: on((world) => world.assessmentSchedule()),
  recordAssessment: sending(async (world) => ({
    childId: (await world.child()).id,
    instrumentId: (await world.instrument()).id,
    administeredOn: '2026-11-20',
    items: { naming: 5, phrases: 2 },
  })),
  getAssessment: on((world) => world.assessment()),
  completeAssessment: on((world) => world.assessment()),
  correctAssessment: on((world) => world.completedAssessment()),
  waiveAssessment: on((world) => world.assessment()),
  getChildAssessmentTrends: on((world) => world.child()),
  addCareTeamMember: sending(async (world) => ({
    childId: (await world.child()).id,
    providerId: (await world.provider()).id,
    role: 'ASSISTANT',
  })),
  getCareTeamMember: on((world) => world.careTeamMember()),
  endCareTeamMember: on((world) => world.careTeamMember()),
  getProviderCaseload: on((world) => world.provider()),
  listChildDisclosures: on((world) => world.child()),
  createPersonExport: sending(async (world) => ({ childId: (await world.child()).id })),
  getPersonExport: on((world) => world.personExport()),
  expirePersonExport: on((world) => world.readyExport()),
  createPersonExportDownloadLink: on((world) => world.readyExport()),
  createProcessingRestriction: sending(async (world) => ({
    childId: (await world.child()).id,
    ground: 'UNLAWFUL',
    reason: 'Collected without a legal basis.',
  })),
  getProcessingRestriction: on((world) => world.processingRestriction()),
  liftProcessingRestriction: on((world) => world.processingRestriction()),
  cancelProcessingRestrictionLifting: on((world) => world.liftingRestriction()),
  createErasure: sending(async (world) => ({
    childId: (await world.child()).id,
    reason: 'The family asks to be forgotten.',
  })),
  getErasure: on((world) => world.erasure()),
  approveErasure: on((world) => world.erasure()),
  cancelErasure: on((world) => world.erasure()),
  createBreakGlassGrant: sending((world) => world.emergency()),
  getBreakGlassGrant: on((world) => world.breakGlassGrant()),
  endBreakGlassGrant: on((world) => world.breakGlassGrant()),
  reviewBreakGlassGrant: on((world) => world.breakGlassGrant()),

  recallAssessments: sending(async (world) => ({ instrumentId: (await world.instrument()).id })),
  getAgentRun: on((world) => world.agentRun()),

  createAgent: sending(async (world) => world.newAgent()),
  getAgent: on((world) => world.agent()),
  patchAgent: on((world) => world.agent()),
  validateAgent: on((world) => world.agent()),
  previewAgent: on((world) => world.decidingAgent(), { input: {} }),
  publishAgent: on((world) => world.agent()),
  rollBackAgent: on((world) => world.publishedAgent()),
  getAgentVersion: async (world) => ({
    params: { id: (await world.publishedAgent()).id, number: '1' },
  }),
  pauseAgent: on((world) => world.publishedAgent()),
  resumeAgent: on((world) => world.publishedAgent()),
  archiveAgent: on((world) => world.agent()),
  restoreAgent: archived('/v1/agents', (world) => world.agent()),
  exportAgent: on((world) => world.agent()),
  importAgent: sending(async (world) => ({
    format: 'agent/1',
    description: null,
    ...world.newAgent(),
  })),
  rotateAgentWebhookUrl: on((world) => world.agent()),
  retryAgentRun: on((world) => world.cancelledRun(), { node: 'late' }),
  startAgentRun: on((world) => world.publishedAgent(), { input: {} }),
  cancelAgentRun: on((world) => world.agentRun()),
  pauseAgentRun: on((world) => world.agentRun()),
  resumeAgentRun: on((world) => world.pausedRun()),
  skipAgentRunWait: on((world) => world.skippableRun()),
  getAgentRunStep: on((world) => world.waitingStep()),
  approveAgentRunStep: on((world) => world.waitingStep()),
  rejectAgentRunStep: on((world) => world.waitingStep()),

  createTreatmentCycle: sending((world) => world.newTreatmentCycle()),
  getTreatmentCycle: on((world) => world.treatmentCycle()),
  patchTreatmentCycle: on((world) => world.treatmentCycle()),
  closeTreatmentCycle: on((world) => world.treatmentCycle()),

  createGoal: sending((world) => world.newGoal()),
  getGoal: on((world) => world.goal()),
  patchGoal: on((world) => world.goal()),
  holdGoal: on((world) => world.goal()),
  resumeGoal: on(async (world) => world.make(`/v1/goals/${(await world.goal()).id}/hold`)),
  completeGoal: on((world) => world.goal()),
  cancelGoal: on((world) => world.goal()),
  listGoalMeasurements: within('goalId', (world) => world.measurement()),
  recordGoalMeasurement: on((world) => world.goal(), {
    measuredAt: '2026-11-20T10:20:00+01:00',
    result: { value: 62.5, trials: 16 },
  }),
  recordSessionGoalMeasurements: async (world) => {
    const { id, childId } = await world.session()
    const goal = await world.make('/v1/goals', { ...(await world.newGoal()), childId })
    const measured = { goalId: goal.id, result: { value: 62.5, trials: 16 } }
    return { params: { id }, body: { measurements: [measured] } }
  },
  voidGoalMeasurement: on((world) => world.measurement()),
  getChildProgress: on((world) => world.child()),
  getChildInsights: on((world) => world.childInCare()),
  acknowledgeGoalReview: on((world) => world.goalReview()),

  createSeries: sending((world) => world.seriesBooking()),
  getSeries: on((world) => world.series()),
  listSeriesOccurrences: on((world) => world.series()),
  editSeries: on((world) => world.series()),
  confirmSeries: on((world) => world.pendingSeries()),
  cancelSeries: on((world) => world.series()),

  createAppointmentImport: sending((world) => world.importFile()),
  getAppointmentImport: on((world) => world.appointmentImport()),
  listAppointmentImportRows: on((world) => world.appointmentImport()),
  checkAppointmentImport: on((world) => world.appointmentImport()),
  runAppointmentImport: on((world) => world.appointmentImport()),
  undoAppointmentImport: on((world) => world.appointmentImport()),

  createCancellationPolicy: sending(async (world) => ({
    name: 'Speech therapy in Mitte',
    serviceId: (await world.service()).id,
    locationId: (await world.location()).id,
    windows: [{ notice: 'P1D', atTime: '18:00', fee: { percent: 50 } }],
  })),
  getCancellationPolicy: on((world) => world.cancellationPolicy()),
  patchCancellationPolicy: on((world) => world.cancellationPolicy()),
  archiveCancellationPolicy: on((world) => world.cancellationPolicy()),
  restoreCancellationPolicy: archived('/v1/cancellation-policies', (world) =>
    world.cancellationPolicy(),
  ),
  waiveAppointmentFee: on((world) => world.appointmentWithFee()),

  createPayer: sending((world) => world.newPayer()),
  getPayer: on((world) => world.payer()),
  patchPayer: on((world) => world.payer(), { daysUntilDue: 14 }),
  archivePayer: on((world) => world.payer()),
  restorePayer: archived('/v1/payers', (world) => world.payer()),

  createLegalEntity: sending((world) => world.newLegalEntity()),
  getLegalEntity: on((world) => world.legalEntity()),
  patchLegalEntity: on((world) => world.legalEntity()),
  archiveLegalEntity: on((world) => world.legalEntity()),
  restoreLegalEntity: archived('/v1/legal-entities', (world) => world.legalEntity()),
  createInvoice: sending((world) => world.newInvoice()),
  getInvoice: on((world) => world.issuedInvoice()),
  issueInvoice: on((world) => world.invoice()),
  discardInvoice: on((world) => world.invoice()),
  creditInvoice: on((world) => world.issuedInvoice(), { reason: 'Billed twice.' }),
  exportInvoicePdf: on((world) => world.issuedInvoice()),
  exportEInvoice: on((world) => world.issuedInvoice()),

  createDiscountCode: sending((world) => world.newDiscountCode()),
  getDiscountCode: on((world) => world.discountCode()),
  patchDiscountCode: on((world) => world.discountCode()),
  archiveDiscountCode: on((world) => world.discountCode()),
  restoreDiscountCode: archived('/v1/discount-codes', (world) => world.discountCode()),
  prepayCredit: sending((world) => world.newPrepayment()),
  getCreditBalance: on((world) => world.creditBalance()),
  listCreditMovements: within('creditBalanceId', (world) => world.creditPayout()),
  exportCreditMovementsCsv: within('creditBalanceId', (world) => world.creditPayout()),
  createCreditPayout: on((world) => world.creditBalance()),
  getCreditPayout: on((world) => world.creditPayout()),
  getSessionPackage: on((world) => world.sessionPackage()),
  listSessionPackageMovements: on((world) => world.sharedPackage()),
  transferSessionPackage: async (world) => {
    const bought = await world.sessionPackage()
    const childId = await world.siblingOf(bought)
    return { params: { id: bought.id }, body: { childId, sessions: 3 } }
  },
  createSuperbill: sending((world) => world.newSuperbill()),
  getSuperbill: on((world) => world.superbill()),
  exportSuperbillPdf: on((world) => world.superbill()),
  getDunning: on((world) => world.heldDunning()),
  holdDunning: on((world) => world.dunning(), { reason: 'DISPUTED' }),
  resumeDunning: on((world) => world.heldDunning()),
  writeOffInvoice: on((world) => world.issuedInvoice(), { reason: 'They are insolvent.' }),

  createOrder: sending((world) => world.newOrder()),
  getOrder: on((world) => world.order()),
  cancelOrder: on((world) => world.order()),
  createPaymentAccount: sending((world) => world.newPaymentAccount()),
  getPaymentAccount: on((world) => world.paymentAccount()),
  patchPaymentAccount: on((world) => world.paymentAccount(), { name: 'Stripe, Bonn' }),
  archivePaymentAccount: on((world) => world.paymentAccount()),
  restorePaymentAccount: archived('/v1/payment-accounts', (world) => world.paymentAccount()),
  createPayment: sending(async (world) => ({
    orderId: (await world.order()).id,
    paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
  })),
  getPayment: on((world) => world.payment()),
  createRefund: on((world) => world.capturedPayment(), { reason: 'The therapist was ill.' }),
  getRefund: on((world) => world.refund()),
  getDispute: on((world) => world.dispute()),
  submitDisputeEvidence: async (world) => {
    const { id: invoiceId, orders } = await world.issuedInvoice()
    const [order] = orders as { orderId: string }[]
    const { id } = await world.dispute(order!.orderId)
    return { params: { id }, body: { documents: [{ kind: 'RECEIPT', invoiceId }] } }
  },
  acceptDispute: on((world) => world.dispute()),
  createSplitTerms: sending((world) => world.newSplitTerms()),
  getSplitTerms: on((world) => world.splitTerms()),
  createPayoutAccount: sending((world) => world.newPayoutAccount()),
  getPayoutAccount: on((world) => world.payoutAccount()),
  verifyPayoutAccount: on((world) => world.payoutAccount()),
  rejectPayoutAccount: on((world) => world.payoutAccount(), { reason: 'Another holder.' }),
  withdrawPayoutAccount: on((world) => world.payoutAccount()),
  createSettlement: sending((world) => world.newSettlement()),
  getSettlement: on((world) => world.settlement()),
  listSettlementLines: on((world) => world.settlement()),
  exportSettlementStatementCsv: on((world) => world.settlement()),
  exportSettlementStatementPdf: on((world) => world.settlement()),
  approveSettlement: on((world) => world.settlement()),
  cancelSettlement: on((world) => world.settlement()),
  getReserve: on((world) => world.reserve()),
  releaseReserve: on((world) => world.reserve()),
  getLedgerAccount: on((world) => world.ledgerAccount()),
  listLedgerEntries: on((world) => world.ledgerAccount()),
  getPayerStatement: within('payerId', (world) => world.issuedInvoice()),
  exportPayerStatementPdf: within('payerId', (world) => world.issuedInvoice()),
  exportPayerStatementCsv: within('payerId', (world) => world.issuedInvoice()),
  getClientStatement: within('clientId', (world) => world.issuedInvoice()),
  exportClientStatementPdf: within('clientId', (world) => world.issuedInvoice()),
  exportClientStatementCsv: within('clientId', (world) => world.issuedInvoice()),
  exportLedgerEntriesCsv: on((world) => world.ledgerAccount()),

  createApiKey: sending(async (world) => ({
    name: 'Records',
    scopes: ['signatures-on-behalf'],
    providerId: (await world.provider()).id,
  })),
  inviteUser: sending((world) => world.newUser()),
  getUser: on((world) => world.user()),
  patchUser: on((world) => world.user(), { roles: ['THERAPIST', 'BILLER'] }),
  resendUserInvitation: on((world) => world.invitedUser()),
  deactivateUser: on((world) => world.user()),
  reactivateUser: on((world) => world.deactivatedUser()),
  endUserSessions: on((world) => world.user()),
  getUserSession: on((world) => world.userSession()),
  revokeUserSession: on((world) => world.userSession()),
  getPasskey: on((world) => world.passkey()),
  patchPasskey: on((world) => world.passkey(), { name: 'Telephone' }),
  revokePasskey: on((world) => world.passkey()),
  createRole: sending((world) => world.newRole()),
  getRole: on((world) => world.role()),
  patchRole: on((world) => world.role(), { permissions: ['children:read'] }),
  archiveRole: on((world) => world.role()),
  restoreRole: archived('/v1/roles', (world) => world.role()),
  createSsoConnection: sending(async (world) => world.newSsoConnection()),
  getSsoConnection: on((world) => world.ssoConnection()),
  patchSsoConnection: on((world) => world.ssoConnection(), { isRequired: true }),
  proveSsoDomain: async (world) => {
    const { id, domain } = await world.provableSsoConnection()
    return { params: { id }, body: { domain } }
  },
  archiveSsoConnection: on((world) => world.ssoConnection()),
  restoreSsoConnection: on((world) => world.archivedSsoConnection()),
  getApiKey: on((world) => world.apiKey()),
  patchApiKey: on((world) => world.boundApiKey(), {
    scopes: ['signatures-on-behalf'],
  }),
  revokeApiKey: on((world) => world.apiKey()),

  createWebhookEndpoint: sending(async () => ({
    url: PUBLIC_URL,
    eventTypes: ['booking.created'],
  })),
  getWebhookEndpoint: on((world) => world.endpoint()),
  patchWebhookEndpoint: on((world) => world.endpoint()),
  pauseWebhookEndpoint: on((world) => world.endpoint()),
  resumeWebhookEndpoint: on(async (world) =>
    world.make(`/v1/webhook-endpoints/${(await world.endpoint()).id}/pause`),
  ),
  rotateWebhookEndpointSecret: on((world) => world.endpoint()),
  testWebhookEndpoint: on((world) => world.endpoint()),
  recoverWebhookEndpoint: on((world) => world.endpoint()),
  getWebhookEndpointStatistics: on((world) => world.endpoint()),
  getWebhookRecovery: on((world) => world.recovery()),
  cancelWebhookRecovery: on((world) => world.recovery()),
  deleteWebhookEndpoint: on((world) => world.endpoint()),
  getEvent: on((world) => world.event()),
  getDelivery: on((world) => world.delivery()),
  listDeliveryAttempts: on((world) => world.delivery()),
  redeliverDelivery: on((world) => world.failedDelivery()),

  getMessage: on((world) => world.message()),
  cancelMessage: on((world) => world.message()),
  resendMessage: on((world) => world.undeliveredMessage()),
  markMessageBounced: on((world) => world.sentMessage()),
  previewMessage: async () => ({ query: { template: 'appointment.reminder', language: 'de' } }),
  startEarlyInterventionProgram: sending(async (world) => ({
    childId: (await world.child({ birthDate: '2025-04-30' })).id,
    referralReceivedOn: '2026-10-05',
    serviceCoordinatorId: (await world.provider()).id,
  })),
  getEarlyInterventionProgram: on((world) => world.program()),
  patchEarlyInterventionProgram: on((world) => world.program(), { checkInEveryDays: 14 }),
  listProposedServiceStarts: on((world) => world.program()),
  listAnalyticsMetrics: async () => ({}),
  getLocationAnalytics: async () => ({ query: FIRST_QUARTER }),
  exportLocationAnalyticsCsv: async () => ({ query: FIRST_QUARTER }),
  listAnalyticsRecords: async (world) => {
    await world.schedule()
    return { query: { ...FIRST_QUARTER, metric: 'UTILIZATION', part: 'DENOMINATOR' } }
  },
  getRecommendations: async (world) => {
    await world.order()
    return {}
  },
  dismissRecommendation: sending((world) => world.newDismissal()),
  listRecommendationDismissals: async (world) => {
    await world.dismissal()
    return {}
  },
  getRecommendationDismissal: on((world) => world.dismissal()),
  undoRecommendationDismissal: on((world) => world.dismissal()),
  getCareCoordinator: async (world) => {
    await world.order()
    return {}
  },
  askAnalytics: async () => ({ body: { question: 'How many no-shows were there last month?' } }),
  listEarlyInterventionCompliance: async () => ({ query: YEAR }),
  exportEarlyInterventionComplianceCsv: async () => ({ query: YEAR }),
  listEarlyInterventionComplianceChildren: async (world) => {
    await world.program()
    return { query: { ...YEAR, indicator: 'INDICATOR_7' } }
  },
  listEarlyInterventionOutcomes: async () => ({ query: LEFT }),
  exportEarlyInterventionOutcomesCsv: async () => ({ query: LEFT }),
  listEarlyInterventionOutcomeChildren: async (world) => {
    const { id } = await world.program()
    await world.make(`/v1/early-intervention-programs/${id}/close`, { closedOn: '2026-11-20' })
    return { query: { ...LEFT, outcome: 'SOCIAL_EMOTIONAL' } }
  },
  recordChildOutcomeSummary: on((world) => world.program(), ENTRY),
  withdrawChildOutcomeSummary: on(
    async (world) => {
      const { id } = await world.program()
      return world.make(`/v1/early-intervention-programs/${id}/outcome-summaries`, ENTRY)
    },
    { occasion: 'ENTRY' },
  ),
  recordEarlyInterventionMilestone: on((world) => world.program(), {
    kind: 'IFSP',
    occurredOn: '2026-11-10',
  }),
  withdrawEarlyInterventionMilestone: on(
    async (world) => {
      const { id } = await world.program()
      const milestone = { kind: 'IFSP', occurredOn: '2026-11-10' }
      return world.make(`/v1/early-intervention-programs/${id}/milestones`, milestone)
    },
    { kind: 'IFSP', occurredOn: '2026-11-10' },
  ),
  correctEarlyInterventionMilestone: on(
    async (world) => {
      const { id } = await world.program()
      const milestone = { kind: 'IFSP', occurredOn: '2026-11-10' }
      return world.make(`/v1/early-intervention-programs/${id}/milestones`, milestone)
    },
    { kind: 'IFSP', occurredOn: '2026-11-10', correctOccurredOn: '2026-11-03' },
  ),
  correctEarlyInterventionBirthDate: on((world) => world.program(), { birthDate: '2025-04-03' }),
  reopenEarlyInterventionProgram: on(async (world) => {
    const { id } = await world.program()
    return world.make(`/v1/early-intervention-programs/${id}/close`, { closedOn: '2026-11-20' })
  }),
  addEarlyInterventionProgramDelay: on((world) => world.program(), {
    ...DELAY,
    endsOn: '2026-10-27',
  }),
  addEarlyInterventionProgramDelayAttempt: on(
    async (world) => {
      const { id } = await world.program()
      return world.make(`/v1/early-intervention-programs/${id}/delays`, DELAY)
    },
    { attemptedOn: '2026-10-24', channel: 'VISIT' },
  ),
  endEarlyInterventionProgramDelay: on(
    async (world) => {
      const { id } = await world.program()
      return world.make(`/v1/early-intervention-programs/${id}/delays`, DELAY)
    },
    { endsOn: '2026-10-27' },
  ),
  closeEarlyInterventionProgram: on((world) => world.program(), { closedOn: '2026-11-20' }),
  recordFamilyCheckIn: sending(async (world) => ({
    ...(await familyOfProgram(world)),
    mood: 'MIXED',
    servicesReceived: true,
    callWanted: false,
  })),
  sendFamilyCheckIn: sending(familyOfProgram),
  reassignCoordinator: sending(async (world) => {
    const [from, to] = [await world.provider(), await world.provider()]
    await world.client.patch(`/v1/providers/${to.id}`, { email: 'nora@example.com' })
    await world.make('/v1/early-intervention-programs', {
      childId: (await world.child({ birthDate: '2025-04-30' })).id,
      referralReceivedOn: '2026-10-05',
      serviceCoordinatorId: from.id,
    })
    return { fromProviderId: from.id, toProviderId: to.id, note: 'On leave until May.' }
  }),
  getFamilyCheckIn: on((world) => world.familyCheckIn()),
  acknowledgeFamilyCheckIn: on((world) => world.familyCheckIn()),
  createFamilyCheckInQuestionSet: async () => ({}),
  getFamilyCheckInQuestionSet: on((world) => world.questionSet()),
  createClockSet: async () => ({}),
  getClockSet: on((world) => world.clockSet()),
  listDeadlineRecalculations: async (world) => {
    await world.deadlineRecalculation()
    return {}
  },
  getDeadlineRecalculation: on((world) => world.deadlineRecalculation()),

  listFeedback: async (world) => {
    await world.feedback()
    return {}
  },
  getFeedback: on((world) => world.feedback()),
  patchOrganization: async () => ({}),
  patchMessageSettings: async () => ({}),
  patchRetentionPolicy: async () => ({}),

  createTask: sending((world) => world.newTask()),
  getTask: on((world) => world.task()),
  patchTask: on((world) => world.task()),
  completeTask: on((world) => world.task()),
  cancelTask: on((world) => world.task()),
  reopenTask: on((world) => world.doneTask()),
  commentOnTask: on((world) => world.task()),
  getFollowUp: on((world) => world.followUp()),
  skipFollowUpStep: onStep,
  runFollowUpStepNow: onStep,
  acknowledgeFollowUpStep: async (world) => ({
    params: { id: (await world.followUpWithAttention()).id, step: 'reminder-48h' },
    body: { note: 'Told on the phone.' },
  }),
  cancelFollowUp: on((world) => world.followUp()),
  resumeFollowUp: on((world) => world.cancelledFollowUp()),
  getAuditEntry: on((world) => world.auditEntry()),
  getAuditSeal: on((world) => world.auditSeal()),
  listAuditSeals: async (world) => {
    await world.auditSeal()
    return {}
  },
}

/** Whether it can be called without records of the tenant. */
export const needsScenario = ({ params, body }: Operation): boolean =>
  params !== undefined || body !== undefined

/** A call that succeeds. */
export const validCall = async (operation: Operation, world: World): Promise<Call> => {
  const scenario = SCENARIOS[operation.id]
  const call = scenario ? await scenario(world) : {}
  const body = call.body ?? exampleBody(operation)
  return { ...call, ...(body !== undefined && { body }) }
}
