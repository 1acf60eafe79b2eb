import { createDiscountCode } from '#receivables/discount-codes/create-discount-code.ts'
import { patchDiscountCode } from '#receivables/discount-codes/patch-discount-code.ts'
import {
  DiscountCodeQuery,
  getDiscountCode,
  listDiscountCodes,
} from '#receivables/discount-codes/queries.ts'
import { discountCodeRecord } from '#receivables/discount-codes/record.ts'
import {
  CreateDiscountCode,
  DiscountCode,
  PatchDiscountCode,
} from '#receivables/discount-codes/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Discount codes', about: 'Discount codes for orders, with limits.' }
const params = idParam('discountCode')

export const discountCodeOperations = [
  operation({
    id: 'createDiscountCode',
    method: 'post',
    path: '/v1/discount-codes',
    tag,
    summary: 'Create a discount code',
    description:
      'Takes a percentage or an amount off the orders that use it, within its limits. A code can never be used for a second discount.',
    permission: 'discount-codes:write',
    body: CreateDiscountCode,
    status: 201,
    response: DiscountCode,
    errors: ['already_exists', 'invalid_reference'],
    run: (ctx, { body }) => createDiscountCode(ctx, body),
  }),
  operation({
    id: 'listDiscountCodes',
    method: 'get',
    path: '/v1/discount-codes',
    tag,
    summary: 'List discount codes',
    description: 'Newest first, without archived codes unless you ask for them.',
    permission: 'discount-codes:read',
    query: DiscountCodeQuery,
    status: 200,
    response: pageOf(DiscountCode),
    run: (ctx, { query }) => listDiscountCodes(ctx, query),
  }),
  operation({
    id: 'getDiscountCode',
    method: 'get',
    path: '/v1/discount-codes/{id}',
    tag,
    summary: 'Retrieve a discount code',
    description: 'Returns the code with its limits and number of uses.',
    permission: 'discount-codes:read',
    params,
    status: 200,
    response: DiscountCode,
    errors: ['not_found'],
    run: (ctx, { params }) => getDiscountCode(ctx, params),
  }),
  operation({
    id: 'patchDiscountCode',
    method: 'patch',
    path: '/v1/discount-codes/{id}',
    tag,
    summary: 'Change a discount code',
    description: 'Orders that already used the code do not change.',
    permission: 'discount-codes:write',
    params,
    body: PatchDiscountCode,
    status: 200,
    response: DiscountCode,
    errors: [...CHANGE_ERRORS, 'invalid_reference'],
    run: (ctx, { params, body, version }) =>
      patchDiscountCode(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(discountCodeRecord, {
    path: '/v1/discount-codes/{id}',
    tag,
    noun: 'a discount code',
    response: DiscountCode,
  }),
]
