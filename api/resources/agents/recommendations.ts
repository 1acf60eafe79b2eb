import { getCareCoordinator } from '#agents/care-coordinator/get-care-coordinator.ts'
import { CareCoordinator } from '#agents/care-coordinator/schemas.ts'
import { getRecommendations } from '#agents/recommendations/get-recommendations.ts'
import {
  DismissRecommendation,
  RecommendationDismissal,
} from '#agents/recommendations/dismissal-schemas.ts'
import { dismissRecommendation } from '#agents/recommendations/dismiss-recommendation.ts'
import {
  getRecommendationDismissal,
  listRecommendationDismissals,
  RecommendationDismissalQuery,
} from '#agents/recommendations/queries.ts'
import { RecommendationQuery, Recommendations } from '#agents/recommendations/schemas.ts'
import { undoDismissal } from '#agents/recommendations/undo-dismissal.ts'
import { exampleId } from '#platform/core/records/ids.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Agents'
const params = idParam('recommendationDismissal')

export const recommendationOperations = [
  operation({
    id: 'getRecommendations',
    method: 'get',
    path: '/v1/ai/recommendations',
    tag,
    summary: 'Retrieve recommendations',
    description:
      'Recommendations are computed from the records by rules. Each includes its record, its reason, and the operation that carries it out. No model is used, and nothing is changed. Rules whose records you are not allowed to read are skipped (`considered` in `GET /v1/agents/care-coordinator`). Settled and dismissed recommendations are not included.',
    permission: 'recommendations:read',
    query: RecommendationQuery,
    status: 200,
    response: Recommendations,
    run: (ctx, { query }) => getRecommendations(ctx, query),
  }),
  operation({
    id: 'dismissRecommendation',
    method: 'post',
    path: '/v1/ai/recommendations/dismiss',
    tag,
    summary: 'Dismiss a recommendation',
    description:
      'Requires a reason. The recommendation is not shown to anybody until its evidence changes (such as another deadline or another visit) or until `snoozeEndsAt`. Dismissing it again updates the reason and the evidence.',
    permission: 'recommendations:write',
    body: DismissRecommendation,
    status: 201,
    response: RecommendationDismissal,
    errors: ['not_found', 'processing_restricted'],
    run: (ctx, { body }) => dismissRecommendation(ctx, body),
  }),
  operation({
    id: 'listRecommendationDismissals',
    method: 'get',
    path: '/v1/ai/recommendation-dismissals',
    tag,
    summary: 'List dismissed recommendations',
    description:
      'Newest first, with the reason and who dismissed each one. Includes only rules whose records you are allowed to read.',
    permission: 'recommendations:read',
    query: RecommendationDismissalQuery,
    status: 200,
    response: pageOf(RecommendationDismissal),
    run: (ctx, { query }) => listRecommendationDismissals(ctx, query),
  }),
  operation({
    id: 'getRecommendationDismissal',
    method: 'get',
    path: '/v1/ai/recommendation-dismissals/{id}',
    tag,
    summary: 'Retrieve a dismissed recommendation',
    description: 'Returns what was dismissed, who dismissed it, and why.',
    permission: 'recommendations:read',
    params,
    status: 200,
    response: RecommendationDismissal,
    errors: ['not_found'],
    run: (ctx, { params }) => getRecommendationDismissal(ctx, params),
  }),
  operation({
    id: 'undoRecommendationDismissal',
    method: 'post',
    path: '/v1/ai/recommendation-dismissals/{id}/undo',
    tag,
    summary: 'Undo the dismissal of a recommendation',
    description: 'The recommendation is shown again as long as its rule applies.',
    permission: 'recommendations:write',
    params,
    status: 200,
    response: RecommendationDismissal,
    example: { status: 'UNDONE', undoneBy: exampleId('apiKey'), undoneAt: EXAMPLE_INSTANT },
    errors: [...TRANSITION_ERRORS, 'processing_restricted'],
    run: (ctx, { params, version }) => undoDismissal(ctx, { ...params, version }),
  }),
  operation({
    id: 'getCareCoordinator',
    method: 'get',
    path: '/v1/agents/care-coordinator',
    tag,
    summary: 'Retrieve the care coordinator',
    description:
      'Returns the agent’s rules, the 20 most urgent recommendations from records that you are allowed to read, and the latest agent runs.',
    permission: 'recommendations:read',
    status: 200,
    response: CareCoordinator,
    run: (ctx) => getCareCoordinator(ctx),
  }),
]
