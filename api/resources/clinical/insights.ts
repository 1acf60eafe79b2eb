import { getChildInsights, INSIGHTS_NEED } from '#clinical/insights/get-child-insights.ts'
import { ChildInsights } from '#clinical/insights/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam } from '../../http/shapes.ts'

export const insightOperations = [
  operation({
    id: 'getChildInsights',
    method: 'get',
    path: '/v1/ai/children/{id}/insights',
    tag: {
      name: 'Insights',
      about: 'Insights about a child, each with the records and numbers that support it.',
    },
    summary: 'Retrieve insights into a child’s progress',
    description:
      'Summarizes goals, reviews, attendance and bookings according to documented rules: equal records give equal results, and no model is used. Each statement includes its numbers and the IDs of the records behind it. Items that need attention come first.',
    permission: INSIGHTS_NEED,
    params: idParam('child'),
    status: 200,
    response: ChildInsights,
    errors: ['not_found', 'processing_restricted'],
    run: (ctx, { params }) => getChildInsights(ctx, params),
  }),
]
