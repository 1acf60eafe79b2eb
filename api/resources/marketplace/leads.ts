import {
  LeadBoard,
  LeadBoardQuery,
  LeadFunnel,
  LeadFunnelQuery,
} from '#marketplace/leads/board/schemas.ts'
import { convertLead } from '#marketplace/leads/conversion/convert-lead.ts'
import { ConvertedLead, ConvertLead } from '#marketplace/leads/conversion/schemas.ts'
import { createLead } from '#marketplace/leads/lead/create-lead.ts'
import { eraseLead } from '#marketplace/leads/lead/erase-lead.ts'
import { getLeadBoard } from '#marketplace/leads/board/get-lead-board.ts'
import { getLeadFunnel } from '#marketplace/leads/board/get-lead-funnel.ts'
import { handOverLead } from '#marketplace/leads/lead/hand-over-lead.ts'
import { loseLead } from '#marketplace/leads/lead/lose-lead.ts'
import { matchLead, MatchLead } from '#marketplace/leads/offers/match-lead.ts'
import { patchLead } from '#marketplace/leads/lead/patch-lead.ts'
import { qualifyLead } from '#marketplace/leads/lead/qualify-lead.ts'
import { getLead, LeadQuery, listLeads } from '#marketplace/leads/lead/queries.ts'
import { recordContactAttempt } from '#marketplace/leads/lead/record-contact-attempt.ts'
import {
  CreateLead,
  HandOverLead,
  Lead,
  LoseLead,
  PatchLead,
  RecordContactAttempt,
} from '#marketplace/leads/lead/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Leads',
  about:
    'Families who ask for a place: their answers, stages, offers to providers, and the outcome.',
}
const params = idParam('lead')
const permission = 'leads:write'

/** What all changes of a lead have in common. */
const change = {
  method: 'post',
  tag,
  permission,
  params,
  status: 200,
  response: Lead,
} as const

export const leadOperations = [
  operation({
    id: 'createLead',
    method: 'post',
    path: '/v1/leads',
    tag,
    summary: 'Create a lead',
    description:
      'Records a family that asks for a place, for example by telephone. If the family has an e-mail address, missing details are requested with a link. Nothing is merged: `possibleDuplicates` lists people whom you may already know.',
    permission,
    body: CreateLead,
    status: 201,
    response: Lead,
    errors: ['invalid_reference'],
    example: { status: 'NEW', missing: ['NEEDS'] },
    events: ['lead.created'],
    run: (ctx, { body }) => createLead(ctx, body),
  }),
  operation({
    id: 'listLeads',
    method: 'get',
    path: '/v1/leads',
    tag,
    summary: 'List leads',
    description: 'Newest first, unless you sort the list.',
    permission: 'leads:read',
    query: LeadQuery,
    status: 200,
    response: pageOf(Lead),
    run: (ctx, { query }) => listLeads(ctx, query),
  }),
  operation({
    id: 'getLeadBoard',
    method: 'get',
    path: '/v1/leads/board',
    tag,
    summary: 'Retrieve the lead board',
    description:
      'Counts open leads by stage and age, and lists those that have waited longest. Only leads that you can see are counted. Nobody is named.',
    permission: 'leads:read',
    query: LeadBoardQuery,
    status: 200,
    response: LeadBoard,
    run: (ctx, { query }) => getLeadBoard(ctx, query),
  }),
  operation({
    id: 'getLeadFunnel',
    method: 'get',
    path: '/v1/leads/funnel',
    tag,
    summary: 'Retrieve the lead funnel',
    description:
      'Shows the results of the leads received in a period, by source and campaign. Erased leads are still counted.',
    permission: 'leads:read',
    query: LeadFunnelQuery,
    status: 200,
    response: LeadFunnel,
    run: (ctx, { query }) => getLeadFunnel(ctx, query),
  }),
  operation({
    id: 'getLead',
    method: 'get',
    path: '/v1/leads/{id}',
    tag,
    summary: 'Retrieve a lead',
    description:
      'Returns the family’s details, the current score, stages, contact attempts and offers.',
    permission: 'leads:read',
    params,
    status: 200,
    response: Lead,
    errors: ['not_found'],
    run: (ctx, { params }) => getLead(ctx, params),
  }),
  operation({
    ...change,
    id: 'patchLead',
    method: 'patch',
    path: '/v1/leads/{id}',
    summary: 'Change a lead',
    description: 'Members that you omit stay unchanged. A closed lead cannot change.',
    body: PatchLead,
    errors: [...TRANSITION_ERRORS, 'invalid_reference'],
    run: (ctx, { params, body, version }) => patchLead(ctx, { ...params, version, patch: body }),
  }),
  operation({
    ...change,
    id: 'qualifyLead',
    path: '/v1/leads/{id}/qualify',
    summary: 'Qualify a lead',
    description:
      'Records that the centre can help the family. This requires a way to contact the family, the date of birth and a need; `lead_incomplete` lists what is missing.',
    errors: [...TRANSITION_ERRORS, 'lead_incomplete'],
    example: { status: 'QUALIFIED', missing: [] },
    events: ['lead.qualified'],
    run: (ctx, { params, version }) => qualifyLead(ctx, { ...params, version }),
  }),
  operation({
    ...change,
    id: 'matchLead',
    path: '/v1/leads/{id}/match',
    summary: 'Match a lead',
    description:
      'Ranks therapists for a qualified lead by age, needs, languages, modality, state, payer and location, and stores the match as `matchId`. To replace the match, send the request again with other criteria.',
    permission: ['leads:write', 'therapist-matches:write', 'providers:read', 'availability:read'],
    body: MatchLead,
    errors: [...TRANSITION_ERRORS, 'lead_incomplete', 'invalid_reference'],
    example: { status: 'MATCHED', missing: [] },
    events: ['lead.matched'],
    run: (ctx, { params, body, version }) => matchLead(ctx, { ...params, version, asked: body }),
  }),
  operation({
    ...change,
    id: 'recordLeadContactAttempt',
    path: '/v1/leads/{id}/contact-attempts',
    summary: 'Record a contact attempt',
    description:
      'If the family was not reached, the follow-up requests another call the next day. After 30 days without contact the lead expires.',
    body: RecordContactAttempt,
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, body, version }) =>
      recordContactAttempt(ctx, { ...params, version, attempt: body }),
  }),
  operation({
    ...change,
    id: 'convertLead',
    path: '/v1/leads/{id}/convert',
    summary: 'Convert a lead',
    description:
      'Creates the client, child, guardianship and consents and, optionally, a hold, waitlist entry or appointment. Either everything is created or nothing. To use existing records, send `clientId` and `childId`. A hold requires `holds:write`; a waitlist entry or an appointment requires `appointments:write`.',
    permission: [
      'leads:write',
      'clients:write',
      'children:write',
      'guardianships:write',
      'consents:write',
    ],
    query: DryRun,
    body: ConvertLead,
    response: ConvertedLead,
    errors: [
      ...TRANSITION_ERRORS,
      'lead_incomplete',
      'invalid_reference',
      'slot_taken',
      'slot_unavailable',
      'consent_missing',
      'processing_restricted',
    ],
    events: ['child.registered', 'lead.converted', 'client.created', 'guardianship.created'],
    run: (ctx, { params, query, body, version }) =>
      convertLead(ctx, {
        ...params,
        version,
        input: body,
        dryRun: query.dryRun === 'true',
      }),
  }),
  operation({
    ...change,
    id: 'loseLead',
    path: '/v1/leads/{id}/lose',
    summary: 'Mark a lead as lost',
    description:
      'Closes the lead without a placement. Its offers end, and data that identifies the family is deleted after 180 days.',
    body: LoseLead,
    errors: TRANSITION_ERRORS,
    example: {
      status: 'LOST',
      lostReason: 'WENT_ELSEWHERE',
      dueAt: null,
      closedAt: EXAMPLE_INSTANT,
    },
    events: ['lead.lost'],
    run: (ctx, { params, body, version }) => loseLead(ctx, { ...params, version, ...body }),
  }),
  operation({
    ...change,
    id: 'handOverLead',
    path: '/v1/leads/{id}/hand-over',
    summary: 'Hand a lead over to another location',
    description:
      'From now on, the other location is responsible for the family. Callers bound to this location can no longer see the lead.',
    body: HandOverLead,
    errors: [...TRANSITION_ERRORS, 'invalid_reference'],
    run: (ctx, { params, body, version }) => handOverLead(ctx, { ...params, version, ...body }),
  }),
  operation({
    ...change,
    id: 'eraseLead',
    freshProof: true,
    path: '/v1/leads/{id}/erase',
    summary: 'Erase a lead’s family data',
    description:
      'Erases the family’s data immediately, at the family’s request. An open lead becomes LOST. The anonymous record is kept and counted in the funnel. If the lead was converted, erase the client and the child instead.',
    errors: TRANSITION_ERRORS,
    example: {
      status: 'LOST',
      lostReason: 'ERASED',
      dueAt: null,
      closedAt: EXAMPLE_INSTANT,
      forgottenAt: EXAMPLE_INSTANT,
    },
    events: ['lead.lost'],
    run: (ctx, { params, version }) => eraseLead(ctx, { ...params, version }),
  }),
]
