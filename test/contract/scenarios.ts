import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
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
 * Scenarios for a successful call, which first create the records of the operation. Anything a scenario omits
 * comes from the example of the operation. The scenarios of `create`, `get`, `patch`, `archive` and `restore`
 * follow from the operation (`derived`); one is written here only if it differs.
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

/** An entry of the worklist: a task. */
const onEntry =
  (body: Json = {}): Scenario =>
  async (world) => ({ body: { entryId: (await world.task()).id, ...body } })

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
  claimWorklistEntry: onEntry(),
  releaseWorklistEntry: onEntry(),
  handOverWorklistEntry: onEntry({ role: 'BILLER' }),
  snoozeWorklistEntry: onEntry({
    endsAt: '2027-01-04T08:00:00.000Z',
    reason: 'The office is closed until then.',
  }),
  unsnoozeWorklistEntry: onEntry(),

  createAppointment: sending((world) => world.booking()),
  listAppointmentChanges: on(async (world) => {
    const { id } = await world.appointmentThat('check-in')
    return world.make(`/v1/appointments/${id}/undo`)
  }),
  getAppointmentMessages: on((world) => world.appointment()),
  confirmAppointment: on((world) => world.pendingAppointment()),
  declineAppointment: on((world) => world.pendingAppointment()),
  cancelAppointment: on((world) => world.appointment()),
  rescheduleAppointment: on((world) => world.appointment()),
  confirmAttendance: on((world) => world.appointment()),
  checkInAppointment: on((world) => world.appointment()),
  startAppointment: on((world) => world.appointment()),
  completeAppointment: on((world) => world.appointmentThat('check-in')),
  markAppointmentNoShow: on((world) => world.appointment()),
  previewAppointmentAutomation: on((world) => world.appointment()),
  chargeAppointmentFee: on((world) => world.appointmentWithProposedFee()),
  patchAppointmentAutomation: async () => ({}),
  undoAppointment: on((world) => world.appointmentThat('check-in'), { refundFee: false }),
  markAppointmentInError: on((world) => world.appointment()),

  createChannelConsent: async (world) => ({
    body: {
      clientId: (await world.family()).id,
      channel: 'SMS',
      status: 'OPTED_IN',
      source: 'FORM',
    },
  }),
  getChannelConsent: on((world) => world.channelConsent()),
  getClientChannels: on((world) => world.family()),
  confirmAddress: on((world) => world.family(), { channel: 'EMAIL' }),

  correctLocationTimeZone: on(
    async (world) => {
      const location = await world.location()
      const { id: providerId } = await world.provider({ locationIds: [location.id] })
      const { type: _, ...booking } = await world.booking()
      await world.make('/v1/appointments', {
        ...booking,
        serviceId: (await world.service()).id,
        providerId,
        locationId: location.id,
      })
      return location
    },
    { timeZone: 'America/New_York', appointments: 'KEEP_LOCAL_TIMES' },
  ),
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
  releaseHold: on((world) => world.hold()),

  createWaitlistEntry: sending((world) => world.waiting()),
  cancelWaitlistEntry: on((world) => world.waitlistEntry()),
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
  approveTimeOff: on((world) => world.timeOff({ approved: false })),
  declineTimeOff: on((world) => world.timeOff({ approved: false })),
  cancelTimeOff: on((world) => world.timeOff()),

  createSchedule: sending((world) => world.scheduleOf()),
  createScheduleException: sending(async (world) => ({
    providerId: (await world.provider()).id,
    kind: 'EXTRA',
    occursOn: '2026-12-12',
    windows: [{ startTime: '09:00', endTime: '12:00' }],
  })),
  createReminderPolicy: sending(async (world) => ({
    serviceId: (await world.service()).id,
    offsetsMinutes: [1440],
  })),

  createCalendarFeed: sending(async (world) => ({ subjectId: (await world.provider()).id })),
  revokeCalendarFeed: on((world) => world.calendarFeed()),

  createRoom: sending(async (world) => ({
    locationId: (await world.location()).id,
    name: 'Room 2',
  })),

  createService: sending(async (world) => ({
    code: `A${world.word().toUpperCase()}`,
    name: 'Early intervention',
    durationMinutes: 45,
    amount: 9500,
    currency: 'EUR',
  })),

  createCustomField: sending(async (world) => ({
    key: `plan_${world.word()}`,
    label: 'Insurance plan',
    type: 'TEXT',
  })),

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

  createProvider: sending(async (world) => ({
    name: 'Dr. Ana Ruiz',
    locationIds: [(await world.location()).id],
  })),

  suspendProvider: on((world) => world.provider(), { reason: 'OTHER', note: 'On leave' }),
  reinstateProvider: on((world) => world.suspendedProvider(), { note: 'Back' }),

  createChild: sending(async (world) => ({
    firstName: 'Lena',
    lastName: 'Weiss',
    birthDate: '2021-04-30',
    primaryProviderId: (await world.provider()).id,
  })),
  searchChildren: async () => ({ query: { name: 'Lena Wiess' } }),
  searchClients: async () => ({ query: { name: 'Mara Wiess' } }),
  searchFamilies: async () => ({ query: { q: 'Mara Wiess' } }),
  listChildDuplicates: on((world) => world.child()),
  mergeChild: async (world) => ({
    params: { id: (await world.child()).id },
    body: { duplicateId: (await world.child()).id },
  }),
  reverseChildMerge: on((world) => world.childMerge()),
  getChildV0: on((world) => world.child()),

  dischargeChild: async (world) => ({
    params: { id: String((await world.appointment())['childId']) },
    body: { reason: 'MOVED_AWAY' },
  }),
  readmitChild: async (world) => ({
    params: { id: String((await world.discharge())['childId']) },
    body: { reason: 'The family has moved back' },
  }),
  listDischargeItems: on((world) => world.discharge()),

  createGuardianship: sending(async (world) => ({
    childId: (await world.child()).id,
    clientId: (await world.family()).id,
    relationship: 'mother',
    legal: true,
    billing: true,
  })),
  endGuardianship: on((world) => world.guardianship()),

  getChildChart: on((world) => world.childInCare()),
  listChildTimeline: async (world) => ({
    params: { id: String((await world.appointment())['childId']) },
  }),
  exportChildRecord: on((world) => world.childInCare()),
  exportChildRecordPdf: on((world) => world.childInCare()),

  createAttachment: sending((world) => world.newAttachment()),
  createAttachmentUploadLink: on((world) => world.attachment()),
  createAttachmentDownloadLink: on((world) => world.uploaded()),
  removeAttachment: on((world) => world.uploaded()),

  createProviderDocument: sending((world) => world.newProviderDocument()),
  createProviderDocumentUploadLink: on((world) => world.providerDocument()),
  createProviderDocumentDownloadLink: on((world) => world.uploadedProviderDocument()),
  removeProviderDocument: on((world) => world.uploadedProviderDocument()),

  createDiagnosis: sending((world) => world.newDiagnosis()),
  resolveDiagnosis: on((world) => world.diagnosis()),

  grantConsent: sending((world) => world.newConsent()),
  revokeConsent: on((world) => world.consent()),

  createSession: sending(async (world) => ({
    childId: (await world.child()).id,
    providerId: (await world.provider()).id,
    startedAt: '2026-11-20T10:02:00+01:00',
    endedAt: '2026-11-20T10:47:00+01:00',
    participants: [{ role: 'SUPERVISOR', providerId: (await world.provider()).id }],
  })),
  getSession: on((world) => world.sessionWithOthers()),
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

  publishFormTemplate: on((world) => world.formDraft()),
  getFormTemplateVersion: async (world) => ({
    params: { id: (await world.formTemplate()).id, number: '1' },
  }),
  createProviderLicense: sending((world) => world.newLicense()),
  getProviderLicense: on((world) => world.license()),
  patchProviderLicense: on((world) => world.license()),
  verifyProviderLicense: on((world) => world.license()),
  checkProviderLicense: on((world) => world.checkableLicense()),
  archiveProviderLicense: on((world) => world.license()),
  restoreProviderLicense: archived('/v1/provider-licenses', (world) => world.license()),
  matchTherapists: sending((world) => world.matching()),
  createMatchingNeed: async (world) => ({
    body: { code: `need_${world.word()}`, name: 'Speech delay', specialties: ['speech therapy'] },
  }),
  patchMatchingSettings: async (world) => {
    await world.therapistMatch()
    return {}
  },
  createOnboardingPlan: async () => ({}),
  publishOnboardingPlan: on((world) => world.onboardingPlanDraft()),
  getOnboardingPlanVersion: async (world) => ({
    params: { id: (await world.onboardingPlan()).id, number: '1' },
  }),

  createAssistant: async () => ({}),
  publishAssistant: on(async (world) => {
    const { id } = await world.assistant()
    await world.client.patch(`/v1/ai/assistants/${id}`, { answerStyle: 'DETAILED' })
    return world.first('/v1/ai/assistants')
  }),
  getAssistantIndex: on((world) => world.assistant()),
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
  patchKnowledgeDocument: on((world) => world.knowledgeDocument(), {
    labels: ['policy'],
    endsOn: '2031-06-30',
  }),
  reindexKnowledgeDocument: on((world) => world.knowledgeDocument()),
  removeKnowledgeDocument: on((world) => world.knowledgeDocument()),
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
  createEvaluation: async (world) => ({
    body: {
      assistantId: (await world.assistant()).id,
      name: 'Basics',
      questions: [{ question: 'Is there a swimming pool?', documentIds: [] }],
    },
  }),
  startEvaluationRun: on((world) => world.evaluation()),
  listEvaluationResults: on((world) => world.evaluationRun()),
  createAiModel: sending(async (world) => world.newModel()),
  testAiModel: on((world) => world.aiModel()),

  startProviderOnboarding: sending((world) => world.newOnboarding()),
  getProviderOnboarding: on((world) => world.onboarding()),
  getOnboardingBoard: async (world) => {
    await world.onboarding()
    return {}
  },
  acceptOnboardingItem: async (world) => ({
    params: { id: (await world.onboarding()).id, key: 'interview' },
    body: { note: 'Talked for an hour.' },
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
  createLead: sending((world) => world.newLead()),
  getLeadBoard: async (world) => {
    await world.lead()
    return {}
  },
  getLeadFunnel: async (world) => {
    await world.lead()
    return {}
  },
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
  acceptLeadOffer: on((world) => world.leadOffer()),
  declineLeadOffer: on((world) => world.leadOffer()),
  withdrawLeadOffer: on((world) => world.leadOffer()),

  createFormResponse: sending((world) => world.newFormResponse()),
  saveFormResponse: on((world) => world.formResponse(), { answers: { more: 'Wakes up.' } }),
  submitFormResponse: on((world) => world.formResponse(), FORM_ANSWERS),
  remindFormResponse: on((world) => world.formResponse()),
  cancelFormResponse: on((world) => world.formResponse()),
  verifyFormResponse: on((world) => world.submittedForm()),
  createProviderForm: sending((world) => world.newProviderForm()),
  submitProviderForm: on((world) => world.providerForm(), FORM_ANSWERS),
  remindProviderForm: on((world) => world.providerForm()),
  cancelProviderForm: on((world) => world.providerForm()),
  verifyProviderForm: on((world) => world.submittedProviderForm()),
  listAppointmentForms: on((world) => world.appointment()),

  createSupervision: sending(async (world) => ({
    providerId: (await world.provider()).id,
    supervisorId: (await world.provider()).id,
  })),
  endSupervision: on((world) => world.supervision()),
  createSupervisionDelegate: sending(async (world) => ({
    supervisorId: (await world.provider()).id,
    delegateId: (await world.provider()).id,
    endsAt: '2027-01-04T09:00:00+01:00',
  })),
  endSupervisionDelegate: on((world) => world.supervisionDelegate()),
  createAbsence: sending(async (world) => ({
    userId: (await world.user()).id,
    deputyId: (await world.user()).id,
    endsAt: '2027-01-04T09:00:00+01:00',
  })),
  getAbsence: on((world) => world.userAbsence()),
  endAbsence: on((world) => world.userAbsence()),
  getUserNotifications: on((world) => world.user()),
  patchUserNotifications: on((world) => world.user()),
  patchNotificationSettings: async () => ({ body: { digestTime: '07:30' } }),

  createAssessmentInstrument: async () => ({}),
  getAssessmentInstrument: on((world) => world.instrument()),
  publishAssessmentInstrumentEdition: on((world) => world.instrument()),
  listAssessmentInstrumentEditions: on((world) => world.instrument()),
  archiveAssessmentInstrument: on((world) => world.instrument()),
  restoreAssessmentInstrument: archived('/v1/assessment-instruments', (world) =>
    world.instrument(),
  ),
  createAssessmentSchedule: sending((world) => world.newAssessmentSchedule()),
  endAssessmentSchedule: on((world) => world.assessmentSchedule()),
  recordAssessment: sending(async (world) => ({
    childId: (await world.child()).id,
    instrumentId: (await world.instrument()).id,
    administeredOn: '2026-11-20',
    items: { naming: 5, phrases: 2 },
  })),
  completeAssessment: on((world) => world.assessment()),
  correctAssessment: on((world) => world.completedAssessment()),
  waiveAssessment: on((world) => world.assessment()),
  getChildAssessmentTrends: on((world) => world.child()),
  addCareTeamMember: sending(async (world) => ({
    childId: (await world.child()).id,
    providerId: (await world.provider()).id,
    role: 'ASSISTANT',
  })),
  endCareTeamMember: on((world) => world.careTeamMember()),
  getProviderCaseload: on((world) => world.provider()),
  listChildDisclosures: on((world) => world.child()),
  createPersonExport: sending(async (world) => ({ childId: (await world.child()).id })),
  expirePersonExport: on((world) => world.readyExport()),
  createPersonExportDownloadLink: on((world) => world.readyExport()),
  createProcessingRestriction: sending(async (world) => ({
    childId: (await world.child()).id,
    ground: 'UNLAWFUL',
    reason: 'Collected without a legal basis.',
  })),
  liftProcessingRestriction: on((world) => world.processingRestriction()),
  cancelProcessingRestrictionLifting: on((world) => world.liftingRestriction()),
  createErasure: sending(async (world) => ({
    childId: (await world.child()).id,
    reason: 'The family asks to be forgotten.',
  })),
  approveErasure: on((world) => world.erasure()),
  cancelErasure: on((world) => world.erasure()),
  createBreakGlassGrant: sending((world) => world.emergency()),
  endBreakGlassGrant: on((world) => world.breakGlassGrant()),
  reviewBreakGlassGrant: on((world) => world.breakGlassGrant()),

  recallAssessments: sending(async (world) => ({ instrumentId: (await world.instrument()).id })),

  createAgent: sending(async (world) => world.newAgent()),
  validateAgent: on((world) => world.agent()),
  previewAgent: on((world) => world.decidingAgent(), { input: {} }),
  publishAgent: on((world) => world.agent()),
  rollBackAgent: on((world) => world.publishedAgent()),
  getAgentTriggers: on((world) => world.publishedAgent()),
  listEventAgents: async (world) => {
    await world.eventAgent()
    await world.child()
    return { params: { id: (await world.first('/v1/events?type=child.registered')).id } }
  },
  getAgentVersion: async (world) => ({
    params: { id: (await world.publishedAgent()).id, number: '1' },
  }),
  pauseAgent: on((world) => world.publishedAgent()),
  resumeAgent: on((world) => world.publishedAgent()),
  offerAgentAsTemplate: on((world) => world.agent(), {
    parameters: [
      { name: 'approvers', label: 'Who may approve?', type: 'ROLES', sets: ['nodes.ask.roles'] },
    ],
  }),
  withdrawAgentTemplate: on((world) => world.offeredAgent()),
  exportAgent: on((world) => world.agent()),
  importAgent: sending(async (world) => ({
    format: 'agent/1',
    description: null,
    ...world.newAgent(),
  })),
  rotateAgentWebhookUrl: on((world) => world.webhookAgent()),
  retryAgentRun: on((world) => world.cancelledRun(), { node: 'late' }),
  startAgentReplay: on(
    (world) => world.decidingAgent({ type: 'EVENT', eventType: 'child.registered' }),
    { days: 30 },
  ),
  cancelAgentReplay: on((world) => world.agentReplay()),
  listAgentReplayResults: async (world) => ({
    params: { id: String((await world.replayResult())['replayId']) },
  }),
  startAgentRun: on((world) => world.publishedAgent(), { input: {} }),
  cancelAgentRun: on((world) => world.agentRun()),
  pauseAgentRun: on((world) => world.agentRun()),
  resumeAgentRun: on((world) => world.pausedRun()),
  skipAgentRunWait: on((world) => world.skippableRun()),
  getAgentRunStep: on((world) => world.waitingStep()),
  approveAgentRunStep: on((world) => world.waitingStep()),
  rejectAgentRunStep: on((world) => world.waitingStep()),

  createTreatmentCycle: sending((world) => world.newTreatmentCycle()),
  closeTreatmentCycle: on((world) => world.treatmentCycle()),

  createGoal: sending((world) => world.newGoal()),
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
  listSeriesOccurrences: on((world) => world.series()),
  editSeries: on((world) => world.series()),
  confirmSeries: on((world) => world.pendingSeries()),
  cancelSeries: on((world) => world.series()),

  createAppointmentImport: sending((world) => world.importFile()),
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
  waiveAppointmentFee: on((world) => world.appointmentWithFee()),

  createPayer: sending((world) => world.newPayer()),
  patchPayer: on((world) => world.payer(), { daysUntilDue: 14 }),

  createLegalEntity: sending((world) => world.newLegalEntity()),
  createInvoice: sending((world) => world.newInvoice()),
  getInvoice: on((world) => world.issuedInvoice()),
  issueInvoice: on((world) => world.invoice()),
  discardInvoice: on((world) => world.invoice()),
  creditInvoice: on((world) => world.issuedInvoice(), { reason: 'Billed twice.' }),
  exportInvoicePdf: on((world) => world.issuedInvoice()),
  exportEInvoice: on((world) => world.issuedInvoice()),

  createDiscountCode: sending((world) => world.newDiscountCode()),
  prepayCredit: sending((world) => world.newPrepayment()),
  listCreditMovements: within('creditBalanceId', (world) => world.creditPayout()),
  exportCreditMovementsCsv: within('creditBalanceId', (world) => world.creditPayout()),
  createCreditPayout: on((world) => world.creditBalance()),
  listSessionPackageMovements: on((world) => world.sharedPackage()),
  transferSessionPackage: async (world) => {
    const bought = await world.sessionPackage()
    const childId = await world.siblingOf(bought)
    return { params: { id: bought.id }, body: { childId, sessions: 3 } }
  },
  createSuperbill: sending((world) => world.newSuperbill()),
  exportSuperbillPdf: on((world) => world.superbill()),
  getDunning: on((world) => world.heldDunning()),
  holdDunning: on((world) => world.dunning(), { reason: 'DISPUTED' }),
  resumeDunning: on((world) => world.heldDunning()),
  writeOffInvoice: on((world) => world.issuedInvoice(), { reason: 'They are insolvent.' }),

  createOrder: sending((world) => world.newOrder()),
  cancelOrder: on((world) => world.order()),
  createPaymentAccount: sending((world) => world.newPaymentAccount()),
  patchPaymentAccount: on((world) => world.paymentAccount(), { name: 'Stripe, Bonn' }),
  createPayment: sending(async (world) => ({
    orderId: (await world.order()).id,
    paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
  })),
  createRefund: on((world) => world.capturedPayment(), { reason: 'The therapist was ill.' }),
  submitDisputeEvidence: async (world) => {
    const { id: invoiceId, orders } = await world.issuedInvoice()
    const [order] = orders as { orderId: string }[]
    const { id } = await world.dispute(order!.orderId)
    return { params: { id }, body: { documents: [{ kind: 'RECEIPT', invoiceId }] } }
  },
  acceptDispute: on((world) => world.dispute()),
  createSplitTerms: sending((world) => world.newSplitTerms()),
  createPayoutAccount: sending((world) => world.newPayoutAccount()),
  verifyPayoutAccount: on((world) => world.payoutAccount()),
  rejectPayoutAccount: on((world) => world.payoutAccount(), { reason: 'Another holder.' }),
  withdrawPayoutAccount: on((world) => world.payoutAccount()),
  createSettlement: sending((world) => world.newSettlement()),
  listSettlementLines: on((world) => world.settlement()),
  exportSettlementStatementCsv: on((world) => world.settlement()),
  exportSettlementStatementPdf: on((world) => world.settlement()),
  approveSettlement: on((world) => world.settlement()),
  cancelSettlement: on((world) => world.settlement()),
  createPlatformPayout: async (world) => {
    await world.reserve()
    await world.withoutPlatformPayout()
    return { body: { reference: 'Invoice 2026-118' } }
  },
  approvePlatformPayout: on((world) => world.platformPayout()),
  cancelPlatformPayout: on((world) => world.platformPayout()),
  releaseReserve: on((world) => world.reserve()),
  lockPeriod: sending(async (world) => world.newPeriodLock()),
  unlockPeriod: async (world) => {
    await world.periodLock()
    return { body: { lockedThroughOn: null, reason: 'Forgotten visit.' } }
  },
  getPeriodLock: on((world) => world.periodLock()),
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
  patchUser: on((world) => world.user(), { roles: ['THERAPIST', 'BILLER'] }),
  resendUserInvitation: on((world) => world.invitedUser()),
  deactivateUser: on((world) => world.user()),
  reactivateUser: on((world) => world.deactivatedUser()),
  endUserSessions: on((world) => world.user()),
  revokeUserSession: on((world) => world.userSession()),
  patchPasskey: on((world) => world.passkey(), { name: 'Telephone' }),
  revokePasskey: on((world) => world.passkey()),
  createRole: sending((world) => world.newRole()),
  patchRole: on((world) => world.role(), { permissions: ['children:read'] }),
  createSsoConnection: sending(async (world) => world.newSsoConnection()),
  patchSsoConnection: on((world) => world.ssoConnection(), { isRequired: true }),
  proveSsoDomain: async (world) => {
    const { id, domain } = await world.provableSsoConnection()
    return { params: { id }, body: { domain } }
  },
  restoreSsoConnection: on((world) => world.archivedSsoConnection()),
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
  listDeliveryAttempts: on((world) => world.delivery()),
  redeliverDelivery: on((world) => world.failedDelivery()),

  cancelMessage: on((world) => world.message()),
  decideHeldMessages: on((world) => world.family(), { decision: 'DROP' }),
  resendMessage: on((world) => world.undeliveredMessage()),
  markMessageBounced: on((world) => world.sentMessage()),
  createMessageText: async (world) => ({ body: world.newMessageText() }),
  rollBackMessageText: on((world) => world.changedMessageText()),
  getMessageTextVersion: async (world) => ({
    params: { id: (await world.messageText()).id, number: '1' },
  }),
  listMessageTextVersions: on((world) => world.messageText()),
  patchMessageText: on((world) => world.messageText(), { subject: '{subject}!' }),
  previewMessageText: sending(async (world) => ({
    template: 'appointment.reminder',
    recordId: (await world.appointment()).id,
  })),
  sendTestMessage: sending(async (world) => ({
    template: 'appointment.reminder',
    recordId: (await world.appointment()).id,
  })),
  putMessageLogo: async (world) => {
    await world.client.send({ method: 'DELETE', path: '/v1/message-settings/logo' })
    return {}
  },
  getMessageLogo: async (world) => {
    await world.messageLogo()
    return {}
  },
  removeMessageLogo: async (world) => {
    await world.messageLogo()
    return {}
  },
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
  createIfsp: sending(async (world) => ({
    programId: (await world.program()).id,
    meetingOn: '2026-11-10',
  })),
  getIfsp: on((world) => world.signedIfsp()),
  patchIfsp: on((world) => world.ifsp(), { changeNote: 'More speech therapy.' }),
  presentIfsp: on((world) => world.ifsp(), { ask: true }),
  askIfsp: on((world) => world.presentedIfsp()),
  signIfsp: on((world) => world.ifspOfParent(), { signedName: 'Ana Ruiz' }),
  recordIfspSignature: async (world) => {
    const { id, clientId } = await world.presentedIfsp()
    return {
      params: { id },
      body: { clientId: clientId as string, signedName: 'Mara Weiss', signedOn: '2026-11-20' },
    }
  },
  withdrawIfsp: on((world) => world.presentedIfsp()),
  exportIfspPdf: on((world) => world.signedIfsp()),
  acknowledgeFamilyCheckIn: on((world) => world.familyCheckIn()),
  createFamilyCheckInQuestionSet: async () => ({}),
  getFamilyCheckInQuestionSet: on((world) => world.questionSet()),
  listDeadlineRecalculations: async (world) => {
    await world.deadlineRecalculation()
    return {}
  },

  listFeedback: async (world) => {
    await world.feedback()
    return {}
  },
  patchOrganization: async () => ({}),
  patchMessageSettings: async () => ({}),
  patchRetentionPolicy: async () => ({}),

  createTask: sending((world) => world.newTask()),
  completeTask: on((world) => world.task()),
  cancelTask: on((world) => world.task()),
  reopenTask: on((world) => world.doneTask()),
  commentOnTask: on((world) => world.task()),
  skipFollowUpStep: onStep,
  runFollowUpStepNow: onStep,
  acknowledgeFollowUpStep: async (world) => ({
    params: { id: (await world.followUpWithAttention()).id, step: 'reminder-48h' },
    body: { note: 'Told on the phone.' },
  }),
  cancelFollowUp: on((world) => world.followUp()),
  resumeFollowUp: on((world) => world.cancelledFollowUp()),
  listAuditSeals: async (world) => {
    await world.auditSeal()
    return {}
  },
}

const VERBS = {
  create: /^\/v1\/[^{}]+$/,
  get: /\/\{id\}$/,
  patch: /\/\{id\}$/,
  archive: /\/\{id\}\/archive$/,
  restore: /\/\{id\}\/restore$/,
} as const
type Verb = keyof typeof VERBS

/** The verb and the record of an operation such as `patchLabel`. */
const partsOf = ({ id, path }: Operation): { verb: Verb; name: string } | undefined => {
  const [, verb, name] = /^(create|get|patch|archive|restore)([A-Z]\w*)$/.exec(id) ?? []
  if (!verb || !VERBS[verb as Verb].test(path)) return undefined
  return { verb: verb as Verb, name: name! }
}

const byId = new Map(operations.map((it) => [it.id, it]))

/** Makes a record by the world's own function, or else by its create operation. */
export const makeRecord = async (world: World, name: string): Promise<Made> => {
  const own = fixtureOf(world, name)
  if (own) return own()
  const create = byId.get(`create${name}`)
  if (!create) throw new Error(`Write a scenario, or a function of the world: ${name}`)
  return world.make(create.path, (await validCall(create, world)).body)
}

const fixtureOf = (world: World, name: string): (() => Promise<Made>) | undefined => {
  const functions: Record<string, unknown> = world
  return functions[`${name[0]!.toLowerCase()}${name.slice(1)}`] as (() => Promise<Made>) | undefined
}

/** Records that the world makes by their create operation alone. */
export const makeFromExamples = async (world: World): Promise<void> => {
  for (const operation of operations) {
    const { verb, name } = partsOf(operation) ?? {}
    if (verb !== 'create' || SCENARIOS[operation.id] || fixtureOf(world, name!)) continue
    await makeRecord(world, name!)
  }
}

/** Names are unique, and a world has several records of a kind. */
const uniquely = (operation: Operation, world: World): Json | undefined => {
  const body = exampleBody(operation)
  const isUnique = operation.errors?.includes('already_exists')
  return isUnique && typeof body?.['name'] === 'string'
    ? { ...body, name: `${body['name']} ${world.word()}` }
    : body
}

/** A call of `create`, `get`, `patch`, `archive` or `restore` that follows from the operation. */
const derived = (operation: Operation): Scenario | undefined => {
  const { verb, name } = partsOf(operation) ?? {}
  if (!verb || !name) return undefined
  return async (world) => {
    const body = uniquely(operation, world)
    const sent = body && { body }
    if (verb === 'create') return { ...sent }
    const made = await makeRecord(world, name)
    if (verb === 'restore')
      await world.make(operation.path.replace('{id}/restore', `${made.id}/archive`))
    return { params: { id: made.id }, ...sent }
  }
}

/** The written scenario of an operation, or the one that follows from it. */
export const scenarioOf = (operation: Operation): Scenario | undefined =>
  SCENARIOS[operation.id] ?? derived(operation)

/** Whether it can be called without records of the tenant. */
export const needsScenario = ({ params, body }: Operation): boolean =>
  params !== undefined || body !== undefined

/** A call that succeeds. */
export const validCall = async (operation: Operation, world: World): Promise<Call> => {
  const scenario = scenarioOf(operation)
  const call = scenario ? await scenario(world) : {}
  const body = call.body ?? exampleBody(operation)
  return { ...call, ...(body !== undefined && { body }) }
}
