import { createSplitTerms } from '#payouts/split-terms/create-split-terms.ts'
import { getSplitTerms, listSplitTerms, SplitTermsQuery } from '#payouts/split-terms/queries.ts'
import { CreateSplitTerms, SplitTerms } from '#payouts/split-terms/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Settlements'

export const splitTermsOperations = [
  operation({
    id: 'createSplitTerms',
    method: 'post',
    path: '/v1/marketplace/split-terms',
    tag,
    summary: 'Create split terms',
    description:
      'Who gets what of payments from a day on: for a provider and a service, for one of these, or for all. Of several, the most specific ones hold, and of these the latest. Terms are never changed; others follow them.',
    permission: 'split-terms:write',
    body: CreateSplitTerms,
    status: 201,
    response: SplitTerms,
    errors: ['invalid_reference', 'already_exists'],
    run: (ctx, { body }) => createSplitTerms(ctx, body),
  }),
  operation({
    id: 'listSplitTerms',
    method: 'get',
    path: '/v1/marketplace/split-terms',
    tag,
    summary: 'List split terms',
    description: 'Newest first, also those that others followed.',
    permission: 'split-terms:read',
    query: SplitTermsQuery,
    status: 200,
    response: pageOf(SplitTerms),
    run: (ctx, { query }) => listSplitTerms(ctx, query),
  }),
  operation({
    id: 'getSplitTerms',
    method: 'get',
    path: '/v1/marketplace/split-terms/{id}',
    tag,
    summary: 'Retrieve split terms',
    description: 'As they were agreed.',
    permission: 'split-terms:read',
    params: idParam('splitTerms'),
    status: 200,
    response: SplitTerms,
    errors: ['not_found'],
    run: (ctx, { params }) => getSplitTerms(ctx, params),
  }),
]
