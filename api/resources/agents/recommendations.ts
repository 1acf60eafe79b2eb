import { getCareCoordinator } from '#agents/care-coordinator/get-care-coordinator.ts'
import { CareCoordinator } from '#agents/care-coordinator/schemas.ts'
import { getRecommendations } from '#agents/recommendations/get-recommendations.ts'
import { RecommendationQuery, Recommendations } from '#agents/recommendations/schemas.ts'
import { operation } from '../../http/operation.ts'

const tag = 'Agents'

export const recommendationOperations = [
  operation({
    id: 'getRecommendations',
    method: 'get',
    path: '/v1/ai/recommendations',
    tag,
    summary: 'Retrieve recommendations: what is best done next',
    description:
      'Computed from the records by rules, each with its record, its reason and the operation that would carry it out; no model is asked, and nothing is done. Of each caller’s own records: a rule whose records the caller may not read is left out (`considered` of `GET /v1/agents/care-coordinator`). What is settled is not recommended any more.',
    permission: 'recommendations:read',
    query: RecommendationQuery,
    status: 200,
    response: Recommendations,
    run: (ctx, { query }) => getRecommendations(ctx, query),
  }),
  operation({
    id: 'getCareCoordinator',
    method: 'get',
    path: '/v1/agents/care-coordinator',
    tag,
    summary: 'Retrieve the care coordinator: what it looks for, and what is best done next',
    description:
      'The agent that looks over the records that you may read: its rules, the 20 most urgent recommendations, and the latest runs of agents.',
    permission: 'recommendations:read',
    status: 200,
    response: CareCoordinator,
    run: (ctx) => getCareCoordinator(ctx),
  }),
]
