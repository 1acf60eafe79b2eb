import { createMatchingNeed } from '#marketplace/matching-needs/create-matching-need.ts'
import { patchMatchingNeed } from '#marketplace/matching-needs/patch-matching-need.ts'
import {
  getMatchingNeed,
  listMatchingNeeds,
  MatchingNeedQuery,
} from '#marketplace/matching-needs/queries.ts'
import { matchingNeedRecord } from '#marketplace/matching-needs/record.ts'
import {
  CreateMatchingNeed,
  MatchingNeed,
  PatchMatchingNeed,
} from '#marketplace/matching-needs/schemas.ts'
import { patchMatchingSettings } from '#marketplace/matching-settings/patch-matching-settings.ts'
import { getMatchingSettings } from '#marketplace/matching-settings/queries.ts'
import {
  MatchingSettings,
  MatchingSettingsOutcome,
  PatchMatchingSettings,
} from '#marketplace/matching-settings/schemas.ts'
import { locateFamily } from '#marketplace/matching/locate-family.ts'
import { matchTherapists } from '#marketplace/matching/match-therapists.ts'
import {
  getTherapistMatch,
  listTherapistMatches,
  TherapistMatchQuery,
} from '#marketplace/matching/queries.ts'
import { MatchTherapists, TherapistMatch } from '#marketplace/matching/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Matching', about: 'Therapists who suit a family’s needs, with reasons.' }

export const matchingOperations = [
  operation({
    id: 'matchTherapists',
    method: 'post',
    path: '/v1/therapists/match',
    tag,
    summary: 'Match therapists to needs',
    description:
      'Ranks the centre’s providers for a child, or for needs without a child, each with reasons and the first start times that can be booked. Only criteria that you send are considered. Equal records, weights and criteria give the same result. The match is stored. For a child, `children:read` is also required.',
    permission: ['therapist-matches:write', 'providers:read', 'availability:read'],
    body: MatchTherapists,
    status: 201,
    response: TherapistMatch,
    errors: ['invalid_reference', 'processing_restricted'],
    prepare: (ctx, { body }) => locateFamily(ctx, body),
    run: (ctx, { body }, located) => matchTherapists(ctx, body, located),
  }),
  operation({
    id: 'listTherapistMatches',
    method: 'get',
    path: '/v1/therapist-matches',
    tag,
    summary: 'List matches',
    description:
      'Newest first, as they were first returned. Matches of children require `children:read`.',
    permission: ['therapist-matches:read', 'providers:read', 'availability:read'],
    query: TherapistMatchQuery,
    status: 200,
    response: pageOf(TherapistMatch),
    run: (ctx, { query }) => listTherapistMatches(ctx, query),
  }),
  operation({
    id: 'getTherapistMatch',
    method: 'get',
    path: '/v1/therapist-matches/{id}',
    tag,
    summary: 'Retrieve a match',
    description:
      'Returns the match as it was first returned, so its start times may no longer be free. The match of a child requires `children:read`.',
    permission: ['therapist-matches:read', 'providers:read', 'availability:read'],
    params: idParam('therapistMatch'),
    status: 200,
    response: TherapistMatch,
    errors: ['not_found'],
    run: (ctx, { params }) => getTherapistMatch(ctx, params),
  }),
  operation({
    id: 'createMatchingNeed',
    method: 'post',
    path: '/v1/matching-needs',
    tag,
    summary: 'Create a matching need',
    description:
      'Defines what children may need, in the centre’s own words, and the specialties that meet this need.',
    permission: 'matching-needs:write',
    body: CreateMatchingNeed,
    status: 201,
    response: MatchingNeed,
    errors: ['already_exists'],
    run: (ctx, { body }) => createMatchingNeed(ctx, body),
  }),
  operation({
    id: 'listMatchingNeeds',
    method: 'get',
    path: '/v1/matching-needs',
    tag,
    summary: 'List matching needs',
    description: 'Sorted by code. Archived needs are not included unless you set `state`.',
    permission: 'matching-needs:read',
    query: MatchingNeedQuery,
    status: 200,
    response: pageOf(MatchingNeed),
    run: (ctx, { query }) => listMatchingNeeds(ctx, query),
  }),
  operation({
    id: 'getMatchingNeed',
    method: 'get',
    path: '/v1/matching-needs/{id}',
    tag,
    summary: 'Retrieve a matching need',
    description: 'Returns the code of the need, and the specialties and professions that meet it.',
    permission: 'matching-needs:read',
    params: idParam('matchingNeed'),
    status: 200,
    response: MatchingNeed,
    errors: ['not_found'],
    run: (ctx, { params }) => getMatchingNeed(ctx, params),
  }),
  operation({
    id: 'patchMatchingNeed',
    method: 'patch',
    path: '/v1/matching-needs/{id}',
    tag,
    summary: 'Change a matching need',
    description: 'Members that you omit stay unchanged. Existing matches do not change.',
    permission: 'matching-needs:write',
    params: idParam('matchingNeed'),
    body: PatchMatchingNeed,
    status: 200,
    response: MatchingNeed,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) =>
      patchMatchingNeed(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(matchingNeedRecord, {
    path: '/v1/matching-needs/{id}',
    tag,
    noun: 'a need',
    response: MatchingNeed,
  }),
  operation({
    id: 'getMatchingSettings',
    method: 'get',
    path: '/v1/matching-settings',
    tag,
    summary: 'Retrieve matching settings',
    description:
      'Returns the centre’s weights, and the share of places reserved for new providers.',
    permission: 'matching-settings:read',
    status: 200,
    response: MatchingSettings,
    run: (ctx) => getMatchingSettings(ctx),
  }),
  operation({
    id: 'patchMatchingSettings',
    method: 'patch',
    path: '/v1/matching-settings',
    tag,
    summary: 'Change matching settings',
    description:
      'Applies to new matches. The response shows how the latest 50 matches would be ranked. With `dryRun=true` the settings are not changed.',
    permission: ['matching-settings:write', 'therapist-matches:read', 'providers:read'],
    query: DryRun,
    body: PatchMatchingSettings,
    status: 200,
    response: MatchingSettingsOutcome,
    errors: ['precondition_failed'],
    run: (ctx, { body, query, version }) =>
      patchMatchingSettings(ctx, { version, patch: body, dryRun: query.dryRun === 'true' }),
  }),
]
