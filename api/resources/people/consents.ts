import { grantConsent } from '#people/consents/grant-consent.ts'
import { ConsentQuery, getConsent, listConsents } from '#people/consents/queries.ts'
import { revokeConsent } from '#people/consents/revoke-consent.ts'
import { Consent, GrantConsent, RevokeConsent } from '#people/consents/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Consents', about: 'What guardians have agreed to, and when consents expire.' }
const params = idParam('consent')

export const consentOperations = [
  operation({
    id: 'grantConsent',
    method: 'post',
    path: '/v1/consents',
    tag,
    summary: 'Grant a consent',
    description: 'A legal guardian of the child gives the consent.',
    permission: 'consents:write',
    body: GrantConsent,
    status: 201,
    response: Consent,
    example: { expiresAt: null },
    errors: ['invalid_reference'],
    events: ['consent.granted'],
    run: (ctx, { body }) => grantConsent(ctx, body),
  }),
  operation({
    id: 'listConsents',
    method: 'get',
    path: '/v1/consents',
    tag,
    summary: 'List consents',
    description:
      'Includes consents in every status unless you filter. To find consents that expire soon, use `status=ACTIVE&expiresAt[lt]=…`.',
    permission: 'consents:read',
    query: ConsentQuery,
    status: 200,
    response: pageOf(Consent),
    run: (ctx, { query }) => listConsents(ctx, query),
  }),
  operation({
    id: 'getConsent',
    method: 'get',
    path: '/v1/consents/{id}',
    tag,
    summary: 'Retrieve a consent',
    description:
      'Returns the kind of consent, the guardian who gave it, and whether it is in force.',
    permission: 'consents:read',
    params,
    status: 200,
    response: Consent,
    errors: ['not_found'],
    run: (ctx, { params }) => getConsent(ctx, params),
  }),
  operation({
    id: 'revokeConsent',
    method: 'post',
    path: '/v1/consents/{id}/revoke',
    tag,
    summary: 'Revoke a consent',
    description: 'Ends the consent. Booked appointments stay.',
    permission: 'consents:write',
    params,
    body: RevokeConsent,
    status: 200,
    response: Consent,
    example: { status: 'REVOKED', expiresAt: null, revokedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    events: ['consent.revoked'],
    run: (ctx, { params, body, version }) => revokeConsent(ctx, { ...params, version, ...body }),
  }),
]
