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
      'Defines the shares of payments from a date on: for a provider and a service, for one of them, or for all. The most specific terms apply; among equally specific terms, the latest apply. By default a payment is shared after its visit (`recognition`). Terms never change; to replace them, create new ones.',
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
    description: 'Newest first, including replaced terms.',
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
    description: 'Returns the shares and the date from which they apply.',
    permission: 'split-terms:read',
    params: idParam('splitTerms'),
    status: 200,
    response: SplitTerms,
    errors: ['not_found'],
    run: (ctx, { params }) => getSplitTerms(ctx, params),
  }),
]
