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

const tag = {
  name: 'Programs',
  about: 'Enrollments of children, their milestones, delays and deadlines.',
}
const params = idParam('program')

export const earlyInterventionOperations = [
  operation({
    id: 'startEarlyInterventionProgram',
    method: 'post',
    path: '/v1/early-intervention-programs',
    tag,
    summary: 'Start a program',
    description:
      'Uses the clocks of IDEA Part C, or a clock set of the centre. Deadlines that are already past are shown as MISSED.',
    permission: 'early-intervention:write',
    body: StartProgram,
    status: 201,
    response: Program,
    errors: ['invalid_reference', 'already_exists', 'step_up_required', 'child_discharged'],
    events: ['program.started', 'program.created'],
    run: (ctx, { body }) => startProgram(ctx, body),
  }),
  operation({
    id: 'listEarlyInterventionPrograms',
    method: 'get',
    path: '/v1/early-intervention-programs',
    tag,
    summary: 'List programs',
    description: 'Newest first, including closed programs.',
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
      'Returns the milestones and documented delays, and the deadlines that currently follow from them.',
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
      'Deadlines are recomputed immediately. After a change of referral date, location or clock set, `movedDeadlines` lists the deadlines that moved. With `dryRun=true` you get the same response and nothing changes.',
    permission: 'early-intervention:write',
    params,
    query: DryRun,
    body: PatchProgram,
    status: 200,
    response: ProgramOutcome,
    errors: [...TRANSITION_ERRORS, 'consent_missing', 'invalid_reference', 'step_up_required'],
    events: ['program.updated'],
    run: (ctx, { params, body, query, version }) =>
      patchProgram(ctx, { ...params, version, dryRun: query.dryRun === 'true', patch: body }),
  }),
  operation({
    id: 'recordEarlyInterventionMilestone',
    method: 'post',
    path: '/v1/early-intervention-programs/{id}/milestones',
    tag,
    summary: 'Record a milestone',
    description:
      'If you record a milestone again with another date, the date is corrected; reviews and annual meetings are added instead. With `dryRun=true` you get the same response and nothing changes.',
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
      'Removes a milestone recorded by mistake and recomputes the deadlines. With `dryRun=true` you get the same response and nothing changes.',
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
      'Use this for a milestone recorded on the wrong date or for the wrong child. It withdraws the milestone and records it on `correctOccurredOn`, in the program `programId`, under the same rules as any milestone. Its link to a consent is not carried over. `movedDeadlines` covers both programs. With `dryRun=true` you get the same response and nothing changes.',
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
    summary: 'Correct the child’s birth date',
    description:
      'Corrects the birth date in the child’s record, as `PATCH /v1/children/{id}` does, and shows which deadlines of this program move. With `dryRun=true` you get the same response and nothing changes.',
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
    summary: 'List proposed start dates of IFSP services',
    description:
      'For each service that has consent but no `startedOn`, returns the first session of the same `serviceId` that the child attended after the consent. Nothing is recorded; to record the start, send the date as `startedOn` of the service.',
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
      'Days of a delay caused by the FAMILY do not count. While a delay has no `endsOn`, the clocks pause, and the coordinator is asked every `delayQuestionEveryDays` days whether it continues. Days of other delays count; if they make a deadline late, the deadline shows the cause. With `dryRun=true` you get the same response and nothing changes.',
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
    summary: 'Add an attempt to reach the family',
    description:
      'Records the date and channel of an attempt. The regulation requires documented, repeated attempts.',
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
    summary: 'End the current delay',
    description:
      'Days count again after the end, and deadlines are recomputed. With `dryRun=true` you get the same response and nothing changes.',
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
      'Ends the program’s deadlines and check-ins. You can also send the child-outcome ratings at exit. If you close a program by mistake, reopen it. With `dryRun=true` you get the same response and nothing changes.',
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
      'Deadlines become what they would have been without the closing. If the program was closed by a decision that the child is not eligible, that decision is withdrawn. Requires `care-teams:write` and a fresh proof of identity if the program has a service coordinator, who then sees the child again. Fails while the child has another running program. With `dryRun=true` you get the same response and nothing changes.',
    permission: 'early-intervention:write',
    params,
    query: DryRun,
    status: 200,
    response: ProgramOutcome,
    example: { status: 'ACTIVE' },
    errors: [...TRANSITION_ERRORS, 'program_running', 'step_up_required', 'child_discharged'],
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
    summary: 'Reassign programs to another coordinator',
    description:
      'Reassigns all running programs of a coordinator, or those that you list. Either all are reassigned or none. Each reassignment, with its note, is kept in the program’s `handOvers`. The new coordinator gets one e-mail with `note` and the programs. With `dryRun=true` you get the same response and nothing changes.',
    permission: 'early-intervention:write',
    query: DryRun,
    body: ReassignCoordinator,
    status: 200,
    response: CoordinatorReassignment,
    errors: ['invalid_reference', 'invalid_transition', 'step_up_required'],
    events: ['program.updated'],
    run: (ctx, { body, query }) =>
      reassignCoordinator(ctx, { ...body, dryRun: query.dryRun === 'true' }),
  }),
  operation({
    id: 'listEarlyInterventionDeadlines',
    method: 'get',
    path: '/v1/early-intervention-deadlines',
    tag,
    summary: 'List deadlines that are at risk or missed',
    description:
      'Sorted by due date, each with the reasons for its risk. By default, lists AT_RISK, MISSED and PAUSED deadlines; for the others, send `status=ON_TRACK`.',
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
    description:
      'Accepts the same filters as the list. Without `status`, counts deadlines in every status.',
    permission: 'early-intervention:read',
    query: DeadlineCountQuery,
    status: 200,
    response: listOf(DeadlineCount),
    run: (ctx, { query }) => countDeadlines(ctx, query),
  }),
]
