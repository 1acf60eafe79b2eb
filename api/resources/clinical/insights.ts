import { getChildInsights, INSIGHTS_NEED } from '#clinical/insights/get-child-insights.ts'
import { ChildInsights } from '#clinical/insights/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam } from '../../http/shapes.ts'

export const insightOperations = [
  operation({
    id: 'getChildInsights',
    method: 'get',
    path: '/v1/ai/children/{id}/insights',
    tag: 'Insights',
    summary: 'Retrieve insights: what a child’s records say of its progress',
    description:
      'Goals, reviews, attendance and what is booked, computed from the records by documented rules: the same records say the same. Every statement has its numbers and the ids that it rests on; what needs attention comes first. No model is asked.',
    permission: INSIGHTS_NEED,
    params: idParam('child'),
    status: 200,
    response: ChildInsights,
    errors: ['not_found', 'processing_restricted'],
    run: (ctx, { params }) => getChildInsights(ctx, params),
  }),
]
