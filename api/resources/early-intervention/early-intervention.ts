import { addEarlyInterventionProgramDelayAttempt } from '#early-intervention/programs/add-early-intervention-program-delay-attempt.ts'
import { closeProgram } from '#early-intervention/programs/close-program.ts'
import {
  BIRTH_DATE_NEEDS,
  correctEarlyInterventionBirthDate,
} from '#early-intervention/programs/correct-early-intervention-birth-date.ts'
import { correctEarlyInterventionMilestone } from '#early-intervention/programs/correct-early-intervention-milestone.ts'
import { delayProgram } from '#early-intervention/programs/delay-program.ts'
import { endEarlyInterventionProgramDelay } from '#early-intervention/programs/end-early-intervention-program-delay.ts'
import {
  listProposedServiceStarts,
  PROPOSALS_NEED,
  ProposedServiceStart,
} from '#early-intervention/programs/list-proposed-service-starts.ts'
import { ProgramOutcome } from '#early-intervention/programs/moved-deadlines.ts'
import { patchProgram } from '#early-intervention/programs/patch-program.ts'
import {
  countDeadlines,
  DeadlineCountQuery,
  DeadlineQuery,
  getProgram,
  listDeadlines,
  listPrograms,
  ProgramQuery,
} from '#early-intervention/programs/queries.ts'
import {
  CoordinatorReassignment,
  ReassignCoordinator,
  reassignCoordinator,
} from '#early-intervention/programs/reassign-coordinator.ts'
import { recordEarlyInterventionMilestone } from '#early-intervention/programs/record-early-intervention-milestone.ts'
import { reopenEarlyInterventionProgram } from '#early-intervention/programs/reopen-early-intervention-program.ts'
import { withdrawEarlyInterventionMilestone } from '#early-intervention/programs/withdraw-early-intervention-milestone.ts'
import {
  AddAttempt,
  AddDelay,
  CloseProgram,
  CorrectBirthDate,
  CorrectMilestone,
  DeadlineAtRisk,
  DeadlineCount,
  EndDelay,
  PatchProgram,
  Program,
  RecordMilestone,
  StartProgram,
  WithdrawMilestone,
} from '#early-intervention/programs/schemas.ts'
import { startProgram } from '#early-intervention/programs/start-program.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = 'Programs'
const params = idParam('program')

export const earlyInterventionOperations = [
  operation({
    id: 'startEarlyInterventionProgram',
    method: 'post',
    path: '/v1/early-intervention-programs',
    tag,
    summary: 'Start a program',
    description:
      'By the clocks of IDEA Part C, or by a clock set of the centre. A deadline that is past already is shown as MISSED.',
    permission: 'early-intervention:write',
    body: StartProgram,
    status: 201,
    response: Program,
    errors: ['invalid_reference', 'already_exists'],
    events: ['program.started', 'program.created'],
    run: (ctx, { body }) => startProgram(ctx, body),
  }),
  operation({
    id: 'listEarlyInterventionPrograms',
    method: 'get',
    path: '/v1/early-intervention-programs',
    tag,
    summary: 'List programs',
    description: 'Newest first, with those that are closed.',
    permission: 'early-intervention:read',
    query: ProgramQuery,
    status: 200,
    response: pageOf(Program),
    run: (ctx, { query }) => listPrograms(ctx, query),
  }),
  operation({
    id: 'getEarlyInterventionProgram',
    method: 'get',
    path: '/v1/early-intervention-programs/{id}',
    tag,
    summary: 'Retrieve a program',
    description:
      'Its milestones, its documented delays, and the deadlines that follow from them today.',
    permission: 'early-intervention:read',
    params,
    status: 200,
    response: Program,
    errors: ['not_found'],
    run: (ctx, { params }) => getProgram(ctx, params),
  }),
  operation({
    id: 'patchEarlyInterventionProgram',
    method: 'patch',
    path: '/v1/early-intervention-programs/{id}',
    tag,
    summary: 'Change a program',
    description:
      'Its deadlines follow at once: after another day of the referral, another location or another clock set, `movedDeadlines` says which of them moved. With `dryRun=true` the answer is the same and nothing is done.',
    permission: 'early-intervention:write',
    params,
    query: DryRun,
    body: PatchProgram,
    status: 200,
    response: ProgramOutcome,
    errors: [...TRANSITION_ERRORS, 'consent_missing', 'invalid_reference'],
    events: ['program.updated'],
    run: (ctx, { params, body, query, version }) =>
      patchProgram(ctx, { ...params, version, dryRun: query.dryRun === 'true', patch: body }),
  }),
  operation({
    id: 'recordEarlyInterventionMilestone',
    method: 'post',
    path: '/v1/early-intervention-programs/{id}/milestones',
    tag,
    summary: 'Record that a milestone was reached',
    description:
      'Said again with another date, it is corrected. Reviews and annual meetings add up. With `dryRun=true` the answer is the same and nothing is done.',
    permission: 'early-intervention:write',
    params,
    query: DryRun,
    body: RecordMilestone,
    status: 200,
    response: ProgramOutcome,
    errors: [...TRANSITION_ERRORS, 'consent_missing', 'invalid_reference'],
    events: ['program.milestone_recorded', 'program.updated'],
    run: (ctx, { params, body, query, version }) =>
      recordEarlyInterventionMilestone(ctx, {
        ...params,
        version,
        dryRun: query.dryRun === 'true',
        milestone: body,
      }),
  }),
  operation({
    id: 'withdrawEarlyInterventionMilestone',
    method: 'post',
    path: '/v1/early-intervention-programs/{id}/milestones/withdraw',
    tag,
    summary: 'Withdraw a milestone',
    description:
      'For one that was recorded by mistake. The deadlines are computed again. With `dryRun=true` the answer is the same and nothing is done.',
    permission: 'early-intervention:write',
    params,
    query: DryRun,
    body: WithdrawMilestone,
    status: 200,
    response: ProgramOutcome,
    errors: [...TRANSITION_ERRORS, 'milestone_not_recorded'],
    events: ['program.corrected', 'program.updated'],
    run: (ctx, { params, body, query, version }) =>
      withdrawEarlyInterventionMilestone(ctx, {
        ...params,
        version,
        dryRun: query.dryRun === 'true',
        milestone: body,
      }),
  }),
  operation({
    id: 'correctEarlyInterventionMilestone',
    method: 'post',
    path: '/v1/early-intervention-programs/{id}/milestones/correct',
    tag,
    summary: 'Correct a milestone',
    description:
      'Recorded on the wrong day, or for the wrong child: it is taken back and recorded on `correctOccurredOn`, in the program of `programId`, by the rules for any milestone. A consent that it named stays behind. `movedDeadlines` names those of both programs. With `dryRun=true` the answer is the same and nothing is done.',
    permission: 'early-intervention:write',
    params,
    query: DryRun,
    body: CorrectMilestone,
    status: 200,
    response: ProgramOutcome,
    errors: [
      ...TRANSITION_ERRORS,
      'milestone_not_recorded',
      'consent_missing',
      'invalid_reference',
      'already_exists',
    ],
    events: ['program.corrected', 'program.milestone_recorded', 'program.updated'],
    run: (ctx, { params, body, query, version }) =>
      correctEarlyInterventionMilestone(ctx, {
        ...params,
        version,
        dryRun: query.dryRun === 'true',
        correction: body,
      }),
  }),
  operation({
    id: 'correctEarlyInterventionBirthDate',
    method: 'post',
    path: '/v1/early-intervention-programs/{id}/correct-birth-date',
    tag,
    summary: "Correct the child's birth date",
    description:
      'The birth date of the child’s record, as `PATCH /v1/children/{id}` corrects it, with what that moves in this program. With `dryRun=true` the answer is the same and nothing is done.',
    permission: BIRTH_DATE_NEEDS,
    params,
    query: DryRun,
    body: CorrectBirthDate,
    status: 200,
    response: ProgramOutcome,
    errors: TRANSITION_ERRORS,
    events: ['program.corrected', 'child.updated', 'program.updated'],
    run: (ctx, { params, body, query, version }) =>
      correctEarlyInterventionBirthDate(ctx, {
        ...params,
        version,
        dryRun: query.dryRun === 'true',
        ...body,
      }),
  }),
  operation({
    id: 'listProposedServiceStarts',
    method: 'get',
    path: '/v1/early-intervention-programs/{id}/proposed-service-starts',
    tag,
    summary: 'List when services of the IFSP started, by their sessions',
    description:
      'Of services that the parent consented to and that have no `startedOn`: the first session that the child attended since, of the same `serviceId`. Nothing is recorded: send it as `startedOn` of the service.',
    permission: PROPOSALS_NEED,
    params,
    status: 200,
    response: listOf(ProposedServiceStart),
    errors: ['not_found'],
    run: (ctx, { params }) => listProposedServiceStarts(ctx, params),
  }),
  operation({
    id: 'addEarlyInterventionProgramDelay',
    method: 'post',
    path: '/v1/early-intervention-programs/{id}/delays',
    tag,
    summary: 'Add a documented delay',
    description:
      'Days of a delay that the FAMILY caused do not count; without `endsOn` the clocks pause, and the coordinator is asked whether it still lasts, every `delayQuestionEveryDays`. Days of other delays count: what is late by them says so. With `dryRun=true` the answer is the same and nothing is done.',
    permission: 'early-intervention:write',
    params,
    query: DryRun,
    body: AddDelay,
    status: 200,
    response: ProgramOutcome,
    errors: [...TRANSITION_ERRORS, 'delays_overlap'],
    events: ['program.delayed', 'program.updated'],
    run: (ctx, { params, body, query, version }) =>
      delayProgram(ctx, { ...params, version, dryRun: query.dryRun === 'true', delay: body }),
  }),
  operation({
    id: 'addEarlyInterventionProgramDelayAttempt',
    method: 'post',
    path: '/v1/early-intervention-programs/{id}/delays/attempts',
    tag,
    summary: 'Add an attempt to reach the family to a delay',
    description:
      'With its day and how it was made: the regulation asks for documented, repeated attempts.',
    permission: 'early-intervention:write',
    params,
    body: AddAttempt,
    status: 200,
    response: ProgramOutcome,
    errors: [...TRANSITION_ERRORS, 'no_open_delay'],
    events: ['program.updated'],
    run: (ctx, { params, body, version }) =>
      addEarlyInterventionProgramDelayAttempt(ctx, { ...params, version, input: body }),
  }),
  operation({
    id: 'endEarlyInterventionProgramDelay',
    method: 'post',
    path: '/v1/early-intervention-programs/{id}/delays/end',
    tag,
    summary: 'End the delay that lasts',
    description:
      'The days from then on count again, and the deadlines are computed again. With `dryRun=true` the answer is the same and nothing is done.',
    permission: 'early-intervention:write',
    params,
    query: DryRun,
    body: EndDelay,
    status: 200,
    response: ProgramOutcome,
    errors: [...TRANSITION_ERRORS, 'no_open_delay'],
    events: ['program.updated'],
    run: (ctx, { params, body, query, version }) =>
      endEarlyInterventionProgramDelay(ctx, {
        ...params,
        version,
        dryRun: query.dryRun === 'true',
        ...body,
      }),
  }),
  operation({
    id: 'closeEarlyInterventionProgram',
    method: 'post',
    path: '/v1/early-intervention-programs/{id}/close',
    tag,
    summary: 'Close a program',
    description:
      'Its deadlines and check-ins end. Ratings of the child outcomes at exit may come with it. One that was closed by mistake is reopened. With `dryRun=true` the answer is the same and nothing is done.',
    permission: 'early-intervention:write',
    params,
    query: DryRun,
    body: CloseProgram,
    status: 200,
    response: ProgramOutcome,
    example: { status: 'CLOSED' },
    errors: TRANSITION_ERRORS,
    events: ['program.closed', 'program.updated'],
    run: (ctx, { params, body, query, version }) =>
      closeProgram(ctx, { ...params, version, dryRun: query.dryRun === 'true', ...body }),
  }),
  operation({
    id: 'reopenEarlyInterventionProgram',
    method: 'post',
    path: '/v1/early-intervention-programs/{id}/reopen',
    tag,
    summary: 'Reopen a program that was closed by mistake',
    description:
      'Its deadlines are what they would have been. A decision that the child is not eligible closed it: that is withdrawn too. Refused while the child has another running program. With `dryRun=true` the answer is the same and nothing is done.',
    permission: 'early-intervention:write',
    params,
    query: DryRun,
    status: 200,
    response: ProgramOutcome,
    example: { status: 'ACTIVE' },
    errors: [...TRANSITION_ERRORS, 'program_running'],
    events: ['program.reopened', 'program.updated'],
    run: (ctx, { params, query, version }) =>
      reopenEarlyInterventionProgram(ctx, {
        ...params,
        version,
        dryRun: query.dryRun === 'true',
      }),
  }),
  operation({
    id: 'reassignCoordinator',
    method: 'post',
    path: '/v1/early-intervention-programs/reassign',
    tag,
    summary: 'Reassign the programs of a coordinator to another',
    description:
      'All that run, or those that are named, each with a note that stays in `handOvers` of the program. Each change is on record by itself; together they are done or not. The next coordinator gets one e-mail with `note` and the programs. With `dryRun=true` the answer is the same and nothing is done.',
    permission: 'early-intervention:write',
    query: DryRun,
    body: ReassignCoordinator,
    status: 200,
    response: CoordinatorReassignment,
    errors: ['invalid_reference', 'invalid_transition'],
    events: ['program.updated'],
    run: (ctx, { body, query }) =>
      reassignCoordinator(ctx, { ...body, dryRun: query.dryRun === 'true' }),
  }),
  operation({
    id: 'listEarlyInterventionDeadlines',
    method: 'get',
    path: '/v1/early-intervention-deadlines',
    tag,
    summary: 'List deadlines that are at risk or missed, and why',
    description:
      'Without `status`, those that are AT_RISK, MISSED or PAUSED: deadlines that are ON_TRACK are listed with `status=ON_TRACK`. By the day on which they are due, each with the reasons for which it is at risk.',
    permission: 'early-intervention:read',
    query: DeadlineQuery,
    status: 200,
    response: pageOf(DeadlineAtRisk),
    run: (ctx, { query }) => listDeadlines(ctx, query),
  }),
  operation({
    id: 'countEarlyInterventionDeadlines',
    method: 'get',
    path: '/v1/early-intervention-deadlines/counts',
    tag,
    summary: 'Count deadlines by status and clock',
    description: 'By the filters of the list. Without `status`, of every status.',
    permission: 'early-intervention:read',
    query: DeadlineCountQuery,
    status: 200,
    response: listOf(DeadlineCount),
    run: (ctx, { query }) => countDeadlines(ctx, query),
  }),
]
